import { Landmark, Paperclip, Pencil, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { formatUsdExact } from '#kernel/money.ts';
import { formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { useUpload } from '#platform/browser/upload.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { type DataColumn, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Money } from '#ui/money.tsx';
import { keepFocusNearby } from '#ui/return-focus.ts';
import { SelectField } from '#ui/select-field.tsx';
import { type DraftEntry, entryChoice } from '../entries.contract.ts';
import { atBank } from '../entries.rules.ts';
import { choiceOptions, lineOptions } from './entry-lines.ts';
import { ReceiptLink } from './receipt-link.tsx';

export interface EntryTableProps {
  propertyId: number;
  entries: readonly DraftEntry[];
  asked: boolean;
  onChange: (id: string, change: Partial<DraftEntry>) => void;
  onEdit: (entry: DraftEntry) => void;
  onRemove: (id: string) => void;
}

/** Amount received (positive) or paid (negative), whatever the sign of the entry. */
function movedBy({ importId, line, amountCents }: DraftEntry): number {
  return importId !== null || line === null || line === 'leftOut' ? amountCents : atBank(line, amountCents);
}

const nameOf = ({ counterparty, date, ...entry }: DraftEntry) =>
  `${counterparty}, ${formatUsdExact(movedBy({ counterparty, date, ...entry }))} on ${formatDate(date)}`;

/** The entries of a month, each with its line and its receipt. */
export function EntryTable(props: EntryTableProps) {
  return (
    <DataTable
      caption="Entries of the month"
      columns={columnsOf(props)}
      rows={props.entries}
      rowKey={({ id }) => id}
      empty={
        <EmptyState
          icon={Landmark}
          level={3}
          title="No entries yet"
          text="Import a bank file, or add what was received and paid."
        />
      }
    />
  );
}

function columnsOf({ propertyId, asked, onChange, onEdit, onRemove }: EntryTableProps) {
  const columns: readonly DataColumn<DraftEntry>[] = [
    {
      key: 'counterparty',
      header: 'Entry',
      rowHeader: true,
      cell: (entry) => <EntryName entry={entry} />,
    },
    {
      key: 'amount',
      header: 'Amount',
      amount: true,
      cell: (entry) => <Money exact signed cents={movedBy(entry)} />,
    },
    {
      key: 'line',
      header: 'Line',
      cell: (entry) => (
        <LineChoice entry={entry} asked={asked} onChoose={(line) => onChange(entry.id, { line })} />
      ),
    },
    {
      key: 'receipt',
      header: 'Receipt',
      cell: (entry) => (
        <Receipt
          propertyId={propertyId}
          entry={entry}
          onChange={(receipt) => onChange(entry.id, { receipt })}
        />
      ),
    },
    {
      key: 'actions',
      header: 'Actions',
      headerHidden: true,
      align: 'end',
      cell: (entry) =>
        entry.importId === null && (
          <EntryButtons
            entry={entry}
            onEdit={() => onEdit(entry)}
            onRemove={() => {
              keepFocusNearby();
              onRemove(entry.id);
            }}
          />
        ),
    },
  ];
  return columns;
}

function EntryName({ entry: { counterparty, memo, maybeDuplicate, line, date } }: { entry: DraftEntry }) {
  return (
    <span className={line === 'leftOut' ? 'block text-start text-muted' : 'block text-start'}>
      <span className="block wrap-anywhere">{counterparty}</span>
      <span className="block text-sm font-normal text-muted wrap-anywhere">
        <time dateTime={date}>{formatDate(date)}</time>
        {memo && ` · ${memo}`}
      </span>
      {maybeDuplicate && (
        <Badge tone="warning" className="mt-1">
          Possible duplicate
        </Badge>
      )}
    </span>
  );
}

interface LineChoiceProps {
  entry: DraftEntry;
  asked: boolean;
  onChoose: (line: DraftEntry['line']) => void;
}

function LineChoice({ entry, asked, onChoose }: LineChoiceProps) {
  return (
    <SelectField
      label={`Line of ${nameOf(entry)}`}
      labelHidden
      placeholder="Choose one"
      options={entry.importId === null ? lineOptions : choiceOptions}
      value={entry.line ?? ''}
      error={asked && entry.line === null ? 'Choose a line.' : undefined}
      className="sm:min-w-44"
      onChange={({ target }) => {
        const chosen = entryChoice.safeParse(target.value);
        onChoose(chosen.success ? chosen.data : null);
      }}
    />
  );
}

interface EntryButtonsProps {
  entry: DraftEntry;
  onEdit: () => void;
  onRemove: () => void;
}

function EntryButtons({ entry, onEdit, onRemove }: EntryButtonsProps) {
  return (
    <span className="inline-flex gap-1">
      <Button
        type="button"
        variant="quiet"
        size="small"
        square
        aria-label={`Change ${nameOf(entry)}`}
        onClick={onEdit}
      >
        <Pencil size={16} aria-hidden="true" />
      </Button>
      <Button
        type="button"
        variant="quiet"
        size="small"
        square
        aria-label={`Remove ${nameOf(entry)}`}
        onClick={onRemove}
      >
        <Trash2 size={16} aria-hidden="true" />
      </Button>
    </span>
  );
}

interface ReceiptProps {
  propertyId: number;
  entry: DraftEntry;
  onChange: (receipt: DraftEntry['receipt']) => void;
}

/** The receipt of an entry, or the place where one is added. */
function Receipt({ propertyId, entry, onChange }: ReceiptProps) {
  const id = useId();
  const [failure, setFailure] = useState<string | null>(null);
  const address = { slice: 'distributions', path: `/api/properties/${propertyId}/receipts` };
  const upload = useUpload<NonNullable<DraftEntry['receipt']>>(address, {
    onDone: onChange,
    onFailed: (error) => setFailure(messageOf(error)),
  });
  const name = nameOf(entry);
  if (entry.receipt)
    return (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <ReceiptLink receipt={entry.receipt} />
        <Button
          type="button"
          variant="quiet"
          size="small"
          aria-label={`Remove the receipt of ${name}`}
          onClick={() => {
            keepFocusNearby();
            onChange(null);
          }}
        >
          Remove
        </Button>
      </span>
    );
  return (
    <span className="block">
      <span className="relative inline-flex min-h-9 items-center gap-1.5 rounded-field px-1 text-sm font-medium link-plain has-focus-visible:outline-2 has-focus-visible:outline-primary">
        <Paperclip size={15} aria-hidden="true" />
        <span aria-hidden="true">{upload.progress === null ? 'Add' : 'Uploading'}</span>
        <input
          id={id}
          type="file"
          aria-label={`Add a receipt to ${name}`}
          aria-describedby={failure ? `${id}-error` : undefined}
          accept="image/jpeg,image/png,image/webp,application/pdf"
          className="absolute inset-0 cursor-pointer opacity-0 file:cursor-pointer"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            setFailure(null);
            if (file) void upload.start(file);
            target.value = '';
          }}
        />
      </span>
      {failure && (
        <span id={`${id}-error`} role="alert" className="block max-w-60 text-sm text-negative">
          {failure}
        </span>
      )}
    </span>
  );
}
