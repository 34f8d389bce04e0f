import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { UserSearch } from 'lucide-react';
import { WaitingApproval } from '#features/approvals/client/index.ts';
import { WithdrawalList } from '#features/wallet/client/index.ts';
import { formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Money } from '#ui/money.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { SearchBar } from '#ui/search-bar.tsx';
import { Tabs } from '#ui/tabs.tsx';
import type { ListedPerson } from '../back-office.contract.ts';
import { ACCOUNT_COMMANDS, AccountBadges } from './account-badges.tsx';
import { usersOptions } from './admin-queries.ts';
import { type UsersScreenProps, withdrawalsSearchOf } from './users-search.ts';

export function UsersScreen({ search, onSearch }: UsersScreenProps) {
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader
        title="Users"
        description="Everyone with an account, and their withdrawals. A frozen account cannot deposit, invest, trade, withdraw or vote."
      />
      <Tabs
        label="Users"
        selected={search.view ?? 'accounts'}
        onSelect={(id) => onSearch(id === 'withdrawals' ? { view: id } : {})}
        tabs={[
          {
            id: 'accounts',
            title: 'Accounts',
            content: <AccountList search={search} onSearch={onSearch} />,
          },
          {
            id: 'withdrawals',
            title: 'Withdrawals',
            content: (
              <WithdrawalList
                search={withdrawalsSearchOf(search)}
                onSearch={(next) => onSearch({ view: 'withdrawals', ...next })}
              />
            ),
          },
        ]}
      />
    </div>
  );
}

function AccountList({ search, onSearch }: UsersScreenProps) {
  const list = useInfiniteQuery({ ...usersOptions(search), placeholderData: keepPreviousData });
  return (
    <>
      <SearchBar
        name="Find users"
        text={{
          label: 'Search users',
          placeholder: 'Name, email or ID',
          value: search.q,
          onSearch: (q) => onSearch({ ...search, q }),
        }}
        choice={{
          label: 'Status',
          all: 'All accounts',
          options: [
            { value: 'active', label: 'Active' },
            { value: 'frozen', label: 'Frozen' },
            { value: 'closed', label: 'Closed' },
          ],
          value: search.state ?? '',
          onSelect: (state) => onSearch({ ...search, state }),
        }}
        more={[
          {
            label: 'Role',
            all: 'All roles',
            options: [
              { value: 'admin', label: 'Admins' },
              { value: 'user', label: 'Users' },
            ],
            value: search.role ?? '',
            onSelect: (role) => onSearch({ ...search, role }),
          },
          {
            label: 'Identity',
            all: 'Any identity status',
            options: [
              { value: 'verified', label: 'Verified' },
              { value: 'unverified', label: 'Not verified' },
            ],
            value: search.identity ?? '',
            onSelect: (identity) => onSearch({ ...search, identity }),
          },
        ]}
      />
      <PagedList
        list={list}
        loadingLabel="Loading users"
        errorText={messageOf(list.error)}
        empty={
          <EmptyState
            icon={UserSearch}
            title="No accounts found"
            text="No accounts match your search."
            action={
              <Button variant="secondary" onClick={() => onSearch({})}>
                Clear the search
              </Button>
            }
          />
        }
      >
        {(people) => (
          <ul className="divide-y divide-line px-4 sm:px-6">
            {people.map((person) => (
              <PersonLine key={person.id} person={person} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

/** The dot stays with the word before it, so that no line begins with one. */
const Separator = () => <span className="max-sm:hidden">{'\u00a0· '}</span>;

function PersonLine({ person }: { person: ListedPerson }) {
  const { id, name, email, availableCents, createdAt, frozen, closedAt } = person;
  return (
    <li className="flex items-center gap-x-4 py-4">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {name}
          <AccountBadges person={person} />
        </p>
        <p className="mt-0.5 text-sm text-muted wrap-anywhere">
          <span className="max-sm:block">{email}</span>
          <Separator />
          <span className="whitespace-nowrap max-sm:block">since {formatDate(createdAt)}</span>
          <Separator />
          <span className="whitespace-nowrap">
            <Money exact cents={availableCents} /> available
          </span>
        </p>
        {closedAt && <p className="mt-1 text-sm">Closed by its owner on {formatDate(closedAt)}</p>}
        {frozen && (
          <p className="mt-1 text-sm wrap-anywhere">
            Frozen since {formatDate(frozen.since)} by {frozen.by}: {frozen.reason}
          </p>
        )}
        <WaitingApproval commands={ACCOUNT_COMMANDS} subject={`user:${id}`} className="mt-1" />
      </div>
      <Link
        to="/admin-users/$id"
        params={{ id }}
        className={buttonClass({ variant: 'secondary', size: 'small' })}
      >
        Open<span className="sr-only"> the account of {name}</span>
      </Link>
    </li>
  );
}
