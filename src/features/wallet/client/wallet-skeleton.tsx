import { Card } from '#ui/card.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';

const rows = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** Placeholders of the wallet's parts. */
export function WalletSkeleton() {
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader title="Wallet" description="Your cash and every transaction." />
      <SkeletonRegion label="Loading your wallet">
        <div className="grid gap-5 lg:grid-cols-[1.6fr_1fr]">
          <Card as="div" className="min-h-51">
            <Skeleton className="h-5 w-28" />
            <Skeleton className="mt-3 h-11 w-56" />
            <Skeleton className="mt-8 h-11 w-64" />
          </Card>
          <Card as="div" className="min-h-51">
            <Skeleton className="h-6 w-32" />
            <Skeleton className="mt-7 h-5" />
            <Skeleton className="mt-4 h-5" />
            <Skeleton className="mt-5 h-4 w-36" />
          </Card>
        </div>
        <Card as="div" padded={false} className="mt-8 divide-y divide-line">
          <div className="flex gap-4 px-6 py-4.5">
            <Skeleton className="h-5 w-24" />
            <Skeleton className="h-5 w-28" />
          </div>
          {rows.map((row) => (
            <div key={row} className="flex items-center justify-between gap-4 px-4 py-4.5 sm:px-6">
              <div className="w-full max-w-64">
                <Skeleton className="h-4" />
                <Skeleton className="mt-2 h-3.5 w-2/3" />
              </div>
              <Skeleton className="h-4 w-20 shrink-0" />
            </div>
          ))}
        </Card>
      </SkeletonRegion>
    </div>
  );
}
