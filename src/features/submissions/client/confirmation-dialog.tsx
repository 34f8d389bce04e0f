import { useState } from 'react';
import { propertyTypeLabel } from '#features/properties/client/index.ts';
import { propertyType } from '#features/properties/properties.contract.ts';
import { basisLabel } from '#features/valuations/client/index.ts';
import { valuationBasis } from '#features/valuations/share-value.contract.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { PriceField } from '#ui/price-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { showToast } from '#ui/toast.ts';
import type { ConfirmationItem, ReviewedSubmission } from '../submissions.contract.ts';
import { confirmationLabel, documentLabel } from '../submissions.rules.ts';
import { fieldsOfItem, readTyped, type TypedField, typedAtFirst } from './confirmation-form.ts';

const basisOptions = valuationBasis.options.map((value) => ({ value, label: basisLabel[value] }));
const typeOptions = propertyType.options.map((value) => ({ value, label: propertyTypeLabel[value] }));

/** Confirms one item against the document that it stands in. */
export function ConfirmationDialog({
  item,
  submission,
  onClose,
}: {
  item: ConfirmationItem;
  submission: ReviewedSubmission;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState(() => typedAtFirst(item, submission));
  const [documentId, setDocumentId] = useState('');
  const [problems, setProblems] = useState<Record<string, string>>({});
  const { run, busy, errorText } = useCommand(trpc.submissions.confirm.mutationOptions(), {
    onDone: () =>
      showToast({ title: 'Figure confirmed', description: `${confirmationLabel[item]} is confirmed.` }),
  });
  const documents = submission.documents
    .filter(({ verdict }) => verdict !== 'refused')
    .map(({ id, kind, file }) => ({ value: id, label: `${documentLabel[kind]}: ${file.name}` }));

  async function confirm() {
    const read = readTyped(item, typed);
    const found = {
      ...('problems' in read ? read.problems : {}),
      ...(documentId === '' && { documentId: 'Choose the document that it stands in.' }),
    };
    setProblems(found);
    if ('problems' in read || documentId === '') return;
    if (await run({ submissionId: submission.id, documentId, value: read.value })) onClose();
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={confirm}
      title={`Confirm: ${confirmationLabel[item]}`}
      description="Enter what the document says. What the owner submitted stays on record beside it."
      confirmLabel="Confirm"
      busy={busy}
      busyText="Confirming"
      error={errorText}
    >
      <div className="grid gap-4">
        {fieldsOfItem[item].map((field) => (
          <ItemField
            key={field.name}
            field={field}
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
              ? 'Approval files it among the documents of the property, where investors can read it.'
              : undefined
          }
          onChange={({ target }) => setDocumentId(target.value)}
        />
      </div>
    </ConfirmDialog>
  );
}

function ItemField({
  field: { name, label, kind, optional, hint },
  value,
  error,
  onType,
}: {
  field: TypedField;
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
