import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { trpc } from '#platform/browser/trpc.ts';
import { Change } from '#ui/change.tsx';
import { Money } from '#ui/money.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import { briefBasisNote, monthReturnText } from './portfolio-figures.ts';

/** The viewer's portfolio in one line, for the marketplace and the home page; nothing when it cannot be read. */
export function PortfolioStrip() {
  const { data, isPending } = useQuery(trpc.portfolio.overview.queryOptions());
  if (isPending) {
    return (
      <SkeletonRegion label="Loading your portfolio">
        <Skeleton className="h-52 rounded-box sm:h-41 lg:h-26" />
      </SkeletonRegion>
    );
  }
  if (!data) return null;
  return (
    <section
      aria-label="Your portfolio"
      className="flex min-h-52 flex-col justify-center sm:min-h-41 gap-x-8 gap-y-2 rounded-box border border-line bg-surface px-5 py-4 lg:min-h-26 lg:flex-row lg:items-center lg:justify-start"
    >
      <dl className="grid grid-cols-2 lg:grow gap-x-6 gap-y-3 sm:grid-cols-4">
        <Figure term="Portfolio value" note={data.holdings.length > 0 && briefBasisNote(data)}>
          <Money cents={data.totalValueCents} />
          {data.thisMonth.returnBps !== null && (
            <Change value={data.thisMonth.returnBps} className="text-sm">
              {monthReturnText(data.thisMonth.returnBps)}
            </Change>
          )}
        </Figure>
        <Figure term="Properties owned">{data.propertyCount.toLocaleString('en-US')}</Figure>
        <Figure term="Monthly income">
          <Money cents={data.monthlyIncomeCents} />
        </Figure>
        <Figure term="Available cash">
          <Money exact cents={data.availableCashCents} />
        </Figure>
      </dl>
      <Link
        to="/dashboard"
        className="link-plain inline-flex min-h-9 items-center self-start font-semibold lg:self-center"
      >
        Your portfolio
      </Link>
    </section>
  );
}

function Figure({ term, note, children }: { term: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="amount flex flex-wrap items-baseline gap-x-2 text-lg font-semibold tracking-tight">
        {children}
      </dd>
      {note && <dd className="text-sm text-muted">{note}</dd>}
    </div>
  );
}
