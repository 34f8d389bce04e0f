import { useId, useState } from 'react';
import { z } from 'zod';
import { ProtectedDialog } from '#features/approvals/client/index.ts';
import { PropertyDocumentField } from '#features/files/client/index.ts';
import { formatUsdExact, MAX_CENTS, toDecimal } from '#kernel/money.ts';
import { typedUsd } from '#kernel/typed-numbers.ts';
import { useContractForm } from '#platform/browser/forms.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { PriceField } from '#ui/price-field.tsx';
import { showToast } from '#ui/toast.ts';
import { classifyInput, type TaxableYear } from '../tax.contract.ts';
import { type Boxes, DIVIDEND_BOXES, noBoxes, problemOfBoxes } from '../tax.rules.ts';

const dollars = z
  .string()
  .trim()
  .transform((text, check) => {
    const amountCents = typedUsd(text || '0');
    if (amountCents !== null && amountCents >= 0 && amountCents <= MAX_CENTS) return amountCents;
    check.addIssue({ code: 'custom', message: 'Enter the amount in dollars and cents, such as 1250.00.' });
    return z.NEVER;
  });

/** The form of a classification: amounts as text, so that everything typed stays in its field. */
const classificationForm = classifyInput.pick({ documentId: true }).extend({
  ordinaryCents: dollars,
  qualifiedCents: dollars,
  capitalGainCents: dollars,
  returnOfCapitalCents: dollars,
  section199aCents: dollars,
});

type TypedClassification = z.output<typeof classificationForm>;

const hints: Partial<Record<keyof Boxes, string>> = {
  qualifiedCents: 'Included in box 1a.',
  returnOfCapitalCents: 'Return of capital: lowers the cost basis of shares.',
  section199aCents: 'Included in box 1a.',
};

interface ClassifyDialogProps {
  item: TaxableYear;
  onClose: () => void;
}

/** Enters the classification of the distributions of a property and year; another admin carries it out. */
export function ClassifyDialog({ item, onClose }: ClassifyDialogProps) {
  const [entered, setEntered] = useState<TypedClassification | null>(null);
  const form = useClassificationForm(item);
  const end = () => {
    form.clearDraft();
    onClose();
  };
  return entered ? (
    <ConfirmStep item={item} entered={entered} onBack={() => setEntered(null)} onSent={end} />
  ) : (
    <EnterStep item={item} form={form} onEntered={setEntered} onCancel={end} onLeave={onClose} />
  );
}

/** Begins with the newest classification; what was typed against an earlier one is not shown again. */
function useClassificationForm({ propertyId, year, versions }: TaxableYear) {
  const before = versions[0]?.boxes;
  const text = (key: keyof Boxes) => (before ? toDecimal(before[key]) : '');
  return useContractForm({
    schema: classificationForm,
    draftKey: `tax.${propertyId}.${year}.${versions[0]?.version ?? 0}`,
    defaultValues: {
      ordinaryCents: text('ordinaryCents'),
      qualifiedCents: text('qualifiedCents'),
      capitalGainCents: text('capitalGainCents'),
      returnOfCapitalCents: text('returnOfCapitalCents'),
      section199aCents: text('section199aCents'),
      documentId: '',
    },
  });
}

interface EnterStepProps {
  item: TaxableYear;
  form: ReturnType<typeof useClassificationForm>;
  onEntered: (entered: TypedClassification) => void;
  onCancel: () => void;
  /** Called when the reader goes to upload the document: what is typed stays. */
  onLeave: () => void;
}

function EnterStep({ item, form, onEntered, onCancel, onLeave }: EnterStepProps) {
  const { propertyId, propertyName, year, cashCents, versions } = item;
  const formId = useId();
  const before = versions[0]?.boxes;
  const { errors } = form.formState;
  const textOf = (name: keyof typeof errors) => errors[name]?.message?.toString();

  function check(values: TypedClassification) {
    const problem = problemOfBoxes(values, cashCents);
    if (problem) form.setError('root.server', { type: 'BOXES_DO_NOT_ADD_UP', message: problem });
    else onEntered(values);
  }

  return (
    <Dialog
      open
      onClose={onCancel}
      title={`${before ? 'Correct' : 'Classify'} ${propertyName}, ${year}`}
      description={`Boxes 1a, 2a and 3 of Form 1099-DIV have to add up to the ${formatUsdExact(cashCents)} that was distributed.`}
      footer={
        <>
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" form={formId}>
            Continue
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="grid gap-4" onSubmit={form.handleSubmit(check)}>
        {errors.root?.server && <Alert tone="danger">{errors.root.server.message}</Alert>}
        {DIVIDEND_BOXES.map(({ key, box, name }) => (
          <PriceField
            key={key}
            label={`${box} ${name}`}
            min={0}
            placeholder="0.00"
            hint={hints[key]}
            error={textOf(key)}
            {...form.register(key)}
          />
        ))}
        <PropertyDocumentField
          propertyId={propertyId}
          onLeave={onLeave}
          label="Supporting document"
          error={textOf('documentId')}
          {...form.register('documentId')}
        />
      </form>
    </Dialog>
  );
}

interface ConfirmStepProps {
  item: TaxableYear;
  entered: TypedClassification;
  onBack: () => void;
  onSent: () => void;
}

function ConfirmStep({ item, entered, onBack, onSent }: ConfirmStepProps) {
  const { propertyId, propertyName, year, versions } = item;
  const input = { propertyId, year, replaces: versions[0]?.version ?? 0, ...noBoxes, ...entered };
  const classify = useCommand(trpc.tax.classify.mutationOptions(), {
    keyed: true,
    onDone({ version }) {
      showToast({
        title: version === 1 ? 'Year classified' : 'Classification corrected',
        description: `Tax summaries now show the boxes of ${propertyName}.`,
      });
      onSent();
    },
  });
  return (
    <ProtectedDialog
      command="tax.classify"
      input={input}
      direct={classify}
      onClose={onBack}
      onRequested={onSent}
      onConfirm={() => void classify.run(input)}
      title={`Classify the distributions of ${propertyName} in ${year}?`}
      description={`Each shareholder gets their share of each box, to the cent, and box 3 (${formatUsdExact(entered.returnOfCapitalCents)}) lowers the cost basis of their shares. Nothing is overwritten: a later correction is another version.`}
      confirmLabel="Classify"
      busyText="Classifying"
    >
      <DescriptionList
        items={DIVIDEND_BOXES.map(({ key, box, name }) => ({
          term: `${box} ${name}`,
          value: formatUsdExact(entered[key]),
        }))}
      />
    </ProtectedDialog>
  );
}
