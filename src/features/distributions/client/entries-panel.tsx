import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useDraft } from '#platform/browser/draft.ts';
import { codeOf, messageOf } from '#platform/browser/errors.ts';
import { sendFile } from '#platform/browser/send-file.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { FieldMessages } from '#ui/field.tsx';
import { FileChooser } from '#ui/file-field.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import { TextareaField } from '#ui/textarea-field.tsx';
import { showToast } from '#ui/toast.ts';
import type { ReportSheet } from '../distributions.contract.ts';
import {
  type DraftEntry,
  entryErrors,
  type ImportAnswer,
  MAX_BANK_FILE_BYTES,
  type MonthDraft,
} from '../entries.contract.ts';
import { refuseEntries, sumOfEntries } from '../entries.rules.ts';
import { ColumnsDialog } from './columns-dialog.tsx';
import { monthDraftOptions } from './distribution-queries.ts';
import { EntryTable } from './entry-table.tsx';
import { ImportCard } from './import-card.tsx';
import { MonthResult, paidText } from './month-result.tsx';
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
  const { entries, imports, change, save } = edited;
  const [asked, setAsked] = useState(false);
  const [typing, setTyping] = useState<DraftEntry | 'new' | null>(null);
  const noteDraft = useDraft<{ note: string }>(`report.${propertyId}.${month}.note`);
  const earlier = sheet.reports.find((report) => report.month === month);
  const [note, setNote] = useState(noteDraft.initial?.note ?? earlier?.note ?? '');
  const problem = entries.length === 0 ? noEntries : refuseEntries(entries, imports);
  const report = useCommand(trpc.distributions.reportMonthDraft.mutationOptions(), {
    keyed: true,
    onDone({ paidInCents }) {
      noteDraft.clear();
      showToast({ title: 'Month Reported', description: paidText(month, paidInCents) });
    },
  });

  async function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (problem) return;
    const version = await save();
    if (version !== null) void report.run({ propertyId, month, version, ...(note.trim() && { note }) });
  }

  const changeEntry = (id: string, changed: Partial<DraftEntry>) =>
    change((current) => ({
      ...current,
      entries: current.entries.map((one) => (one.id === id ? { ...one, ...changed } : one)),
    }));

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid min-w-0 gap-6">
        <BankFiles propertyId={propertyId} month={month} edited={edited} asked={asked} />
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
          <EntryTable
            propertyId={propertyId}
            entries={entries}
            asked={asked}
            onChange={changeEntry}
            onEdit={setTyping}
            onRemove={(id) =>
              change((current) => ({ ...current, entries: current.entries.filter((one) => one.id !== id) }))
            }
          />
          <SaveStatus edited={edited} />
        </Card>
        <Card title="Note">
          <TextareaField
            label="Note for the reviewer"
            optional
            rows={3}
            maxLength={1000}
            value={note}
            onChange={({ target }) => {
              setNote(target.value);
              noteDraft.save({ note: target.value });
            }}
          />
        </Card>
      </div>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <MonthResult
          sheet={sheet}
          lines={sumOfEntries(entries)}
          pending={report.busy || edited.saving}
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
      {typing !== null && (
        <TypedEntryDialog
          month={month}
          entry={typing === 'new' ? null : typing}
          onClose={() => setTyping(null)}
          onDone={(entry) => {
            change((current) => ({
              ...current,
              entries: current.entries.some(({ id }) => id === entry.id)
                ? current.entries.map((one) => (one.id === entry.id ? entry : one))
                : [...current.entries, entry],
            }));
            setTyping(null);
          }}
        />
      )}
    </div>
  );
}

const noEntries = { message: 'Add an entry or import a file of your bank first.' };

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
    <p role="status" className="px-5 py-3 text-sm text-muted sm:px-6">
      {saving || isChanged
        ? 'Saving'
        : edited.version === 'none'
          ? 'Changes are saved as you make them.'
          : 'Saved'}
    </p>
  );
}

interface BankFilesProps {
  propertyId: number;
  month: string;
  edited: EditableMonth;
  asked: boolean;
}

/** The files of the bank in a draft, and the place where one is chosen. */
function BankFiles({ propertyId, month, edited, asked }: BankFilesProps) {
  const id = useId();
  const [question, setQuestion] = useState<{ file: File; answer: Asked } | null>(null);
  const [refusal, setRefusal] = useState<string | undefined>();
  const send = useCommand(
    {
      async mutationFn({ file, columns }: { file: File; columns: Record<string, string> }) {
        const version = await edited.save();
        if (version === null) throw edited.error ?? new Error('The entries could not be saved.');
        const path = `/api/properties/${propertyId}/reports/${month}/bank-files`;
        const answer = await sendFile<ImportAnswer>('distributions', path, { ...columns, version }, file);
        return { file, answer };
      },
    },
    {
      onDone({ file, answer }) {
        setQuestion(answer.outcome === 'chooseColumns' ? { file, answer } : null);
        if (answer.outcome !== 'imported') return;
        edited.adopt(answer.draft);
        const waiting = answer.draft.entries.filter(({ line }) => line === null).length;
        showToast({
          title: 'File Imported',
          description:
            waiting > 0 ? `Choose a line for ${waiting} of its rows.` : 'Every row has its line from before.',
        });
      },
    },
  );

  function choose([file]: File[]) {
    if (!file) return;
    send.forget();
    const isTooLarge = file.size > MAX_BANK_FILE_BYTES;
    setRefusal(isTooLarge ? entryErrors.BANK_FILE_TOO_LARGE.message : undefined);
    if (!isTooLarge) void send.run({ file, columns: {} });
  }

  const error = refusal ?? (question ? undefined : send.errorText);
  const hint = 'A CSV or OFX file of at most 1 MB. Its rows become entries, and nothing is reported yet.';
  return (
    <Card title="From your bank">
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        File of your bank
      </label>
      <FileChooser
        id={id}
        hint={hint}
        error={error}
        accept=".csv,.ofx,.qfx,.txt,text/csv,application/x-ofx"
        text={send.busy ? 'Importing' : 'Choose a file'}
        onChoose={choose}
      />
      <FieldMessages id={id} hint={hint} error={error} />
      {edited.imports.length > 0 && (
        <div className="mt-5 grid gap-4">
          {edited.imports.map((file) => (
            <ImportCard
              key={file.id}
              file={file}
              asked={asked}
              onChange={(changed) =>
                edited.change((current) => ({
                  ...current,
                  imports: current.imports.map((one) => (one.id === file.id ? { ...one, ...changed } : one)),
                }))
              }
              onRemove={() =>
                edited.change((current) => ({
                  imports: current.imports.filter((one) => one.id !== file.id),
                  entries: current.entries.filter(({ importId }) => importId !== file.id),
                }))
              }
            />
          ))}
        </div>
      )}
      {question && (
        <ColumnsDialog
          question={question.answer}
          busy={send.busy}
          error={send.errorText}
          onClose={() => setQuestion(null)}
          onChoose={(columns) => void send.run({ file: question.file, columns })}
        />
      )}
    </Card>
  );
}

type Asked = Extract<ImportAnswer, { outcome: 'chooseColumns' }>;
