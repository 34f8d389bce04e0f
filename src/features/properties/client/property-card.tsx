import { MapPin } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { formatBps } from '#kernel/money.ts';
import { counted } from '#kernel/plural.ts';
import { Card } from '#ui/card.tsx';
import { joinClasses } from '#ui/classes.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import type { PropertyCard as PropertyCardFacts } from '../properties.contract.ts';
import { propertyTypeLabel } from '../properties.rules.ts';
import { FundedProgress } from './funded-progress.tsx';
import { PropertyBadges } from './property-badges.tsx';
import { sharePriceText } from './property-figures.ts';
import { PropertyPicture } from './property-picture.tsx';

interface PropertyCardProps {
  property: Omit<PropertyCardFacts, 'createdAt' | 'valuationCents'>;
  /** Instead of the yield. */
  yieldText?: string | undefined;
  as?: 'article' | 'li';
  level?: 2 | 3;
  /** The buttons under the facts, given the id of the heading that says which property they act on. */
  actions?: (headingId: string) => ReactNode;
  /** Content in the corner of the picture. */
  corner?: ReactNode;
}

export function PropertyCard(props: PropertyCardProps) {
  const { property, yieldText, as = 'article', level = 3, actions, corner } = props;
  const headingId = useId();
  const Heading = `h${level}` as const;
  return (
    <Card as={as} padded={false} aria-labelledby={headingId} className="flex h-full flex-col overflow-hidden">
      <div className="relative">
        <PropertyPicture property={property} className="aspect-[16/10]" />
        <div
          className={joinClasses(
            'absolute start-3 top-3 flex flex-wrap gap-1.5',
            corner ? 'end-16' : 'end-3',
          )}
        >
          <PropertyBadges property={property} />
        </div>
        {corner && <div className="absolute end-3 top-3">{corner}</div>}
      </div>
      <div className="flex grow flex-col p-5">
        <p className="text-xs font-semibold tracking-wide text-brass uppercase">
          {propertyTypeLabel[property.propertyType]}
        </p>
        <Heading id={headingId} className="mt-1 text-xl wrap-anywhere">
          {property.name}
        </Heading>
        <p className="mt-1 flex items-start gap-1.5 text-sm text-muted">
          <MapPin size={15} className="mt-0.5 shrink-0" aria-hidden="true" />
          <span className="min-w-0 wrap-anywhere">{property.location}</span>
        </p>
        <dl className="mt-4 mb-4 grid grid-cols-2 gap-3 border-y border-line py-3">
          <Figure
            term="Share price"
            value={property.pricePerShareCents > 0 ? sharePriceText(property.pricePerShareCents) : '–'}
          />
          <Figure term="Annual yield" value={yieldText ?? formatBps(property.annualYieldBps)} />
        </dl>
        <div className="mt-auto">
          {property.totalShares > 0 && (
            <>
              <FundedProgress property={property} />
              <p className="amount mt-2 text-sm text-muted">
                {property.availableShares.toLocaleString('en-US')} of {counted(property.totalShares, 'share')}{' '}
                available
              </p>
            </>
          )}
          {actions && <div className="mt-4 grid grid-cols-2 gap-2.5">{actions(headingId)}</div>}
        </div>
      </div>
    </Card>
  );
}

function Figure({ term, value }: { term: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="amount text-lg font-semibold tracking-tight">{value}</dd>
    </div>
  );
}

/** As large as a card with one line of name and location. */
export function PropertyCardSkeleton() {
  return (
    <Card as="div" padded={false} data-testid="property-card-skeleton" className="h-full overflow-hidden">
      <Skeleton className="aspect-[16/10] rounded-none" />
      <div className="p-5">
        <Skeleton className="h-4 w-24" />
        <Skeleton className="mt-1.5 h-6 w-3/4" />
        <Skeleton className="mt-1.5 h-5 w-1/2" />
        <div className="mt-4 mb-4 grid grid-cols-2 gap-3 border-y border-line py-3">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
        <Skeleton className="h-9" />
        <Skeleton className="mt-2 h-5 w-2/3" />
        <div className="mt-4 grid grid-cols-2 gap-2.5">
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </div>
      </div>
    </Card>
  );
}
