import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import { useState } from 'react';
import { useWaitingRequest, WaitingApproval } from '#features/approvals/client/index.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { formatMoment } from '#platform/browser/moment.ts';
import { useUser } from '#platform/browser/session.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Money } from '#ui/money.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { SearchBar } from '#ui/search-bar.tsx';
import type { AdminWithdrawal } from '../wallet.contract.ts';
import { type Decision, WithdrawalDialog } from './admin-withdrawal-dialog.tsx';
import { type WithdrawalsSearch, withdrawalsOptions } from './admin-withdrawal-queries.ts';

interface WithdrawalListProps {
  search: WithdrawalsSearch;
  onSearch: (search: { [Key in keyof WithdrawalsSearch]: unknown }) => void;
}

/** Everyone's withdrawals, with an admin's decisions on those that have not gone to the bank. */
export function WithdrawalList({ search, onSearch }: WithdrawalListProps) {
  const [asked, setAsked] = useState<{ withdrawal: AdminWithdrawal; decision: Decision } | null>(null);
  const list = useInfiniteQuery({ ...withdrawalsOptions(search), placeholderData: keepPreviousData });
  return (
    <>
      <SearchBar
        name="Find withdrawals"
        text={{
          label: 'Search withdrawals',
          placeholder: 'Email or ID',
          value: search.q,
          onSearch: (q) => onSearch({ ...search, q }),
        }}
        choice={{
          label: 'Status',
          all: 'All withdrawals',
          options: [
            { value: 'held', label: 'On hold' },
            { value: 'unsent', label: 'Not sent yet' },
          ],
          value: search.state ?? '',
          onSelect: (state) => onSearch({ ...search, state }),
        }}
      />
      <PagedList
        list={list}
        loadingLabel="Loading withdrawals"
        errorText={messageOf(list.error)}
        empty={<NoWithdrawals search={search} onSearch={onSearch} />}
      >
        {(withdrawals) => (
          <ul className="divide-y divide-line px-4 sm:px-6">
            {withdrawals.map((withdrawal) => (
              <WithdrawalLine
                key={withdrawal.id}
                withdrawal={withdrawal}
                onDecide={(decision) => setAsked({ withdrawal, decision })}
              />
            ))}
          </ul>
        )}
      </PagedList>
      {asked && <WithdrawalDialog {...asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function NoWithdrawals({ search, onSearch }: WithdrawalListProps) {
  const filtered = search.q !== undefined || search.state !== undefined;
  return (
    <EmptyState
      icon={Landmark}
      title={filtered ? 'No withdrawals found' : 'No withdrawals yet'}
      text={filtered ? 'No withdrawals match your search.' : 'Withdrawals to people’s banks appear here.'}
      action={
        filtered && (
          <Button variant="secondary" onClick={() => onSearch({})}>
            Clear the search
          </Button>
        )
      }
    />
  );
}

interface WithdrawalLineProps {
  withdrawal: AdminWithdrawal;
  onDecide: (decision: Decision) => void;
}

function WithdrawalLine({ withdrawal, onDecide }: WithdrawalLineProps) {
  const { id, amountCents, createdAt, person, holdReason, failureReason } = withdrawal;
  const reason = holdReason ?? failureReason;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          <Money exact cents={amountCents} /> to {person.name}
          <WithdrawalState withdrawal={withdrawal} />
          {person.frozen && <Badge tone="danger">Account frozen</Badge>}
        </p>
        <p className="mt-0.5 text-sm text-muted wrap-anywhere">
          {person.email} · requested {formatMoment(createdAt)}
        </p>
        <p className="text-xs text-muted wrap-anywhere">{id}</p>
        {reason && <p className="mt-1 text-sm wrap-anywhere">Reason: {reason}</p>}
        <WaitingApproval {...releaseOf(withdrawal)} className="mt-1" />
        {withdrawal.status === 'held' && person.frozen && (
          <p className="mt-1 text-sm text-muted">To release it, unfreeze the account first.</p>
        )}
      </div>
      <Decisions withdrawal={withdrawal} onDecide={onDecide} />
    </li>
  );
}

/** The release as another admin's approval is requested for it. */
const releaseOf = ({ id }: AdminWithdrawal) => ({
  commands: ['wallet.releaseWithdrawal'],
  subject: `transfer:${id}`,
});

const endLook = {
  completed: { tone: 'success', label: 'Completed' },
  failed: { tone: 'danger', label: 'Failed' },
  held: { tone: 'warning', label: 'On hold' },
} as const;

function WithdrawalState({ withdrawal: { status, sentAt } }: { withdrawal: AdminWithdrawal }) {
  if (status === 'pending')
    return <Badge tone="accent">{sentAt ? 'Sent to the bank' : 'Not sent yet'}</Badge>;
  const { tone, label } = endLook[status];
  return <Badge tone={tone}>{label}</Badge>;
}

function Decisions({ withdrawal, onDecide }: WithdrawalLineProps) {
  const isOwn = useUser().user?.id === withdrawal.person.id;
  const isRequested = useWaitingRequest(releaseOf(withdrawal)) !== undefined;
  const decisions = isOwn ? [] : decisionsOn(withdrawal, isRequested);
  return (
    <div className="flex flex-wrap gap-2">
      {decisions.map((decision) => (
        <Button
          key={decision}
          variant="secondary"
          size="small"
          className="min-h-10"
          onClick={() => onDecide(decision)}
        >
          {decisionLabel[decision]}
          <span className="sr-only"> the withdrawal of {withdrawal.person.name}</span>
        </Button>
      ))}
    </div>
  );
}

const decisionLabel = { hold: 'Hold', release: 'Release', reject: 'Reject' } as const;

function decisionsOn(
  { status, sentAt, person }: AdminWithdrawal,
  isReleaseRequested: boolean,
): readonly Decision[] {
  if (status === 'pending' && sentAt === null) return ['hold'];
  if (status !== 'held') return [];
  return person.frozen || isReleaseRequested ? ['reject'] : ['release', 'reject'];
}
