import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Segments } from '#ui/segments.tsx';
import type { DraftEntry } from '../entries.contract.ts';
import { EntryTable, type EntryTableProps } from './entry-table.tsx';

/** Entries that are shown at first, and added each time that more are asked for. */
export const VIEW_ITEMS = 50;

export type EntryView = 'all' | 'undecided' | 'typed';

const views = [
  { value: 'all', label: 'All' },
  { value: 'undecided', label: 'Without a line' },
  { value: 'typed', label: 'Entered by hand' },
] as const;

const nothingIn = {
  all: '',
  undecided: 'Every entry has a line.',
  typed: 'Every entry is a row of a bank file.',
} as const;

interface EntryListProps extends EntryTableProps {
  view: EntryView;
  onView: (view: EntryView) => void;
}

/** The entries of a month: a few in one table, many in parts, of which those without a line can be shown alone. */
export function EntryList({ view, onView, ...table }: EntryListProps) {
  const [shownItems, setShownItems] = useState(VIEW_ITEMS);
  /** Entries that got their line in this view: they stay in sight until it is chosen again. */
  const [decidedIds, setDecidedIds] = useState<ReadonlySet<string>>(new Set());
  const { entries, onChange } = table;
  if (entries.length <= VIEW_ITEMS && view === 'all') return <EntryTable {...table} />;

  const isShown = ({ id, line, importId }: DraftEntry) =>
    view === 'all' || (view === 'typed' ? importId === null : line === null || decidedIds.has(id));
  const found = entries.filter(isShown);
  const undecided = entries.filter(({ line }) => line === null).length;
  const count = (number: number) => number.toLocaleString('en-US');

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 pb-3 sm:px-6">
        <Segments
          label="Entries shown"
          options={views}
          value={view}
          onChange={(chosen) => {
            setShownItems(VIEW_ITEMS);
            setDecidedIds(new Set());
            onView(chosen);
          }}
        />
        <p role="status" className="text-sm text-muted">
          {`${count(Math.min(found.length, shownItems))} of ${count(entries.length)} entries shown, ${count(undecided)} without a line`}
        </p>
      </div>
      {found.length === 0 ? (
        <EmptyState icon={CircleCheck} level={3} title="None" text={nothingIn[view]} />
      ) : (
        <EntryTable
          {...table}
          entries={found.slice(0, shownItems)}
          onChange={(id, change) => {
            if (view === 'undecided' && change.line !== undefined)
              setDecidedIds((ids) => new Set(ids).add(id));
            onChange(id, change);
          }}
        />
      )}
      {found.length > shownItems && (
        <div className="flex justify-center border-t border-line p-3">
          <Button variant="quiet" size="small" onClick={() => setShownItems(shownItems + VIEW_ITEMS)}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
