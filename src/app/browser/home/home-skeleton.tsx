import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';

const card = <Skeleton className="h-120 rounded-box" />;

/** The home of a member while it loads. */
export function HomeSkeleton() {
  return (
    <div className="page-width py-6 sm:py-10">
      <SkeletonRegion label="Loading">
        <Skeleton className="h-9 w-60" />
        <Skeleton className="mt-2 h-7 max-w-lg" />
        <Skeleton className="mt-6 h-40 rounded-box sm:mt-8" />
        <div className="mt-14 grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {card}
          {card}
          {card}
        </div>
      </SkeletonRegion>
    </div>
  );
}
