import { Link } from '@tanstack/react-router';
import { MapPinOff } from 'lucide-react';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';

/** For an id that names nothing, or nothing this viewer may see: both answer the same. */
export function PropertyNotFound() {
  return (
    <Card className="items-center py-6 text-center sm:py-14">
      <span className="mx-auto mb-4 grid size-14 place-items-center rounded-full bg-brass-soft text-brass">
        <MapPinOff size={26} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <h1 tabIndex={-1} className="text-3xl">
        Property not found
      </h1>
      <p className="mx-auto mt-3 max-w-md text-muted">
        This property does not exist or is not available to you. It may have left the market.
      </p>
      <Link to="/investor-marketplace" className={buttonClass({ className: 'mt-6' })}>
        Browse properties
      </Link>
    </Card>
  );
}

const FIGURES = ['valuation', 'yield', 'price', 'cap'];

export function PropertySkeleton() {
  return (
    <SkeletonRegion label="Loading the property">
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="grid gap-8">
          <Skeleton className="aspect-[4/3] rounded-box sm:aspect-[21/9]" />
          <div>
            <Skeleton className="h-6 w-40" />
            <Skeleton className="mt-3 h-11 w-2/3" />
            <Skeleton className="mt-2 h-6 w-1/2" />
          </div>
          <div className="grid gap-3 sm:grid-cols-2 sm:gap-4">
            {FIGURES.map((figure) => (
              <Skeleton key={figure} className="h-14.5 rounded-box sm:h-25" />
            ))}
          </div>
        </div>
        <Skeleton className="h-116 rounded-box" />
      </div>
    </SkeletonRegion>
  );
}
