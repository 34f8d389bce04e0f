import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarClock, CircleDollarSign, FileText, Hourglass } from 'lucide-react';
import { showFailure } from '#features/identity/client/index.ts';
import { monthName, quarterName } from '#kernel/months.ts';
import { counted } from '#kernel/plural.ts';
import { formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { trpcClient } from '#platform/browser/trpc.ts';
import { useCsvDownload } from '#platform/browser/use-csv-download.ts';
import { isDemo } from '#platform/browser/variant.ts';
import { Alert } from '#ui/alert.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { type DataColumn, DataTable } from '#ui/data-table.tsx';
import { DownloadButton } from '#ui/download-button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadMore } from '#ui/load-more.tsx';
import { Money } from '#ui/money.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { StatCard } from '#ui/stat-card.tsx';
import type { OwnerOverview, OwnerReport, OwnerRow } from '../distributions.contract.ts';
import { ownerHistoryOptions, ownerOverviewOptions, ownerReportsOptions } from './distribution-queries.ts';
import { PaymentBadge } from './payment-badge.tsx';

/** Rents and distributions of the caller's properties. */
export function OwnerDistributionsScreen() {
  const { data: overview } = useSuspenseQuery(ownerOverviewOptions());
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader
        title="Earnings distribution"
        description="Report each month’s rent and expenses. What remains is paid to shareholders every quarter."
        actions={<ExportButton />}
      />
      <div className="grid grid-cols-2 gap-3 max-sm:*:last:col-span-2 sm:grid-cols-3 sm:gap-4">
        <StatCard
          label="Total paid"
          icon={CircleDollarSign}
          value={<Money exact cents={overview.totalPaidCents} />}
        />
        <StatCard
          label="Pending payments"
          icon={Hourglass}
          value={<Money exact cents={overview.totalPendingCents} />}
        />
        <StatCard
          label="Next payment date"
          icon={CalendarClock}
          value={formatDate(overview.nextPaymentDate)}
        />
      </div>
      <Returned statements={overview.returned} />
      <Reports />
      <History />
    </div>
  );
}

const propertyColumns: readonly DataColumn<OwnerReport>[] = [
  {
    key: 'name',
    header: 'Property',
    rowHeader: true,
    cell: (row) => <span className="block text-start wrap-anywhere">{row.name}</span>,
  },
  {
    key: 'due',
    header: 'To report',
    mobilePlacement: 'underName',
    cell: ({ dueMonths }) => dueText(dueMonths),
  },
  {
    key: 'rent',
    header: 'Rent account',
    amount: true,
    cell: (row) => <Money exact cents={row.rentAccountCents} />,
  },
  {
    key: 'reserve',
    header: 'Reserve',
    amount: true,
    cell: (row) => <Money exact cents={row.reserveCents} />,
  },
  {
    key: 'action',
    header: 'Actions',
    headerHidden: true,
    align: 'end',
    mobilePlacement: 'lead',
    cell: ({ propertyId, name, dueMonths }) => (
      <Link
        to="/owner-report"
        search={{ property: propertyId }}
        className={buttonClass({ size: 'small', variant: dueMonths.length > 0 ? 'primary' : 'secondary' })}
        aria-label={`${dueMonths.length > 0 ? 'Report a month' : 'Reports'} of ${name}`}
      >
        {dueMonths.length > 0 ? 'Report a month' : 'Reports'}
      </Link>
    ),
  },
];

function dueText(months: OwnerReport['dueMonths']): string {
  const [first, ...more] = months;
  if (!first) return 'Nothing due';
  if (more.length === 0) return `${monthName(first)} due`;
  return `${counted(months.length, 'month')} due, from ${monthName(first)}`;
}

function Returned({ statements }: { statements: OwnerOverview['returned'] }) {
  return statements.map(({ id, propertyId, propertyName, quarter, reason }) => (
    <Alert
      key={id}
      tone="warning"
      title={`${propertyName}, ${quarterName(quarter)}`}
      className="mt-6"
      action={
        <Link
          to="/owner-report"
          search={{ property: propertyId }}
          aria-label={`Correct a month of ${propertyName}`}
          className={buttonClass({ variant: 'secondary', size: 'small' })}
        >
          Correct a month
        </Link>
      }
    >
      The statement was returned: {reason} Correct the month, and it is prepared again.
    </Alert>
  ));
}

function Reports() {
  const list = useSuspenseInfiniteQuery(ownerReportsOptions());
  return (
    <Card title="Monthly reports" padded={false} className="mt-8">
      <DataTable
        caption="Your properties and the months to report"
        columns={propertyColumns}
        rows={list.data.pages.flatMap((page) => page.items)}
        rowKey={(row) => row.propertyId}
        empty={
          <EmptyState
            icon={FileText}
            title="No properties on the market yet"
            text={
              isDemo
                ? 'You are viewing the demo as an investor. Choose Owner under “View as” to see rent, reports and payouts.'
                : 'Once your property is approved, you report its rent here.'
            }
            action={
              <Link to="/submit-property" className={buttonClass({})}>
                Submit a property
              </Link>
            }
          />
        }
      />
      <LoadMore pages={list} errorText={messageOf(list.error)} />
    </Card>
  );
}

const historyColumns: readonly DataColumn<OwnerRow>[] = [
  {
    key: 'property',
    header: 'Property',
    rowHeader: true,
    cell: (row) => (
      <span className="block text-start wrap-anywhere">
        <Link
          to="/statement/$id"
          params={{ id: row.id }}
          className="link-plain inline-flex min-h-6 items-center"
        >
          {row.propertyName}
        </Link>
        <time dateTime={row.date} className="block text-sm font-normal text-muted">
          {formatDate(row.date)}
        </time>
      </span>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    amount: true,
    mobilePlacement: 'lead',
    cell: (row) => <Money exact cents={row.amountCents} />,
  },
  {
    key: 'status',
    header: 'Status',
    mobilePlacement: 'underLead',
    cell: (row) => <PaymentBadge status={row.status} cents={row.amountCents} />,
  },
  { key: 'notes', header: 'Notes', cell: (row) => row.notes },
];

function History() {
  const list = useSuspenseInfiniteQuery(ownerHistoryOptions());
  return (
    <Card title="History" padded={false} className="mt-8">
      <DataTable
        caption="Distributions of your properties, newest first"
        columns={historyColumns}
        rows={list.data.pages.flatMap((page) => page.items)}
        rowKey={(row) => row.id}
        empty={
          <EmptyState
            icon={CircleDollarSign}
            title="No distributions yet"
            text="A quarter appears here once its three months are reported."
          />
        }
      />
      <LoadMore pages={list} errorText={messageOf(list.error)} />
    </Card>
  );
}

function ExportButton() {
  const file = useCsvDownload(() => trpcClient.distributions.ownerCsv.query(), {
    onFailed: (error) => showFailure(error),
  });
  return (
    <DownloadButton busy={file.busy} onClick={() => void file.run()}>
      Export CSV
    </DownloadButton>
  );
}
