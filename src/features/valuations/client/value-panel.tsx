import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Download, Scale } from 'lucide-react';
import { useState } from 'react';
import { formatBps, formatPercent, formatUsd, formatUsdExact } from '#kernel/money.ts';
import { formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { LineChart } from '#ui/charts-on-demand.tsx';
import { type DataColumn, DataTable } from '#ui/data-table.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Money } from '#ui/money.tsx';
import { dialogOnDemand } from '#ui/on-demand.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import type { PropertyValue, Valuation } from '../valuations.contract.ts';
import { basedOnText, basisLabel } from '../valuations.rules.ts';
import { propertyValueOptions, valuationsOptions } from './valuation-queries.ts';

const FileValuationDialog = dialogOnDemand(
  async () => (await import('./file-valuation-dialog.tsx')).FileValuationDialog,
);

const HEIGHT_PX = 340;

/** Value of a share with its basis, its history, and the valuations behind it. */
export function ValuePanel({ propertyId }: { propertyId: number }) {
  const { data, error, refetch, isFetching } = useQuery(propertyValueOptions(propertyId));
  if (!data) {
    return error ? (
      <Card title="Value">
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      </Card>
    ) : (
      <SkeletonRegion label="Loading the value">
        <Skeleton className="h-96 rounded-box" />
      </SkeletonRegion>
    );
  }
  return (
    <div className="grid gap-5 [&>*]:min-w-0">
      <div className="grid gap-5 lg:grid-cols-3 [&>*]:min-w-0">
        <Card title="Value" actions={<FileValuation value={data} />}>
          <ValueFigures value={data} />
        </Card>
        {data.steps.length > 0 ? (
          <Card className="lg:col-span-2">
            <ValueChart value={data} />
          </Card>
        ) : (
          <p className="p-5 text-muted lg:col-span-2">
            The value of a share over time appears here once the property is approved.
          </p>
        )}
      </div>
      <Valuations propertyId={propertyId} />
    </div>
  );
}

/** Opens the form for a valuation; nothing for anyone but the owner. */
function FileValuation({ value }: { value: PropertyValue }) {
  const [filing, setFiling] = useState(false);
  if (value.filing === null) return null;
  return (
    <>
      <Button size="small" onClick={() => setFiling(true)}>
        File a valuation
      </Button>
      {filing && (
        <FileValuationDialog
          propertyId={value.propertyId}
          firstDay={value.filing.from}
          onClose={() => setFiling(false)}
        />
      )}
    </>
  );
}

function ValueFigures({ value: property }: { value: PropertyValue }) {
  const { value, valuationCents, debtCents, repaymentDueCents, loanToValueBps, equityOfferedBps, lastTrade } =
    property;
  return (
    <>
      <p className="amount text-3xl font-semibold tracking-tight">{formatUsdExact(value.perShareCents)}</p>
      <p className="mt-1 text-sm text-muted">Per share, {basedOnText(value)}</p>
      <DescriptionList
        className="mt-4 divide-y divide-line border-y border-line"
        items={[
          { term: 'Valuation of the property', value: <Money cents={valuationCents} /> },
          { term: 'Mortgage and other debt', value: <Money cents={debtCents} /> },
          { term: 'Loan-to-value', value: formatBps(loanToValueBps) },
          { term: 'Percentage owned by shareholders', value: formatPercent(equityOfferedBps / 100) },
          { term: 'Offering price of a share', value: <Money exact cents={property.offeringPriceCents} /> },
          {
            term: 'Last trade',
            value: lastTrade ? <Money exact cents={lastTrade.pricePerShareCents} /> : 'None yet',
          },
        ]}
      />
      {repaymentDueCents > 0 && (
        <p className="mt-3 text-sm">
          {formatUsd(repaymentDueCents)} of the debt is repaid from the proceeds of the offering before the
          owner gets anything.
        </p>
      )}
      <p className="mt-3 text-sm text-muted">
        A share is worth the valuation less {repaymentDueCents > 0 ? 'the remaining debt' : 'debt'}, times the
        percentage shareholders own, divided by all shares. Trades never change it.
      </p>
      {property.filingRefusal && <p className="mt-3 text-sm">{property.filingRefusal}</p>}
    </>
  );
}

const series = [{ key: 'value', name: 'Value of a share' }];

/** The steps, with the newest repeated today, so that its line reaches to the present. */
function pointsOf(steps: PropertyValue['steps']) {
  const points = steps.map(({ from, perShareCents, basis }) => ({
    label: formatDate(from),
    at: Date.parse(from),
    values: { value: perShareCents },
    note: basisLabel[basis],
  }));
  const newest = points.at(-1);
  const now = new Date();
  if (!newest || newest.at >= now.getTime()) return points;
  return [...points, { ...newest, label: formatDate(now), at: now.getTime(), note: 'Today' }];
}

function ValueChart({ value: { steps } }: { value: PropertyValue }) {
  return (
    <LineChart
      title="Value of a share"
      summary="Each value holds until the next valuation."
      points={pointsOf(steps)}
      stepped
      series={series}
      xTitle="Date"
      yTitle="USD per share"
      formatValue={formatUsdExact}
      height={HEIGHT_PX}
    />
  );
}

const statusBadge = {
  pending: { tone: 'warning', label: 'Awaiting approval' },
  approved: { tone: 'success', label: 'Approved' },
  rejected: { tone: 'danger', label: 'Not approved' },
} as const;

const columns: readonly DataColumn<Valuation>[] = [
  {
    key: 'day',
    header: 'Date',
    rowHeader: true,
    cell: ({ effectiveOn, basis, isOffering, status, reason }) => (
      <span className="block text-start wrap-anywhere">
        <time dateTime={effectiveOn}>{formatDate(effectiveOn)}</time>
        <span className="block text-sm font-normal text-muted">
          {basisLabel[basis]}
          {isOffering && ', at the offering'}
        </span>
        {status !== 'approved' && (
          <span className="mt-1 block text-sm font-normal text-muted">
            <Badge tone={statusBadge[status].tone}>{statusBadge[status].label}</Badge> {reason}
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'amount',
    header: 'Valuation',
    amount: true,
    cell: ({ amountCents }) => <Money cents={amountCents} />,
  },
  { key: 'debt', header: 'Debt', amount: true, cell: ({ debtCents }) => <Money cents={debtCents} /> },
  {
    key: 'loan',
    header: 'Loan-to-value',
    amount: true,
    cell: ({ loanToValueBps }) => formatBps(loanToValueBps),
  },
  {
    key: 'share',
    header: 'Per share',
    amount: true,
    cell: ({ perShareCents }) => <Money exact cents={perShareCents} />,
  },
  {
    key: 'document',
    header: 'Document',
    align: 'end',
    cell: ({ document, effectiveOn }) =>
      document && !document.withdrawn ? (
        <a
          href={`/api/documents/${document.id}`}
          download
          aria-label={`Download ${document.title}, valuation for ${formatDate(effectiveOn)}`}
          className={buttonClass({ variant: 'secondary', size: 'small' })}
        >
          <Download size={16} aria-hidden="true" />
          Download
        </a>
      ) : (
        <span className="text-sm text-muted">{document ? 'Withdrawn' : 'In the offering'}</span>
      ),
  },
];

function Valuations({ propertyId }: { propertyId: number }) {
  const list = useInfiniteQuery(valuationsOptions(propertyId));
  return (
    <Card title="Valuations" padded={false}>
      <PagedList
        list={list}
        place="in a card"
        loadingLabel="Loading the valuations"
        room={{ rows: 2, height: 'h-17' }}
        errorText={messageOf(list.error)}
        empty={
          <EmptyState
            icon={Scale}
            level={3}
            title="No valuations yet"
            text="The valuation of the offering appears here once the property is approved."
          />
        }
      >
        {(valuations) => (
          <DataTable
            caption="Valuations, last filed first"
            columns={columns}
            rows={valuations}
            rowKey={({ id }) => id}
          />
        )}
      </PagedList>
    </Card>
  );
}
