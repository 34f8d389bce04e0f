import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { UserSearch } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { useUser } from '#platform/browser/session.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Money } from '#ui/money.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { Tabs } from '#ui/tabs.tsx';
import type { PersonOfList } from '../back-office.contract.ts';
import { peopleOptions } from './admin-queries.ts';
import { FreezeDialog } from './freeze-dialog.tsx';
import type { PeopleScreenProps } from './people-search.ts';
import { WithdrawalList } from './withdrawal-list.tsx';

export function PeopleScreen({ search, onSearch }: PeopleScreenProps) {
  return (
    <div className="page-width py-8 sm:py-12">
      <PageHeader
        title="People"
        description="Everyone with an account, and their withdrawals. A frozen account cannot invest, trade, withdraw or vote."
      />
      <Tabs
        label="People"
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
            content: <WithdrawalList search={search} onSearch={onSearch} />,
          },
        ]}
      />
    </div>
  );
}

function AccountList({ search, onSearch }: PeopleScreenProps) {
  const [chosen, setChosen] = useState<PersonOfList | null>(null);
  const list = useInfiniteQuery({ ...peopleOptions(search), placeholderData: keepPreviousData });
  return (
    <>
      <search aria-label="Find people" className="mb-5 flex flex-wrap gap-2.5">
        <SearchField
          label="Search people"
          placeholder="Email or id"
          value={search.q ?? ''}
          onSearch={(q) => onSearch({ ...search, q })}
          className="grow basis-56"
        />
        <SelectField
          label="State"
          labelHidden
          placeholder="All accounts"
          options={[{ value: 'frozen', label: 'Frozen' }]}
          value={search.state ?? ''}
          onChange={(event) => onSearch({ ...search, state: event.target.value })}
          className="grow basis-40 sm:max-w-56"
        />
      </search>
      <PagedList
        list={list}
        loadingLabel="Loading people"
        errorText={messageOf(list.error)}
        empty={
          <EmptyState
            icon={UserSearch}
            title="Nobody found"
            text="No account matches this search."
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
              <PersonLine key={person.id} person={person} onChoose={() => setChosen(person)} />
            ))}
          </ul>
        )}
      </PagedList>
      {chosen && <FreezeDialog person={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

function PersonLine({ person, onChoose }: { person: PersonOfList; onChoose: () => void }) {
  const { id, name, email, emailConfirmed, role, availableCents, createdAt, frozen } = person;
  const isOwn = useUser().user?.id === id;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {name}
          {role === 'admin' && <Badge tone="accent">Admin</Badge>}
          {!emailConfirmed && <Badge tone="warning">Email not confirmed</Badge>}
          {frozen && <Badge tone="danger">Frozen</Badge>}
        </p>
        <p className="mt-0.5 text-sm text-muted wrap-anywhere">
          {email} · since {formatDate(createdAt)} · <Money exact cents={availableCents} /> available
        </p>
        <p className="text-xs text-muted wrap-anywhere">{id}</p>
        {frozen && (
          <p className="mt-1 text-sm wrap-anywhere">
            Since {formatDate(frozen.since)}: {frozen.reason}
          </p>
        )}
      </div>
      {!isOwn && (
        <Button variant="secondary" size="small" className="min-h-10" onClick={onChoose}>
          {frozen ? 'Unfreeze' : 'Freeze'}
          <span className="sr-only"> {name}’s account</span>
        </Button>
      )}
    </li>
  );
}
