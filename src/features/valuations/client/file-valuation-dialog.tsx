import { useId } from 'react';
import { z } from 'zod';
import { PropertyDocumentField } from '#features/files/client/index.ts';
import { MAX_CENTS } from '#kernel/money.ts';
import { formatDate } from '#kernel/time.ts';
import { typedUsd } from '#kernel/typed-numbers.ts';
import { useContractForm } from '#platform/browser/forms.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useFormCommand } from '#platform/browser/use-form-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { PriceField } from '#ui/price-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { showToast } from '#ui/toast.ts';
import { valuationBasis } from '../share-value.contract.ts';
import { plausibleDebt, valuationFields } from '../valuations.contract.ts';
import { basisLabel, LARGE_CHANGE_PERCENT } from '../valuations.rules.ts';

const dollars = (least: number, missing: string) =>
  z
    .string()
    .trim()
    .min(1, missing)
    .transform((text, check) => {
      const amountCents = typedUsd(text);
      if (amountCents !== null && amountCents >= least && amountCents <= MAX_CENTS) return amountCents;
      check.addIssue({
        code: 'custom',
        message: 'Enter the amount in dollars and cents, such as 1250000.00.',
      });
      return z.NEVER;
    });

/** The form of a valuation: amounts as text, so that everything typed stays in its field. */
const valuationForm = valuationFields
  .pick({ effectiveOn: true, basis: true, documentId: true })
  .extend({
    amountCents: dollars(1, 'Enter what the whole property is worth.'),
    debtCents: dollars(0, 'Enter the debt that day, or 0.'),
  })
  .refine(...plausibleDebt);

/** The form, and the command that it sends. */
function useFiling(propertyId: number, onFiled: () => void) {
  const form = useContractForm({
    schema: valuationForm,
    draftKey: `valuation.${propertyId}`,
    defaultValues: { effectiveOn: '', amountCents: '', debtCents: '', basis: '' as never, documentId: '' },
  });
  const filing = useFormCommand(form, trpc.valuations.file.mutationOptions(), {
    keyed: true,
    fieldOfCode: {
      DATED_AHEAD: 'effectiveOn',
      BEFORE_OFFERING: 'effectiveOn',
      DOCUMENT_NOT_OF_PROPERTY: 'documentId',
      DOCUMENT_INFECTED: 'documentId',
    },
    onDone() {
      showToast({
        title: 'Valuation filed',
        description: 'It takes effect once an admin approves it.',
      });
      onFiled();
    },
  });
  const { errors } = form.formState;
  return { form, filing, errors, textOf: (name: keyof typeof errors) => errors[name]?.message?.toString() };
}

interface FileValuationDialogProps {
  propertyId: number;
  /** The first day that a valuation may have. */
  firstDay: string;
  onClose: () => void;
}

/** Files a valuation of a property, with one of its documents; for its owner. */
export function FileValuationDialog({ propertyId, firstDay, onClose }: FileValuationDialogProps) {
  const formId = useId();
  const { form, filing, errors, textOf } = useFiling(propertyId, onClose);
  const leave = () => {
    form.clearDraft();
    onClose();
  };
  return (
    <Dialog
      open
      onClose={leave}
      title="File a valuation"
      description={`What the whole property is worth on a given date. An admin compares it with the document; once approved, it sets the value of every share. A change of more than ${LARGE_CHANGE_PERCENT}% halts trading until the next day.`}
      locked={filing.busy}
      footer={
        <>
          <Button variant="secondary" disabled={filing.busy} onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={filing.busy} busyText="Filing">
            File valuation
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={form.handleSubmit((values) => void filing.run({ propertyId, ...values }))}
      >
        {errors.root?.server && <Alert tone="danger">{errors.root.server.message}</Alert>}
        <TextField
          label="Date of the valuation"
          type="date"
          required
          hint={`From ${formatDate(firstDay)} to today (UTC).`}
          error={textOf('effectiveOn')}
          {...form.register('effectiveOn')}
        />
        <PriceField
          label="Valuation of the whole property"
          required
          error={textOf('amountCents')}
          {...form.register('amountCents')}
        />
        <PriceField
          label="Mortgage and other debt that day"
          required
          min={0}
          hint="Enter 0 if there is none."
          error={textOf('debtCents')}
          {...form.register('debtCents')}
        />
        <SelectField
          label="Based on"
          required
          placeholder="Choose one"
          options={valuationBasis.options.map((value) => ({ value, label: basisLabel[value] }))}
          error={textOf('basis')}
          {...form.register('basis')}
        />
        <PropertyDocumentField
          propertyId={propertyId}
          onLeave={onClose}
          label="Document"
          error={textOf('documentId')}
          {...form.register('documentId')}
        />
      </form>
    </Dialog>
  );
}
