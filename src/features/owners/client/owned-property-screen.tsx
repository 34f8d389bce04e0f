import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Building2, Vote } from 'lucide-react';
import { Shareholders } from '#features/marketplace/client/index.ts';
import { OfferingSummary } from '#features/offerings/client/index.ts';
import { CorrectionLink, FundingChart } from '#features/properties/client/index.ts';
import { VALUATION_NOTE } from '#features/valuations/client/index.ts';
import { formatBps } from '#kernel/money.ts';
import { monthName } from '#kernel/months.ts';
import { readPropertyId } from '#kernel/property-id.ts';
import { isNotFound, messageOf } from '#platform/browser/errors.ts';
import { timeLeft } from '#platform/browser/moment.ts';
import { usePageTitle } from '#platform/browser/page-title.ts';
import { Alert } from '#ui/alert.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { joinClasses } from '#ui/classes.ts';
import { DescriptionList } from '#ui/description-list.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Money } from '#ui/money.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import type { OwnedPropertyDetail } from '../owners.contract.ts';
import { LastMonthIncome, OwnedStatusBadge } from './owned-status.tsx';
import { ownedPropertyOptions } from './owner-queries.ts';

/** One property of the caller: its funding, its investors, and what waits for someone. */
export function OwnedPropertyScreen({ idText }: { idText: string }) {
  const id = readPropertyId(idText);
  return (
    <div className="page-width py-6 sm:py-8">
      <Link
        to="/owner-dashboard"
        className="link-plain mb-4 inline-flex min-h-11 items-center gap-1.5 text-sm font-medium"
      >
        <ArrowLeft size={16} aria-hidden="true" />
        Back to your properties
      </Link>
      {id === undefined ? <NotFound /> : <Loaded id={id} />}
    </div>
  );
}

function NotFound() {
  return (
    <>
      <PageHeader title="Property not found" />
      <Card padded={false}>
        <EmptyState
          icon={Building2}
          title="Nothing to show"
          text="This property does not exist or is not yours."
        />
      </Card>
    </>
  );
}

function Loaded({ id }: { id: number }) {
  const { data, error, refetch, isFetching } = useQuery(ownedPropertyOptions(id));
  usePageTitle(data?.name ?? null);
  if (isNotFound(error)) return <NotFound />;
  if (!data) {
    if (error)
      return <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />;
    return (
      <SkeletonRegion label="Loading the property" className="grid gap-6">
        <Skeleton className="h-12 w-72 max-w-full" />
        <Skeleton className="h-80" />
      </SkeletonRegion>
    );
  }
  return <OwnedPropertyPage property={data} />;
}

function OwnedPropertyPage({ property }: { property: OwnedPropertyDetail }) {
  const { id, name, location, status, statusReason, dueMonths, offering } = property;
  const canCorrect = status === 'Rejected' && (offering.state !== 'failed' || offering.refunded);
  return (
    <>
      <PageHeader
        title={name}
        description={location}
        badge={<OwnedStatusBadge status={status} />}
        actions={
          <>
            {dueMonths.length > 0 && (
              <Link to="/owner-report" search={{ property: id }} className={buttonClass({})}>
                Report a month
              </Link>
            )}
            <Link
              to="/property/$id"
              params={{ id: String(id) }}
              className={buttonClass({ variant: 'secondary' })}
            >
              Property page
            </Link>
          </>
        }
      />
      {statusReason && (status === 'Rejected' || status === 'Pending') && (
        <Alert
          tone={status === 'Rejected' ? 'danger' : 'warning'}
          title={status}
          action={canCorrect && <CorrectionLink propertyId={id} />}
          className="mb-6"
        >
          <span className="wrap-anywhere">{statusReason}</span>
        </Alert>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="grid min-w-0 gap-6">
          <Funding property={property} />
          <Shareholders property={property} />
        </div>
        <div className="grid gap-6">
          <Performance property={property} />
          <Owed property={property} />
          <Votes property={property} />
        </div>
      </div>
    </>
  );
}

function Funding({ property }: { property: OwnedPropertyDetail }) {
  const { offering, status, equitySoldCents } = property;
  const hasSold = equitySoldCents > 0;
  return (
    <Card className="empty:hidden">
      {hasSold && <FundingChart property={property} />}
      <OfferingSummary
        offering={offering}
        rejected={status === 'Rejected'}
        className={joinClasses(hasSold && 'mt-4')}
      />
    </Card>
  );
}

const capRateTerm = {
  reported: 'Cap rate',
  confirmed: 'Cap rate (based on the net income confirmed at approval, until rent is reported)',
  yield: 'Cap rate (the annual yield, until rent is reported)',
};

function Performance({ property }: { property: OwnedPropertyDetail }) {
  const { totalValuationCents, equitySoldCents, monthlyYieldCents, capRateBps, capRateBasis } = property;
  return (
    <Card title="Performance" description={VALUATION_NOTE}>
      <DescriptionList
        className="divide-y divide-line"
        items={[
          { term: 'Total valuation', value: <Money cents={totalValuationCents} /> },
          { term: 'Equity sold', value: <Money cents={equitySoldCents} /> },
          { term: 'Investors', value: property.investorCount.toLocaleString('en-US') },
          { term: 'Monthly yield', value: <Money exact cents={monthlyYieldCents} /> },
          {
            term: `Income, ${monthName(property.lastMonth)}`,
            value: <LastMonthIncome income={property} />,
          },
          {
            term: capRateTerm[capRateBasis],
            value: formatBps(capRateBps),
          },
        ]}
      />
    </Card>
  );
}

function Owed({ property }: { property: OwnedPropertyDetail }) {
  const { dueMonths, rentAccountCents, payableCents, expectedCents } = property;
  return (
    <Card
      title="Distributions owed"
      description="Rent and expected months are before your own share, the fee and the reserve; approved distributions are after them."
    >
      <DescriptionList
        items={[
          { term: 'In the rent account', value: <Money exact cents={rentAccountCents} /> },
          { term: 'Approved, not paid yet', value: <Money exact cents={payableCents} /> },
          { term: 'Expected for months due', value: <Money exact cents={expectedCents} /> },
          {
            term: 'Owed',
            value: <Money exact cents={rentAccountCents + payableCents + expectedCents} />,
            total: true,
          },
        ]}
      />
      <h3 className="mt-5 text-base font-semibold">Reports due</h3>
      {dueMonths.length === 0 ? (
        <p className="mt-1 text-muted">Every month so far is reported.</p>
      ) : (
        <ul className="mt-1 list-disc ps-5">
          {dueMonths.map((month) => (
            <li key={month}>{monthName(month)}</li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Votes({ property: { id, votes } }: { property: OwnedPropertyDetail }) {
  return (
    <Card title="Open votes">
      {votes.length === 0 ? (
        <p className="text-muted">Your investors are not voting on anything now.</p>
      ) : (
        <ul className="grid gap-3">
          {votes.map((vote) => (
            <li key={vote.id} className="flex items-start gap-2.5">
              <Vote size={18} className="mt-1 shrink-0 text-brass" aria-hidden="true" />
              <span className="min-w-0 wrap-anywhere">
                <Link
                  to="/property/$id"
                  params={{ id: String(id) }}
                  search={{ tab: 'governance' }}
                  className="link-plain"
                >
                  {vote.title}
                </Link>
                <span className="block text-sm text-muted">{timeLeft(vote.deadline)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
