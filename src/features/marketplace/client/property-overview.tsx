import { CircleCheck } from 'lucide-react';
import { FinancialsCard } from '#features/distributions/client/index.ts';
import { FundingChart } from '#features/properties/client/index.ts';
import type { PropertyDetail } from '#features/properties/properties.contract.ts';
import { useWeeklySharesTraded } from '#features/resale/client/index.ts';
import { Card } from '#ui/card.tsx';
import { partOnDemand } from '#ui/on-demand.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { highlightsOf } from './highlights.ts';
import { Shareholders } from './shareholders.tsx';

const PropertyFacts = partOnDemand(
  async () => (await import('./property-facts.tsx')).PropertyFacts,
  () => <Skeleton className="h-96 rounded-box" />,
);

/** The property, its income, and its holders. */
export function PropertyOverview({ property }: { property: PropertyDetail }) {
  const resold = useWeeklySharesTraded(property.id);
  return (
    <div className="grid gap-8">
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[3fr_2fr]">
        <section aria-labelledby="about-heading">
          <h2 id="about-heading" className="text-2xl">
            About this property
          </h2>
          <p className="prose-width mt-3 whitespace-pre-line wrap-anywhere">
            {property.description || 'The owner has not written a description.'}
          </p>
        </section>
        <section aria-labelledby="highlights-heading">
          <h2 id="highlights-heading" className="text-2xl">
            Highlights
          </h2>
          <ul className="mt-3 grid gap-2.5">
            {highlightsOf(property, resold).map((highlight) => (
              <li key={highlight} className="flex items-start gap-2.5">
                <CircleCheck size={18} className="mt-1 shrink-0 text-brass" aria-hidden="true" />
                <span className="min-w-0 wrap-anywhere">{highlight}</span>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <PropertyFacts property={property} />
      {property.soldShares > 0 && (
        <Card>
          <FundingChart property={property} />
        </Card>
      )}
      <FinancialsCard propertyId={property.id} />
      <Shareholders property={property} />
    </div>
  );
}
