import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { HoldingVote, useOpenProposals } from '#features/governance/client/index.ts';
import type { Proposal } from '#features/governance/governance.contract.ts';
import { PropertyPicture, sharePriceText } from '#features/properties/client/index.ts';
import { valueBasisText } from '#features/valuations/client/index.ts';
import { bpsOf, type Cents, formatBps } from '#kernel/money.ts';
import { counted } from '#kernel/plural.ts';
import { formatDate } from '#kernel/time.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Badge } from '#ui/badge.tsx';
import { Money } from '#ui/money.tsx';
import { ExactAmount } from '#ui/no-figure.tsx';
import { ShowAll } from '#ui/show-all.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { Holding } from '../portfolio.contract.ts';
import { changeText, holdingNoticeOf } from './portfolio-figures.ts';

const MAX_FIRST_HOLDINGS = 5;

/** Holdings, the largest value first. */
export function HoldingList({ holdings }: { holdings: readonly Holding[] }) {
  const { data: income, isPending } = useQuery(trpc.portfolio.income.queryOptions());
  const received = new Map(income?.properties.map((one) => [one.propertyId, one.receivedCents]));
  const [all, setAll] = useState(false);
  const sorted = holdings.toSorted((one, other) => other.valueCents - one.valueCents);
  const shown = all ? sorted : sorted.slice(0, MAX_FIRST_HOLDINGS);
  const proposals = useOpenProposals(holdings.map(({ propertyId }) => propertyId));
  return (
    <>
      <ul className="divide-y divide-line">
        {shown.map((holding) => (
          <HoldingRow
            key={holding.propertyId}
            holding={holding}
            proposal={proposals.get(holding.propertyId)}
            receivedCents={income && (received.get(holding.propertyId) ?? 0)}
            isIncomePending={isPending}
          />
        ))}
      </ul>
      {holdings.length > MAX_FIRST_HOLDINGS && (
        <ShowAll open={all} count={holdings.length} onToggle={() => setAll(!all)} />
      )}
    </>
  );
}

interface HoldingRowProps {
  holding: Holding;
  proposal: Proposal | undefined;
  /** Distributions that it paid; undefined until they are known. */
  receivedCents: Cents | undefined;
  isIncomePending: boolean;
}

function HoldingRow({ holding, proposal, receivedCents, isIncomePending }: HoldingRowProps) {
  const { shares } = holding;
  return (
    <li className="relative flex flex-wrap items-start gap-x-4 gap-y-3 p-4 hover:bg-quiet-soft/50 sm:flex-nowrap sm:items-center sm:px-6">
      <PropertyPicture
        property={{ ...holding, id: holding.propertyId }}
        format="thumb"
        className="aspect-[4/3] w-20 shrink-0 rounded-field sm:w-28"
      />
      <div className="min-w-0 flex-1">
        <h3 className="text-lg wrap-anywhere">
          <Link
            to="/property/$id"
            params={{ id: String(holding.propertyId) }}
            className="after:absolute after:inset-0 hover:underline"
          >
            {holding.name}
          </Link>
        </h3>
        <p className="text-sm text-muted wrap-anywhere">{holding.location}</p>
        <p className="amount mt-1 text-sm">
          {counted(shares, 'share')} at {sharePriceText(holding.value.perShareCents)}
        </p>
        <p className="text-sm text-muted">{basisOf(holding)}</p>
        <Returns holding={holding} receivedCents={receivedCents} isIncomePending={isIncomePending} />
        {proposal && <HoldingVote proposal={proposal} />}
        <HoldingNotice holding={holding} />
      </div>
      <div className="flex w-full items-center justify-between gap-x-6 gap-y-1 sm:w-auto sm:flex-col sm:items-end">
        <Badge tone="accent" icon={false}>
          {formatBps(holding.annualYieldBps)} yield
        </Badge>
        <p className="text-end">
          <Money cents={holding.valueCents} className="text-lg font-semibold tracking-tight" />
          <span className="block text-sm text-muted">
            Since <time dateTime={holding.firstInvestedAt}>{formatDate(holding.firstInvestedAt)}</time>
          </span>
        </p>
      </div>
    </li>
  );
}

/** Gain and income of the shares: two figures, never added to one. */
function Returns({ holding, receivedCents, isIncomePending }: Omit<HoldingRowProps, 'proposal'>) {
  const { valueCents, investedCents } = holding;
  const gain = valueCents - investedCents;
  const bps = investedCents === 0 ? 0 : bpsOf(gain, investedCents);
  return (
    <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
      <div className="flex flex-wrap gap-x-2">
        <dt className="text-muted whitespace-nowrap">Price return</dt>
        <dd className="amount font-medium">
          <Money exact signed cents={gain} />
          {gain !== 0 && (
            <span className={gain < 0 ? 'text-negative' : 'text-positive'}> ({changeText(bps)})</span>
          )}
        </dd>
      </div>
      <div className="flex flex-wrap gap-x-2">
        <dt className="text-muted whitespace-nowrap">Income received</dt>
        <dd className="amount font-medium">
          {isIncomePending ? <Skeleton className="mt-1 h-4 w-16" /> : <ExactAmount cents={receivedCents} />}
        </dd>
      </div>
    </dl>
  );
}

function basisOf({ value, pricePerShareCents }: Holding): string {
  const basis = valueBasisText(value);
  const text = basis.charAt(0).toUpperCase() + basis.slice(1);
  if (value.perShareCents === pricePerShareCents) return text;
  return `${text}; ${sharePriceText(pricePerShareCents)} in the offering`;
}

function HoldingNotice({ holding }: { holding: Holding }) {
  const notice = holdingNoticeOf(holding);
  if (notice === null) return null;
  const { title, text, tone } = notice;
  return (
    <div className="mt-2 grid justify-items-start gap-1">
      <Badge tone={tone}>{title}</Badge>
      <p className="text-sm text-muted">{text}</p>
    </div>
  );
}
