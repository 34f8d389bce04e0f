import { useInfiniteQuery } from '@tanstack/react-query';
import { Vote } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { dialogOnDemand } from '#ui/on-demand.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { ProposalCard } from './proposal-card.tsx';

const ProposeDialog = dialogOnDemand(async () => (await import('./propose-dialog.tsx')).ProposeDialog);

/** A property's proposals, the newest first. */
export function GovernancePanel({ propertyId }: { propertyId: number }) {
  const [proposing, setProposing] = useState(false);
  const list = useInfiniteQuery(
    trpc.governance.proposals.infiniteQueryOptions(
      { propertyId, limit: 10 },
      { getNextPageParam: (page) => page.nextCursor },
    ),
  );
  const canPropose = list.data?.pages[0]?.canPropose ?? false;
  const isEmpty = list.data?.pages[0]?.items.length === 0;
  const propose = canPropose && (
    <Button size="small" onClick={() => setProposing(true)}>
      New proposal
    </Button>
  );
  return (
    <>
      <Card title="Proposals" padded={false} actions={!isEmpty && propose}>
        <PagedList
          list={list}
          place="in a card"
          loadingLabel="Loading the proposals"
          skeleton={<ProposalSkeleton />}
          errorText={messageOf(list.error)}
          empty={
            <EmptyState
              icon={Vote}
              level={3}
              title="Nothing to vote on yet"
              text="The owner’s proposals appear here, and shareholders vote on them with their shares."
              action={propose || undefined}
            />
          }
        >
          {(proposals) => proposals.map((proposal) => <ProposalCard key={proposal.id} proposal={proposal} />)}
        </PagedList>
      </Card>
      {proposing && <ProposeDialog propertyId={propertyId} onClose={() => setProposing(false)} />}
    </>
  );
}

function ProposalSkeleton() {
  return (
    <div className="px-4 pb-6 sm:px-6">
      <Skeleton className="h-5 max-w-64" />
      <Skeleton className="mt-3 h-4" />
      <Skeleton className="mt-6 h-16" />
      <Skeleton className="mt-6 h-11 max-w-72" />
    </div>
  );
}
