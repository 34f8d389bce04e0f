import { useInfiniteQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#platform/browser/errors.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Tabs } from '#ui/tabs.tsx';
import type { ApprovalRequest } from '../approvals.contract.ts';
import { type Decision, DecisionDialog } from './approval-dialogs.tsx';
import { listOptions } from './approval-queries.ts';
import { ApprovalSummary } from './approval-summary.tsx';
import type { ApprovalsSearch } from './approvals-search.ts';
import { RequestCard } from './request-card.tsx';

interface ApprovalsScreenProps {
  search: ApprovalsSearch;
  onSearch: (search: ApprovalsSearch) => void;
}

/** Requests of admins for approval by another, with their outcomes. */
export function ApprovalsScreen({ search, onSearch }: ApprovalsScreenProps) {
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader
        title="Approvals"
        description="Requests that need a second admin. Approving carries out exactly what was requested."
      />
      <ApprovalSummary className="-mt-2 mb-5 text-sm text-muted" />
      <Tabs
        label="Requests"
        selected={search.view ?? 'waiting'}
        onSelect={(id) => onSearch(id === 'history' ? { view: id } : {})}
        tabs={[
          { id: 'waiting', title: 'Waiting', content: <Requests search={{}} /> },
          { id: 'history', title: 'History', content: <Requests search={{ view: 'history' }} /> },
        ]}
      />
    </div>
  );
}

function Requests({ search }: { search: ApprovalsSearch }) {
  const list = useInfiniteQuery(listOptions(search));
  const [asked, setAsked] = useState<{ request: ApprovalRequest; decision: Decision } | null>(null);
  const isHistory = search.view === 'history';
  return (
    <div className="mt-5">
      <PagedList
        list={list}
        place="on the page"
        loadingLabel="Loading requests"
        skeleton={<Skeleton className="h-72" />}
        errorText={messageOf(list.error)}
        empty={
          <EmptyState
            icon={UsersRound}
            title={isHistory ? 'No decisions yet' : 'No requests waiting'}
            text={
              isHistory
                ? 'Requests appear here once they are approved, declined, withdrawn or expired.'
                : 'When an admin asks a second admin to approve something, it appears here.'
            }
          />
        }
      >
        {(requests) => (
          <ul className="grid gap-5">
            {requests.map((request) => (
              <RequestCard
                key={request.id}
                request={request}
                onDecide={(decision) => setAsked({ request, decision })}
              />
            ))}
          </ul>
        )}
      </PagedList>
      {asked && <DecisionDialog {...asked} onClose={() => setAsked(null)} />}
    </div>
  );
}
