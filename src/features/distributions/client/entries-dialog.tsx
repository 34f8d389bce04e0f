import { useInfiniteQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { type DataColumn, DataTable } from '#ui/data-table.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Money } from '#ui/money.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import type { EntryChoice, StatementEntry } from '../entries.contract.ts';
import { statementEntriesOptions } from './distribution-queries.ts';
import { ReceiptLink } from './receipt-link.tsx';

const columns: readonly DataColumn<StatementEntry>[] = [
  {
    key: 'counterparty',
    header: 'Entry',
    rowHeader: true,
    cell: ({ counterparty, memo }) => (
      <span className="block text-start wrap-anywhere">
        {counterparty ?? 'A tenant'}
        {memo && <span className="block text-sm font-normal text-muted">{memo}</span>}
      </span>
    ),
  },
  { key: 'date', header: 'Date', cell: ({ date }) => <time dateTime={date}>{formatDate(date)}</time> },
  { key: 'source', header: 'From', cell: ({ source }) => sourceText[source] },
  {
    key: 'receipt',
    header: 'Receipt',
    cell: ({ receipt }) => (receipt ? <ReceiptLink receipt={receipt} /> : '–'),
  },
  {
    key: 'amount',
    header: 'Amount',
    amount: true,
    cell: ({ amountCents }) => <Money exact cents={amountCents} />,
  },
];

const sourceText = { total: 'Total, entered by hand', typed: 'Entered by hand', bank: 'Bank file' } as const;

export interface EntriesDialogProps {
  statementId: string;
  line: EntryChoice;
  title: string;
  onClose: () => void;
}

/** The entries that a line of a statement adds up. */
export function EntriesDialog({ statementId, line, title, onClose }: EntriesDialogProps) {
  const list = useInfiniteQuery(statementEntriesOptions(statementId, line));
  const total = list.data?.pages[0]?.totalCents;
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={title}
      description="The amounts the owner reported, month by month."
      footer={
        total !== undefined && (
          <p className="flex grow items-baseline justify-between gap-4 font-semibold">
            Total <Money exact cents={total} />
          </p>
        )
      }
    >
      <PagedList
        list={list}
        place="in a card"
        loadingLabel="Loading the entries"
        room={{ rows: 8, height: 'h-15' }}
        errorText={messageOf(list.error)}
        empty={<EmptyState icon={ReceiptText} level={3} title="No entries" text="No entries on this line." />}
      >
        {(entries) => (
          <DataTable
            caption={`Entries of ${title}`}
            columns={columns}
            rows={entries}
            rowKey={({ month, position }) => `${month}-${position}`}
          />
        )}
      </PagedList>
    </Dialog>
  );
}
