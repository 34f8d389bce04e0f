import { useId, useState } from 'react';
import { sendFile } from '#platform/browser/send-file.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Card } from '#ui/card.tsx';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { FieldMessages } from '#ui/field.tsx';
import { FileChooser } from '#ui/file-field.tsx';
import { keepFocusNearby } from '#ui/return-focus.ts';
import { showToast } from '#ui/toast.ts';
import {
  entryErrors,
  type ImportAnswer,
  MAX_BANK_FILE_BYTES,
  MAX_BANK_FILE_TEXT,
} from '../entries.contract.ts';
import { ColumnsDialog } from './columns-dialog.tsx';
import { ImportCard } from './import-card.tsx';
import type { EditableMonth } from './use-month-draft.ts';

const HINT = `A CSV or OFX file, up to ${MAX_BANK_FILE_TEXT}. Its rows become entries; nothing is reported yet.`;

export interface DraftPartProps {
  propertyId: number;
  month: string;
  edited: EditableMonth;
  /** Whether missing fields are marked. */
  asked: boolean;
}

/** The files of the bank in a draft, and the place where one is chosen. */
export function BankFiles({ propertyId, month, edited, asked }: DraftPartProps) {
  const id = useId();
  const [choosesAgain, setChoosesAgain] = useState(false);
  const file = useBankImport({ propertyId, month, edited, onImported: () => setChoosesAgain(false) });
  return (
    <Card title="From your bank">
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        Bank file
      </label>
      <FileChooser
        id={id}
        hint={HINT}
        error={file.error}
        accept=".csv,.ofx,.qfx,.txt,text/csv,application/x-ofx"
        text={file.busy ? 'Importing' : 'Choose a file'}
        onChoose={([chosen]) => chosen && file.choose(chosen, choosesAgain)}
      />
      <FieldMessages id={id} hint={HINT} error={file.error} />
      <CheckboxField
        label="Choose the columns of a CSV file again"
        className="mt-2"
        checked={choosesAgain}
        onChange={({ target }) => setChoosesAgain(target.checked)}
      />
      <ImportCards edited={edited} asked={asked} />
      {file.question && (
        <ColumnsDialog
          question={file.question}
          busy={file.busy}
          error={file.errorText}
          onClose={file.clearQuestion}
          onChoose={file.answer}
        />
      )}
    </Card>
  );
}

function ImportCards({ edited, asked }: Pick<DraftPartProps, 'edited' | 'asked'>) {
  if (edited.imports.length === 0) return null;
  return (
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
          onRemove={() => {
            keepFocusNearby();
            edited.change((current) => ({
              imports: current.imports.filter((one) => one.id !== file.id),
              entries: current.entries.filter(({ importId }) => importId !== file.id),
            }));
          }}
        />
      ))}
    </div>
  );
}

type PendingImport = Extract<ImportAnswer, { outcome: 'chooseColumns' }>;

/** Imports a file into a draft that is saved before; asks for the columns of an unknown one. */
function useBankImport({
  propertyId,
  month,
  edited,
  onImported,
}: Omit<DraftPartProps, 'asked'> & { onImported: () => void }) {
  const [question, setQuestion] = useState<{ file: File; answer: PendingImport } | null>(null);
  const [refusal, setRefusal] = useState<string | undefined>();
  const send = useCommand(
    {
      async mutationFn({ file, columns }: { file: File; columns: Record<string, string> }) {
        const version = await edited.save();
        if (version === null) throw edited.error ?? new Error('The entries could not be saved.');
        const path = `/api/properties/${propertyId}/reports/${month}/bank-files`;
        const answer = await sendFile<ImportAnswer>('distributions', path, { ...columns, version }, file);
        return { file, version, answer };
      },
    },
    {
      onDone({ file, version, answer }) {
        setQuestion(answer.outcome === 'chooseColumns' ? { file, answer } : null);
        if (answer.outcome !== 'imported') return;
        onImported();
        edited.adoptAnswer(version, answer.change);
        const waiting = answer.change.entries.filter(({ line }) => line === null).length;
        showToast({
          title: 'File imported',
          description:
            waiting > 0
              ? `Choose a line for ${waiting} of its rows.`
              : 'Every row was categorized as before.',
        });
      },
    },
  );
  return {
    busy: send.busy,
    errorText: send.errorText,
    error: refusal ?? (question ? undefined : send.errorText),
    question: question?.answer,
    choose(file: File, choosesColumnsAgain: boolean) {
      send.reset();
      const isTooLarge = file.size > MAX_BANK_FILE_BYTES;
      setRefusal(isTooLarge ? entryErrors.BANK_FILE_TOO_LARGE.message : undefined);
      if (!isTooLarge) void send.run({ file, columns: choosesColumnsAgain ? { choose: 'again' } : {} });
    },
    answer: (columns: Record<string, string>) => question && void send.run({ file: question.file, columns }),
    clearQuestion: () => setQuestion(null),
  };
}
