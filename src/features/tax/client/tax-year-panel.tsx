import { useQuery } from '@tanstack/react-query';
import { formatUsdExact } from '#kernel/money.ts';
import { formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Alert } from '#ui/alert.tsx';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { type DataColumn, DataTable } from '#ui/data-table.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Money } from '#ui/money.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import type { DividendRow, SaleRow, TaxFigures } from '../tax.contract.ts';
import { type Boxes, DIVIDEND_BOXES } from '../tax.rules.ts';

/** The figures of a year from which one's forms are made. */
export function TaxYearPanel({ year }: { year: number }) {
  const query = useQuery(trpc.tax.figures.queryOptions({ year }));
  const { data } = query;
  if (query.isError && !data) {
    return (
      <Card>
        <ErrorState
          text={messageOf(query.error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      </Card>
    );
  }
  if (!data) {
    return (
      <SkeletonRegion label="Loading the tax figures">
        <Skeleton className="h-72 w-full" />
      </SkeletonRegion>
    );
  }
  return (
    <div className="grid gap-6 [&>*]:min-w-0">
      <p className="prose-width text-muted">
        Figures for your own tax return. They are not IRS forms, and nothing was filed with the IRS.
        {!data.isOver &&
          ` ${year} is not over yet: these figures can change until the final summary, which is ready on Feb 3, ${year + 1}.`}
      </p>
      <Dividends figures={data} />
      <Sales figures={data} />
      <Rewards figures={data} />
    </div>
  );
}

const notFiled = <Badge tone="neutral">Not filed</Badge>;

/** Names short enough for seven columns; the sums below have those of the form. */
const shortNames: Record<keyof Boxes, string> = {
  ordinaryCents: 'Ordinary',
  qualifiedCents: 'Qualified',
  capitalGainCents: 'Capital gain',
  returnOfCapitalCents: 'Nondividend',
  section199aCents: 'Section 199A',
};

const dividendColumns: readonly DataColumn<DividendRow>[] = [
  { key: 'property', header: 'Property', rowHeader: true, cell: ({ propertyName }) => propertyName },
  {
    key: 'cash',
    header: 'Cash',
    amount: true,
    cell: ({ cashCents }) => <Money exact cents={cashCents} />,
  },
  ...DIVIDEND_BOXES.map(
    ({ key, box }): DataColumn<DividendRow> => ({
      key,
      header: `${box} ${shortNames[key]}`,
      amount: true,
      cell: ({ boxes }) => (boxes ? <Money exact cents={boxes[key]} /> : 'Not determined'),
    }),
  ),
];
const cashColumns = dividendColumns.slice(0, 2);

function Dividends({ figures: { year, dividends } }: { figures: TaxFigures }) {
  const { rows, boxes, cashCents, unclassifiedCents } = dividends;
  const hasBoxes = rows.some((row) => row.boxes !== null);
  return (
    <Card padded={false} title={`Form 1099-DIV, ${year}`} actions={notFiled}>
      {unclassifiedCents > 0 && (
        <Alert tone="neutral" className="mx-5 mb-4">
          The tax treatment of {formatUsdExact(unclassifiedCents)} of your distributions has not been
          determined yet. No boxes are filled in for it.
        </Alert>
      )}
      <DataTable
        caption={`Distributions of ${year} by property`}
        columns={hasBoxes ? dividendColumns : cashColumns}
        rows={rows}
        rowKey={({ propertyId }) => propertyId}
        empty={<p className="px-5 pb-5 text-muted">No distributions were paid to you in {year}.</p>}
      />
      {rows.length > 0 && (
        <DescriptionList
          className="border-t border-line px-4 py-3 sm:px-6"
          items={[
            ...(hasBoxes
              ? DIVIDEND_BOXES.map(({ key, box, name }) => ({
                  term: `${box} ${name}`,
                  value: <Money exact cents={boxes[key]} />,
                }))
              : []),
            { term: 'Cash received', value: <Money exact cents={cashCents} />, total: true },
          ]}
        />
      )}
    </Card>
  );
}

const saleColumns: readonly DataColumn<SaleRow>[] = [
  {
    key: 'description',
    header: '1a Description',
    rowHeader: true,
    cell: ({ description, acquiredDate, soldDate }) => (
      <span className="block text-start">
        {description}
        <span className="block text-sm font-normal text-muted">
          1b {formatDate(acquiredDate)}, 1c {formatDate(soldDate)}
        </span>
      </span>
    ),
  },
  {
    key: 'proceeds',
    header: '1d Proceeds',
    amount: true,
    cell: ({ proceedsCents, isGross }) => (
      <span className="block">
        <Money exact cents={proceedsCents} />
        <span className="block text-xs">6 {isGross ? 'Gross' : 'Net'}</span>
      </span>
    ),
  },
  {
    key: 'basis',
    header: '1e Cost basis',
    amount: true,
    cell: ({ basisCents, isBasisReported }) => (
      <span className="block">
        <Money exact cents={basisCents} />
        <span className="block text-xs">12 {isBasisReported ? 'Known here' : 'Not known'}</span>
      </span>
    ),
  },
  {
    key: 'discount',
    header: '1f Market discount',
    amount: true,
    cell: ({ marketDiscountCents }) => <Money exact cents={marketDiscountCents} />,
  },
  {
    key: 'wash',
    header: '1g Wash sale loss',
    amount: true,
    cell: ({ washSaleCents }) => <Money exact cents={washSaleCents} />,
  },
  {
    key: 'term',
    header: '2 Term',
    cell: ({ term, isNoncovered }) => (
      <span className="block">
        {term === 'short' ? 'Short' : 'Long'}
        <span className="block text-xs">5 {isNoncovered ? 'Noncovered' : 'Covered'}</span>
      </span>
    ),
  },
];

function Sales({ figures: { year, sales } }: { figures: TaxFigures }) {
  return (
    <Card padded={false} title={`Form 1099-B, ${year}`} actions={notFiled}>
      <DataTable
        caption={`Sales of ${year} by lot`}
        columns={saleColumns}
        rows={sales.rows}
        rowKey={({ id }) => id}
        empty={<p className="px-5 pb-5 text-muted">You sold no shares in {year}.</p>}
      />
      {sales.count > sales.rows.length && (
        <p className="border-t border-line p-4 text-sm text-muted">
          {`The newest ${sales.rows.length.toLocaleString('en-US')} of ${sales.count.toLocaleString('en-US')} lines. The CSV file has all of them.`}
        </p>
      )}
      {sales.rows.length > 0 && (
        <DescriptionList
          className="border-t border-line px-4 py-3 sm:px-6"
          items={[
            { term: '1d Proceeds', value: <Money exact cents={sales.proceedsCents} /> },
            { term: '1e Cost basis', value: <Money exact cents={sales.basisCents} /> },
            { term: '1g Wash sale loss', value: <Money exact cents={sales.washSaleCents} /> },
          ]}
        />
      )}
    </Card>
  );
}

function Rewards({ figures: { year, miscellaneous } }: { figures: TaxFigures }) {
  const { rewardsCents, threshold, isReported } = miscellaneous;
  return (
    <Card title={`Form 1099-MISC, ${year}`} actions={notFiled}>
      <DescriptionList
        items={[{ term: '3 Other income: referral rewards', value: <Money exact cents={rewardsCents} /> }]}
      />
      <p className="mt-2 text-sm text-muted">
        {threshold
          ? `A form is required starting at ${formatUsdExact(threshold.cents)} (${threshold.source}). ${isReported ? 'Your rewards meet this threshold.' : 'Your rewards are below this threshold.'}`
          : `The IRS threshold for ${year} is not available yet.`}{' '}
        Rewards are income either way.
      </p>
    </Card>
  );
}
