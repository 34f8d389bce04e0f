import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { firstPaymentOf, paymentAfter } from '#features/distributions/client/index.ts';
import type { DistributionRow } from '#features/distributions/distributions.contract.ts';
import type { OfferingView } from '#features/offerings/offerings.contract.ts';
import { addressText, LocationMap, MapToggle } from '#features/properties/client/index.ts';
import type { PropertyDetail } from '#features/properties/properties.contract.ts';
import { neverSoldItem } from '#features/resale/client/index.ts';
import { basedOnText, loanToValueBps } from '#features/valuations/client/index.ts';
import { type Cents, formatBps } from '#kernel/money.ts';
import { formatDate } from '#kernel/time.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Card } from '#ui/card.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Money } from '#ui/money.tsx';

/** Facts that buyers ask for first: location, debt, payment dates, and whether listings find a buyer. */
export function PropertyFacts({ property }: { property: PropertyDetail }) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Location property={property} />
      <Facts property={property} />
    </div>
  );
}

function Location({ property }: { property: PropertyDetail }) {
  const { name, latitude, longitude } = property;
  const [isOpen, setOpen] = useState(() => matchMedia('(width >= 40rem)').matches);
  const place = latitude !== null && longitude !== null && { latitude, longitude };
  return (
    <Card
      title="Location"
      description={<span className="wrap-anywhere">{addressText(property)}</span>}
      actions={place && <MapToggle open={isOpen} onToggle={() => setOpen(!isOpen)} />}
      className="min-w-0"
    >
      {place ? (
        isOpen && <LocationMap place={place} label={`${name} on a map of the states around it`} />
      ) : (
        <p className="text-muted">It has no location on the map yet.</p>
      )}
    </Card>
  );
}

function Facts({ property }: { property: PropertyDetail }) {
  const { id, valuationCents, value, debtCents, offering } = property;
  const payments = useQuery(trpc.distributions.ofProperty.queryOptions({ propertyId: id, limit: 2 })).data;
  const trading = useQuery(trpc.resale.tradingFigures.queryOptions({ propertyId: id })).data;
  const basis = value.effectiveOn === null ? 'from the offering' : basedOnText(value);
  const loanToValue =
    debtCents > 0 ? formatBps(loanToValueBps({ amountCents: valuationCents, debtCents })) : null;
  return (
    <Card title="Facts for buyers" className="min-w-0">
      <DescriptionList
        className="divide-y divide-line"
        items={[
          { term: 'Valuation', value: <Fact value={<Money cents={valuationCents} />} note={basis} /> },
          {
            term: 'Debt',
            value:
              loanToValue === null ? (
                'None'
              ) : (
                <Fact value={<Money cents={debtCents} />} note={`${loanToValue} of the valuation`} />
              ),
          },
          ...(payments ? paymentsOf(payments.items, offering) : []),
          ...(trading ? [neverSoldItem(trading.neverSold)] : []),
        ]}
      />
    </Card>
  );
}

function Fact({ value, note }: { value: ReactNode; note: ReactNode }) {
  return (
    <>
      {value}
      <span className="block text-sm text-balance whitespace-normal text-muted">{note}</span>
    </>
  );
}

/** The next payment, and the last one with the way to its statement. */
function paymentsOf(rows: readonly DistributionRow[], offering: OfferingView) {
  const pending = rows.find(({ status }) => status === 'Pending');
  const paid = rows.find(({ status }) => status === 'Paid');
  const [newest] = rows;
  return [
    {
      term: 'Next payment',
      value: pending ? (
        <Fact value={formatDate(pending.date)} note={<ToShareholders cents={pending.totalCents} />} />
      ) : (
        <DueDate
          due={newest ? paymentAfter(newest.quarter) : firstPaymentFor(offering)}
          closesAt={newest ? null : offering.closesAt}
        />
      ),
    },
    ...(paid ? [{ term: 'Last payment', value: <LastPayment payment={paid} /> }] : []),
  ];
}

/** Null for an offering that is neither funded nor running. */
function firstPaymentFor({ fundedAt, closesAt }: OfferingView): Date | null {
  const from = fundedAt ?? closesAt;
  return from === null ? null : firstPaymentOf(new Date(from));
}

/** A payment without a statement so far. */
function DueDate({ due, closesAt }: { due: Date | null; closesAt: string | null }) {
  if (due === null) return <Fact value="Not set yet" note="after the first quarter with rent" />;
  if (closesAt !== null) {
    return <Fact value={formatDate(due)} note={`if the offering succeeds by ${formatDate(closesAt)}`} />;
  }
  const note = due < new Date() ? 'overdue: the quarter is not fully reported' : 'amount not known yet';
  return <Fact value={formatDate(due)} note={note} />;
}

function ToShareholders({ cents }: { cents: Cents }) {
  return (
    <>
      <Money exact cents={cents} /> to all shareholders
    </>
  );
}

/** Only those who can open the entries are led to them. */
function LastPayment({ payment: { id, date, totalCents, seesEntries } }: { payment: DistributionRow }) {
  return (
    <Fact
      value={formatDate(date)}
      note={
        <>
          <ToShareholders cents={totalCents} />
          <Link
            to="/statement/$id"
            params={{ id }}
            className="link-plain flex min-h-6 items-center justify-end"
          >
            {seesEntries ? 'See the statement and receipts' : 'See the statement'}
          </Link>
        </>
      }
    />
  );
}
