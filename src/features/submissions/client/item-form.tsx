import { type FormEvent, useEffect, useState } from 'react';
import { propertyTypeLabel } from '#features/properties/client/index.ts';
import { basisLabel } from '#features/valuations/client/index.ts';
import { valuationBasis } from '#features/valuations/share-value.contract.ts';
import { optionsOf } from '#kernel/options.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { PriceField } from '#ui/price-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { showToast } from '#ui/toast.ts';
import { useProblemFocus } from '#ui/use-problem-focus.ts';
import type { ConfirmationItem, ReviewedSubmission } from '../submissions.contract.ts';
import { confirmationLabel, documentLabel } from '../submissions.rules.ts';
import { fieldsOfItem, incomeHint, readTyped, type TypedField, typedAtFirst } from './confirmation-form.ts';
import { yieldProblem } from './confirmation-texts.ts';

const basisOptions = valuationBasis.options.map((value) => ({ value, label: basisLabel[value] }));
const typeOptions = optionsOf(propertyTypeLabel);

/** Confirms one item against the document that states it, within its row of the checklist. */
export function ItemForm({
  item,
  submission,
  shownId,
  onClose,
}: {
  item: ConfirmationItem;
  submission: ReviewedSubmission;
  /** The document beside the checklist, which is likely the one. */
  shownId: string | null;
  onClose: () => void;
}) {
  const [form, focusProblem] = useProblemFocus();
  const [typed, setTyped] = useState(() => typedAtFirst(item, submission));
  const [problems, setProblems] = useState<Record<string, string>>({});
  const { run, busy, errorText } = useCommand(trpc.submissions.confirm.mutationOptions(), {
    onDone: () =>
      showToast({
        title: 'Figure confirmed',
        description: `${confirmationLabel[item]}: the confirmed value is on record.`,
      }),
  });
  const documents = submission.documents
    .filter(({ verdict, isInfected }) => verdict !== 'refused' && !isInfected)
    .map(({ id, kind, file }) => ({ value: id, label: `${documentLabel[kind]}: ${file.name}` }));

  const [documentId, setDocumentId] = useState(
    documents.some(({ value }) => value === shownId) ? (shownId ?? '') : '',
  );

  useEffect(() => form.current?.querySelector<HTMLElement>('input, select')?.focus(), [form]);

  async function confirm(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const read = readTyped(item, typed);
    const unsupported = 'value' in read ? yieldProblem(read.value, submission) : null;
    const found = {
      ...('problems' in read ? read.problems : {}),
      ...(unsupported !== null && { annualYieldBps: unsupported }),
      ...(documentId === '' && { documentId: 'Choose the document that shows it.' }),
    };
    setProblems(found);
    if ('problems' in read || Object.keys(found).length > 0) return focusProblem();
    if ((await run({ submissionId: submission.id, documentId, value: read.value })) !== null) onClose();
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label={`Confirm: ${confirmationLabel[item]}`}
      onSubmit={confirm}
      className="grid w-full gap-4 rounded-field border border-line bg-paper p-4"
    >
      <p className="text-sm text-muted">
        Enter what the document says. What the owner submitted stays on record beside it.
      </p>
      {fieldsOfItem[item].map((field) => (
        <ItemField
          key={field.name}
          field={field}
          hint={field.hint ?? incomeHint(item, submission)}
          value={typed[field.name] ?? ''}
          error={problems[field.name]}
          onType={(text) => setTyped({ ...typed, [field.name]: text })}
        />
      ))}
      <SelectField
        label="Document"
        placeholder="Choose a document"
        options={documents}
        value={documentId}
        error={problems.documentId}
        hint={
          item === 'valuation'
            ? 'On approval, it is added to the property’s documents, where investors can read it.'
            : undefined
        }
        onChange={({ target }) => setDocumentId(target.value)}
      />
      {errorText && <Alert tone="danger">{errorText}</Alert>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy} busyText="Confirming">
          Confirm
        </Button>
      </div>
    </form>
  );
}

function ItemField({
  field: { name, label, kind, optional },
  hint,
  value,
  error,
  onType,
}: {
  field: TypedField;
  hint: string | undefined;
  value: string;
  error: string | undefined;
  onType: (text: string) => void;
}) {
  const common = { name, label, value, error, hint, ...(optional && { optional }) };
  if (kind === 'type') {
    return <SelectField {...common} options={typeOptions} onChange={({ target }) => onType(target.value)} />;
  }
  if (kind === 'basis') {
    return (
      <SelectField
        {...common}
        placeholder="Choose one"
        options={basisOptions}
        onChange={({ target }) => onType(target.value)}
      />
    );
  }
  if (kind === 'money') return <PriceField {...common} onChange={({ target }) => onType(target.value)} />;
  return (
    <TextField
      {...common}
      autoComplete="off"
      inputMode={kind === 'text' ? 'text' : 'decimal'}
      {...(kind === 'percent' && { suffix: '%' })}
      onChange={({ target }) => onType(target.value)}
    />
  );
}
