import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useDraft } from '#platform/browser/draft.ts';
import { codeOf, messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import { showToast } from '#ui/toast.ts';
import type { ReportSheet } from '../distributions.contract.ts';
import { type DraftEntry, entryErrors, type MonthDraft } from '../entries.contract.ts';
import { refuseEntries, sumOfEntries } from '../entries.rules.ts';
import { BankFiles, type DraftPartProps } from './bank-files.tsx';
import { monthDraftOptions } from './distribution-queries.ts';
import { EntryList, type EntryView, VIEW_ITEMS } from './entry-list.tsx';
import { MonthResult, paidText } from './month-result.tsx';
import { NoteCard } from './note-card.tsx';
import { TypedEntryDialog } from './typed-entry-dialog.tsx';
import { type EditableMonth, useMonthDraft } from './use-month-draft.ts';

interface EntriesPanelProps {
  sheet: ReportSheet;
  month: string;
}

/** A month entry by entry, typed or from the bank. */
export function EntriesPanel({ sheet, month }: EntriesPanelProps) {
  const { data, error, refetch, isFetching } = useQuery(monthDraftOptions(sheet.propertyId, month));
  if (data) return <MonthEntries sheet={sheet} draft={data} />;
  return error ? (
    <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
  ) : (
    <SkeletonRegion label="Loading the entries">
      <Skeleton className="h-96" />
    </SkeletonRegion>
  );
}

function MonthEntries({ sheet, draft }: { sheet: ReportSheet; draft: MonthDraft }) {
  const { propertyId, month } = draft;
  const edited = useMonthDraft(draft);
  const { entries, imports, save } = edited;
  const [asked, setAsked] = useState(false);
  const [isSubmitting, setSubmitting] = useState(false);
  const [view, setView] = useState<EntryView>('all');
  const noteDraft = useDraft<{ note: string }>(`report.${propertyId}.${month}.note`);
  const earlier = sheet.reports.find((report) => report.month === month);
  const [note, setNote] = useState(noteDraft.initial?.note ?? earlier?.note ?? '');
  const problem = entries.length === 0 ? noEntries : refuseEntries(entries, imports);
  const report = useCommand(trpc.distributions.reportMonthDraft.mutationOptions(), {
    keyed: true,
    onDone({ paidInCents }) {
      noteDraft.clear();
      showToast({ title: 'Month reported', description: paidText(month, paidInCents) });
    },
  });

  async function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (entries.length > VIEW_ITEMS && entries.some(({ line }) => line === null)) setView('undecided');
    if (problem) return;
    setSubmitting(true);
    const version = await save();
    setSubmitting(false);
    if (version !== null) void report.run({ propertyId, month, version, ...(note.trim() && { note }) });
  }

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid min-w-0 gap-6">
        <BankFiles propertyId={propertyId} month={month} edited={edited} asked={asked} />
        <EntriesCard
          propertyId={propertyId}
          month={month}
          edited={edited}
          asked={asked}
          view={view}
          onView={setView}
        />
        <NoteCard
          note={note}
          onNote={(text) => {
            setNote(text);
            noteDraft.save({ note: text });
          }}
        />
      </div>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <MonthResult
          sheet={sheet}
          lines={sumOfEntries(entries)}
          busy={report.busy || isSubmitting}
          error={report.error}
          month={month}
        >
          {asked && problem && (
            <Alert tone="warning" className="mt-4">
              {problem.message}
            </Alert>
          )}
        </MonthResult>
      </form>
    </div>
  );
}

/** The entries of a draft, with the ways to add, change and remove them. */
function EntriesCard({
  propertyId,
  month,
  edited,
  asked,
  view,
  onView,
}: DraftPartProps & { view: EntryView; onView: (view: EntryView) => void }) {
  const [typing, setTyping] = useState<DraftEntry | 'new' | null>(null);
  const update = (updated: (entries: readonly DraftEntry[]) => DraftEntry[]) =>
    edited.change((current) => ({ ...current, entries: updated(current.entries) }));

  function put(entry: DraftEntry) {
    update((entries) =>
      entries.some(({ id }) => id === entry.id)
        ? entries.map((one) => (one.id === entry.id ? entry : one))
        : [...entries, entry],
    );
    if (typing === 'new' && edited.entries.length >= VIEW_ITEMS) onView('typed');
    setTyping(null);
  }

  return (
    <Card
      title="Entries"
      padded={false}
      actions={
        <Button type="button" variant="secondary" size="small" onClick={() => setTyping('new')}>
          <Plus size={16} aria-hidden="true" />
          Add an entry
        </Button>
      }
    >
      <EntryList
        propertyId={propertyId}
        entries={edited.entries}
        asked={asked}
        view={view}
        onView={onView}
        onChange={(id, changed) =>
          update((entries) => entries.map((one) => (one.id === id ? { ...one, ...changed } : one)))
        }
        onEdit={setTyping}
        onRemove={(id) => update((entries) => entries.filter((one) => one.id !== id))}
      />
      <SaveStatus edited={edited} />
      {typing !== null && (
        <TypedEntryDialog
          month={month}
          entry={typing === 'new' ? null : typing}
          onClose={() => setTyping(null)}
          onDone={put}
        />
      )}
    </Card>
  );
}

const noEntries = { message: 'Add an entry or import a bank file first.' };

function SaveStatus({ edited }: { edited: EditableMonth }) {
  const { error, saving, isChanged, loadAgain, save } = edited;
  if (error !== null) {
    const isConflict = codeOf(error) === entryErrors.DRAFT_CHANGED.code;
    return (
      <Alert
        tone="danger"
        title="Not saved"
        className="m-4"
        action={
          <Button
            type="button"
            variant="secondary"
            size="small"
            onClick={() => void (isConflict ? loadAgain() : save())}
          >
            {isConflict ? 'Load again' : 'Try again'}
          </Button>
        }
      >
        {messageOf(error)}
      </Alert>
    );
  }
  return (
    <p role="status" className="px-4 py-3 text-sm text-muted sm:px-6">
      {saving || isChanged
        ? 'Saving'
        : edited.version === 'none'
          ? 'Changes are saved as you make them.'
          : 'Saved'}
    </p>
  );
}
