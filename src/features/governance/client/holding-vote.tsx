import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { trpc } from '#platform/browser/trpc.ts';
import type { Proposal } from '../governance.contract.ts';
import { VoteButtons } from './vote-buttons.tsx';

const MAX_SHOWN_PROPERTIES = 200;

/** The newest open proposal of each of these properties, by property. */
export function useOpenProposals(propertyIds: readonly number[]): ReadonlyMap<number, Proposal> {
  const { data = [] } = useQuery({
    ...trpc.governance.open.queryOptions({
      propertyIds: propertyIds.slice(0, MAX_SHOWN_PROPERTIES).sort((one, other) => one - other),
    }),
    enabled: propertyIds.length > 0,
  });
  return new Map(data.map((proposal) => [proposal.propertyId, proposal]));
}

/** The vote on a portfolio card: Yes or No, changeable. */
export function HoldingVote({ proposal }: { proposal: Proposal }) {
  return (
    <div className="relative z-10 mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="min-w-0 text-sm wrap-anywhere">
        <span className="text-muted">Open vote:</span>{' '}
        <Link
          to="/property/$id"
          params={{ id: String(proposal.propertyId) }}
          search={{ tab: 'governance' }}
          className="link-plain"
        >
          {proposal.title}
        </Link>
      </p>
      <VoteButtons proposal={proposal} choices={['yes', 'no']} />
    </div>
  );
}
