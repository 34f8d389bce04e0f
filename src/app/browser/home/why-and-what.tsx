import { Evidence } from './evidence.tsx';
import { FeaturedProperties } from './featured-properties.tsx';
import { Testimonials } from './testimonials.tsx';
import { WhyFractional } from './why-fractional.tsx';

/** Why a part of a building, what it can be like, and which there are now. */
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
