import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { kindLabel } from '#features/documents/client/index.ts';
import type { PropertyDetail } from '#features/properties/properties.contract.ts';
import { basisLabel } from '#features/valuations/client/index.ts';
import { MANAGEMENT_FEE_BPS } from '#kernel/fees.ts';
import { formatPercent, formatUsdExact } from '#kernel/money.ts';
import { quarterName } from '#kernel/months.ts';
import { counted } from '#kernel/plural.ts';
import { PRODUCT_NAME } from '#kernel/product.ts';
import { formatDate } from '#kernel/time.ts';
import { signInAddress, useUser } from '#platform/browser/session.ts';
import { Card } from '#ui/card.tsx';
import { type DataColumn, DataTable } from '#ui/data-table.tsx';
import { Money } from '#ui/money.tsx';
import { offeringQueries } from './offering-queries.ts';
import { OfferingSection } from './offering-section.tsx';

interface Payment {
  id: string;
  quarter: string;
  date: string;
  status: 'Paid' | 'Pending';
  totalCents: number;
  perShare: string | null;
}

const payments: readonly DataColumn<Payment>[] = [
  {
    key: 'quarter',
    header: 'Quarter',
    rowHeader: true,
    cell: ({ quarter, date, status }) => (
      <span className="block text-start">
        {quarterName(quarter)}
        <span className="block text-sm font-normal whitespace-nowrap text-muted">
          {status === 'Paid' ? formatDate(date) : `Due ${formatDate(date)}`}
        </span>
      </span>
    ),
  },
  {
    key: 'total',
    header: 'To shareholders',
    amount: true,
    cell: ({ totalCents, status }) =>
      status === 'Paid' && totalCents === 0 ? 'No payout' : <Money exact cents={totalCents} />,
  },
  {
    key: 'share',
    header: 'Per share',
    amount: true,
    cell: ({ perShare }) => (perShare === null ? '–' : `$${perShare}`),
  },
];

/** Payouts to holders, from the ledger. */
export function OfferingDistributions({ propertyId }: { propertyId: number }) {
  const { data: list } = useQuery(offeringQueries.distributions(propertyId));
  const { data: paid } = useQuery(offeringQueries.paid(propertyId));
  if (!list || !paid) return null;
  return (
    <OfferingSection id="distributions" title="Distributions">
      {paid.quarters === 0 ? (
        <p className="prose-width text-muted">
          Nothing has been distributed yet. Rent is reported monthly and paid out every quarter.
        </p>
      ) : (
        <p className="prose-width">
          Shareholders have been paid <strong className="amount">{formatUsdExact(paid.paidCents)}</strong> in{' '}
          {counted(paid.quarters, 'quarter')}, after the {formatPercent(MANAGEMENT_FEE_BPS / 100)} management
          fee.
        </p>
      )}
      <PaidEverywhere />
      {list.items.length > 0 && (
        <Card as="div" padded={false} className="mt-4 overflow-hidden">
          <DataTable
            tableFrom="phone"
            caption="Latest distributions"
            columns={payments}
            rows={list.items}
            rowKey={({ id }) => id}
          />
        </Card>
      )}
    </OfferingSection>
  );
}

/** Payouts of all properties, for those who judge the platform by one that has paid little yet. */
function PaidEverywhere() {
  const { data: paid } = useQuery(offeringQueries.paidEverywhere());
  if (!paid || paid.paidCents === 0) return null;
  return (
    <p className="prose-width mt-2">
      Across all properties, {PRODUCT_NAME} has paid shareholders{' '}
      <strong className="amount">{formatUsdExact(paid.paidCents)}</strong> so far, in{' '}
      {counted(paid.quarters, 'distribution')}.
    </p>
  );
}

interface Step {
  from: string;
  basis: keyof typeof basisLabel;
  effectiveOn: string | null;
  perShareCents: number;
}

const steps: readonly DataColumn<Step>[] = [
  {
    key: 'from',
    header: 'From',
    rowHeader: true,
    cell: ({ from }) => <span className="block text-start whitespace-nowrap">{formatDate(from)}</span>,
  },
  {
    key: 'basis',
    header: 'Based on',
    cell: ({ basis, effectiveOn }) =>
      basisLabel[basis] + (effectiveOn === null ? '' : ` of ${formatDate(effectiveOn)}`),
  },
  {
    key: 'value',
    header: 'Per share',
    amount: true,
    cell: ({ perShareCents }) => <Money exact cents={perShareCents} />,
  },
];

/** Values of a share, with their first days. */
export function OfferingValue({ propertyId }: { propertyId: number }) {
  const { data } = useQuery(offeringQueries.value(propertyId));
  if (!data || data.steps.length === 0) return null;
  return (
    <OfferingSection id="value" title="Value history">
      {data.lastTrade && (
        <p className="prose-width mb-4">
          The last resale was at <strong>{formatUsdExact(data.lastTrade.pricePerShareCents)}</strong> a share,
          on {formatDate(data.lastTrade.at)}.
        </p>
      )}
      <Card as="div" padded={false} className="overflow-hidden">
        <DataTable
          tableFrom="phone"
          caption="Value of a share over time"
          columns={steps}
          rows={data.steps.toReversed()}
          rowKey={({ from, basis }) => from + basis}
        />
      </Card>
    </OfferingSection>
  );
}

/** The documents on record. Their files are for signed-in people, as some name tenants and accounts. */
export function OfferingDocuments({ property }: { property: PropertyDetail }) {
  const { user } = useUser();
  const { data } = useQuery(offeringQueries.documents(property.id));
  if (!data) return null;
  const address = `/property/${property.id}?tab=documents`;
  return (
    <OfferingSection id="documents" title="Documents">
      {data.length === 0 ? (
        <p className="text-muted">No documents are on record yet.</p>
      ) : (
        <>
          <ul className="divide-y divide-line border-y border-line">
            {data.map(({ id, kind, title, dated }) => (
              <li key={id} className="flex items-start gap-3 py-3">
                <FileText size={18} className="mt-1 shrink-0 text-brass" aria-hidden="true" />
                <span className="min-w-0 wrap-anywhere">
                  <span className="block font-medium">{title}</span>
                  <span className="block text-sm text-muted">
                    {kindLabel[kind]}, {formatDate(dated)}
                  </span>
                </span>
              </li>
            ))}
          </ul>
          <a
            href={user ? address : signInAddress(address)}
            className="link-plain mt-2 inline-flex min-h-11 items-center"
          >
            {user ? 'Open the documents' : 'Sign in to open the documents'}
          </a>
        </>
      )}
    </OfferingSection>
  );
}
