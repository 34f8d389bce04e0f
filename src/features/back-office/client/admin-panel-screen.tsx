import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { ClipboardCheck } from 'lucide-react';
import { useState } from 'react';
import { ApprovalSummary } from '#features/approvals/client/index.ts';
import { LenderPaymentDialogs } from '#features/offerings/client/index.ts';
import { propertyStatusLabel } from '#features/properties/client/index.ts';
import type { AdminProperty } from '#features/properties/review.contract.ts';
import { optionsOf } from '#kernel/options.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { SearchBar } from '#ui/search-bar.tsx';
import { adminListOptions } from './admin-queries.ts';
import type { AdminSearch } from './admin-search.ts';
import { PropertyTable } from './property-table.tsx';
import { ApproveDialog, RejectDialog, ResetDialog } from './status-dialogs.tsx';
import { type StatusChange, useStatusChange } from './use-status-change.ts';
import { WaitingWork } from './waiting-work.tsx';

export interface AdminPanelScreenProps {
  search: AdminSearch;
  onSearch: (search: { [Key in keyof AdminSearch]: unknown }) => void;
}

const statusOptions = optionsOf(propertyStatusLabel);

export function AdminPanelScreen({ search, onSearch }: AdminPanelScreenProps) {
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader
        title="Admin panel"
        description="Decisions waiting for you, and every property on the platform."
      />
      <WaitingWork />
      <ApprovalSummary linked className="mb-8 text-sm text-muted" />
      <h2 className="mb-3 text-xl">Properties</h2>
      <SearchBar
        name="Find properties"
        text={{
          label: 'Search properties',
          placeholder: 'Name or address',
          value: search.q,
          onSearch: (q) => onSearch({ ...search, q }),
        }}
        choice={{
          label: 'Status',
          all: 'All statuses',
          options: statusOptions,
          value: search.status ?? '',
          onSelect: (status) => onSearch({ ...search, status }),
        }}
        more={[
          {
            label: 'Outstanding',
            all: 'All properties',
            options: [
              { value: 'lender', label: 'Lender to pay' },
              { value: 'reports', label: 'Months to report' },
            ],
            value: search.outstanding ?? '',
            onSelect: (outstanding) => onSearch({ ...search, outstanding }),
          },
        ]}
      />
      <PropertyList search={search} onClear={() => onSearch({})} />
    </div>
  );
}

/** The row whose dialog is open, as it was when it opened: another admin's decision may remove it from the list. */
interface OpenDialog {
  about: 'approve' | 'reject' | 'reset' | 'payLender';
  property: AdminProperty;
}

function PropertyList({ search, onClear }: { search: AdminSearch; onClear: () => void }) {
  const list = useInfiniteQuery({ ...adminListOptions(search), placeholderData: keepPreviousData });
  const { change, changing } = useStatusChange();
  const [asked, setAsked] = useState<OpenDialog | null>(null);
  const close = () => setAsked(null);

  async function confirm(wanted: StatusChange) {
    if (await change(wanted)) close();
  }

  const dialog = asked && {
    property: asked.property,
    busy: changing !== null,
    onConfirm: confirm,
    onClose: close,
  };
  return (
    <>
      <PagedList
        list={list}
        loadingLabel="Loading properties"
        errorText={messageOf(list.error)}
        empty={<NoProperties filtered={Object.keys(search).length > 0} onClear={onClear} />}
      >
        {(rows) => (
          <PropertyTable
            rows={rows}
            changingId={changing?.id ?? null}
            onApprove={(property) => setAsked({ about: 'approve', property })}
            onReject={(property) => setAsked({ about: 'reject', property })}
            onReset={(property) => setAsked({ about: 'reset', property })}
            onPayLender={(property) => setAsked({ about: 'payLender', property })}
          />
        )}
      </PagedList>
      {dialog && asked.about === 'approve' && <ApproveDialog {...dialog} />}
      {dialog && asked.about === 'reject' && <RejectDialog {...dialog} />}
      {dialog && asked.about === 'reset' && <ResetDialog {...dialog} />}
      {asked?.about === 'payLender' && <LenderPaymentDialogs property={asked.property} onClose={close} />}
    </>
  );
}

function NoProperties({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      icon={ClipboardCheck}
      title={filtered ? 'No properties match your filters' : 'No properties yet'}
      text={
        filtered
          ? 'Choose another status or search for something else.'
          : 'Properties appear here as soon as an owner submits one.'
      }
      action={filtered && <Button onClick={onClear}>Clear filters</Button>}
    />
  );
}
