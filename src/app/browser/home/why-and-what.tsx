import { Evidence } from './evidence.tsx';
import { FeaturedProperties } from './featured-properties.tsx';
import { Testimonials } from './testimonials.tsx';
import { WhyFractional } from './why-fractional.tsx';

/** Reasons to own a part of a building, kinds of buildings, and those offered now. */
export function WhyAndWhat() {
  return (
    <>
      <WhyFractional />
      <Evidence />
      <Testimonials />
      <FeaturedProperties />
    </>
  );
}
