import { useInfiniteQuery } from '@tanstack/react-query';
import { Vote } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { LoadMore } from '#ui/load-more.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import { ProposalCard } from './proposal-card.tsx';
import { ProposeDialog } from './propose-dialog.tsx';

/** A property's proposals, the newest first (PROP-17). */
export function GovernancePanel({ propertyId }: { propertyId: number }) {
  const [proposing, setProposing] = useState(false);
  const list = useInfiniteQuery(
    trpc.governance.proposals.infiniteQueryOptions(
      { propertyId, limit: 10 },
      { getNextPageParam: (page) => page.nextCursor },
    ),
  );
  if (list.isPending) return <ProposalsSkeleton />;
  if (!list.data) {
    return (
      <Card>
        <ErrorState
          text={messageOf(list.error)}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      </Card>
    );
  }
  const proposals = list.data.pages.flatMap((page) => page.items);
  const canPropose = list.data.pages[0]?.canPropose ?? false;
  const propose = canPropose && (
    <Button size="small" onClick={() => setProposing(true)}>
      New proposal
    </Button>
  );
  return (
    <>
      <Card title="Proposals" padded={false} actions={proposals.length > 0 && propose}>
        {proposals.length === 0 ? (
          <EmptyState
            icon={Vote}
            level={3}
            title="Nothing to vote on yet"
            text="Proposals of the owner appear here, and holders vote on them with their shares."
            action={propose || undefined}
          />
        ) : (
          proposals.map((proposal) => <ProposalCard key={proposal.id} proposal={proposal} />)
        )}
        <LoadMore pages={list} errorText={messageOf(list.error)} />
      </Card>
      {proposing && <ProposeDialog propertyId={propertyId} onClose={() => setProposing(false)} />}
    </>
  );
}

function ProposalsSkeleton() {
  return (
    <SkeletonRegion label="Loading the proposals">
      <Card as="div">
        <Skeleton className="h-6 w-40" />
        <Skeleton className="mt-6 h-5 w-64" />
        <Skeleton className="mt-3 h-4" />
        <Skeleton className="mt-6 h-16" />
        <Skeleton className="mt-6 h-11 w-72" />
      </Card>
    </SkeletonRegion>
  );
}
