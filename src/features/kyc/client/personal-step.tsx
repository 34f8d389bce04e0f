import { useState } from 'react';
import type { ZodType } from 'zod';
import { useDraft } from '#platform/browser/draft.ts';
import { useContractForm } from '#platform/browser/forms.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useFormCommand } from '#platform/browser/use-form-command.ts';
import { Alert } from '#ui/alert.tsx';
import { TextField } from '#ui/text-field.tsx';
import { MINIMUM_AGE_YEARS } from '../age.contract.ts';
import { missingOfKycStep } from '../kyc.rules.ts';
import { type PersonalFields, type PersonalInput, personalForm } from './personal-form.ts';
import { StepForm } from './step-form.tsx';
import type { StepProps } from './step-props.ts';
import { useStepOutcome } from './use-step-outcome.ts';

const ON_FILE = 'On file, encrypted. Leave it empty to keep it, or enter it again to change it.';

/** Step 1. The SSN and the date of birth are stored by no browser and shown by no answer of the server. */
export function PersonalStep({ user, application, onPrevious, onNext }: StepProps) {
  const { personal } = application;
  const draftKey = `kyc.personal.${user.id}`;
  const hasDraft = useDraft(draftKey).initial !== null;
  const [known] = useState(personal);
  const form = useContractForm<PersonalFields, PersonalInput>({
    schema: personalForm(known) as ZodType<PersonalInput, PersonalFields>,
    defaultValues: {
      firstName: known.firstName || user.firstName,
      lastName: known.lastName || user.lastName,
      dateOfBirth: '',
      ssn: '',
      phone: known.phone,
    },
    draftKey,
    secret: ['ssn', 'dateOfBirth'],
  });
  const saving = useFormCommand(form, trpc.kyc.savePersonal.mutationOptions(), {
    ...useStepOutcome(form, onNext),
    fieldOfCode: { KYC_UNDERAGE: 'dateOfBirth' },
  });
  const { errors } = form.formState;
  const typed = form.watch();
  const missing = missingOfKycStep(1, {
    ...application,
    personal: {
      ...typed,
      hasDateOfBirth: known.hasDateOfBirth || typed.dateOfBirth !== '',
      hasSsn: known.hasSsn || typed.ssn.trim() !== '',
    },
  });
  // The error says it too.
  const ageHint = errors.dateOfBirth ? undefined : `You must be at least ${MINIMUM_AGE_YEARS} years old.`;
  return (
    <StepForm
      form={form}
      saving={saving}
      missing={missing}
      onPrevious={onPrevious}
      offlineText=" Do not reload the page: you would have to type the date of birth and the SSN again."
    >
      {hasDraft && (
        <Alert>
          What you typed is still here, except for your date of birth and SSN, which are never stored in the
          browser.
        </Alert>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="First name"
          autoComplete="given-name"
          maxLength={80}
          error={errors.firstName?.message}
          {...form.register('firstName')}
        />
        <TextField
          label="Last name"
          autoComplete="family-name"
          maxLength={80}
          error={errors.lastName?.message}
          {...form.register('lastName')}
        />
        <TextField
          label="Date of birth"
          type="date"
          autoComplete="off"
          hint={known.hasDateOfBirth ? ON_FILE : ageHint}
          error={errors.dateOfBirth?.message}
          {...form.register('dateOfBirth')}
        />
        <TextField
          label="Social Security number"
          inputMode="numeric"
          autoComplete="off"
          placeholder="123-45-6789"
          maxLength={11}
          spellCheck={false}
          hint={known.hasSsn ? ON_FILE : 'Encrypted on arrival and never shown again.'}
          error={errors.ssn?.message}
          {...form.register('ssn')}
        />
        <TextField
          label="Phone"
          type="tel"
          autoComplete="tel"
          maxLength={25}
          error={errors.phone?.message}
          {...form.register('phone')}
        />
      </div>
    </StepForm>
  );
}
