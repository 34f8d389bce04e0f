import type { z } from 'zod';
import { stateOptions } from '#kernel/states.ts';
import { useContractForm } from '#platform/browser/forms.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useFormCommand } from '#platform/browser/use-form-command.ts';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { addressInput } from '../kyc.contract.ts';
import { missingOfKycStep } from '../kyc.rules.ts';
import { StepForm } from './step-form.tsx';
import type { StepProps } from './step-props.ts';
import { useStepOutcome } from './use-step-outcome.ts';

type AddressFields = z.input<typeof addressInput>;

export function AddressStep({ user, application, onPrevious, onNext }: StepProps) {
  const form = useContractForm<AddressFields, z.output<typeof addressInput>>({
    schema: addressInput,
    defaultValues: application.address,
    draftKey: `kyc.address.${user.id}`,
  });
  const saving = useFormCommand(form, trpc.kyc.saveAddress.mutationOptions(), useStepOutcome(form, onNext));
  const { errors } = form.formState;
  const missing = missingOfKycStep(2, { ...application, address: form.watch() });
  return (
    <StepForm form={form} saving={saving} missing={missing} onPrevious={onPrevious}>
      <TextField
        label="Address"
        autoComplete="street-address"
        maxLength={200}
        error={errors.address?.message}
        {...form.register('address')}
      />
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_9rem]">
        <TextField
          label="City"
          autoComplete="address-level2"
          maxLength={100}
          error={errors.city?.message}
          {...form.register('city')}
        />
        <SelectField
          label="State"
          autoComplete="address-level1"
          placeholder="Choose a state"
          options={stateOptions}
          error={errors.state?.message}
          {...form.register('state')}
        />
        <TextField
          label="ZIP code"
          autoComplete="postal-code"
          inputMode="numeric"
          maxLength={10}
          error={errors.zipCode?.message}
          {...form.register('zipCode')}
        />
      </div>
    </StepForm>
  );
}
