import { type ZodType, z } from 'zod';
import { optionsOf } from '#kernel/options.ts';
import { useContractForm } from '#platform/browser/forms.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useFormCommand } from '#platform/browser/use-form-command.ts';
import { ChoiceField } from '#ui/choice-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { employmentInput, investorStatus } from '../kyc.contract.ts';
import { missingOfKycStep } from '../kyc.rules.ts';
import { employmentLabel, incomeLabel, investorLabel } from './kyc-texts.ts';
import { StepForm } from './step-form.tsx';
import type { StepProps } from './step-props.ts';
import { useStepOutcome } from './use-step-outcome.ts';

interface EmploymentFields {
  status: string;
  income: string;
  employer: string;
  occupation: string;
  investorStatus: string;
}

type EmploymentInput = z.output<typeof employmentInput>;

const schema = employmentInput.extend({
  investorStatus: z.union([z.literal('').transform(() => null), investorStatus]),
}) as unknown as ZodType<EmploymentInput, EmploymentFields>;

const classifications = [
  { value: '', label: 'Prefer not to say', description: 'You can add this later.' },
  ...Object.entries(investorLabel).map(([value, texts]) => ({ value, ...texts })),
];

export function EmploymentStep({ user, application, onPrevious, onNext }: StepProps) {
  const { employment } = application;
  const form = useContractForm<EmploymentFields, EmploymentInput>({
    schema,
    defaultValues: {
      status: employment.status ?? '',
      income: employment.income ?? '',
      employer: employment.employer,
      occupation: employment.occupation,
      investorStatus: employment.investorStatus ?? '',
    },
    draftKey: `kyc.employment.${user.id}`,
  });
  const saving = useFormCommand(
    form,
    trpc.kyc.saveEmployment.mutationOptions(),
    useStepOutcome(form, onNext),
  );
  const { errors } = form.formState;
  const { status, income } = form.watch();
  const missing = missingOfKycStep(3, {
    ...application,
    employment: { status: status || null, income: income || null },
  });
  return (
    <StepForm form={form} saving={saving} missing={missing} onPrevious={onPrevious}>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label="Employment status"
          placeholder="Choose one"
          options={optionsOf(employmentLabel)}
          error={errors.status?.message}
          {...form.register('status')}
        />
        <SelectField
          label="Annual income"
          placeholder="Choose a range"
          options={optionsOf(incomeLabel)}
          error={errors.income?.message}
          {...form.register('income')}
        />
        <TextField
          label="Employer"
          optional
          autoComplete="organization"
          maxLength={120}
          error={errors.employer?.message}
          {...form.register('employer')}
        />
        <TextField
          label="Occupation"
          optional
          autoComplete="organization-title"
          maxLength={120}
          error={errors.occupation?.message}
          {...form.register('occupation')}
        />
      </div>
      <ChoiceField
        label="Investor classification"
        hint="Optional. It doesn’t change what you can invest in here."
        columns={2}
        options={classifications}
        error={errors.investorStatus?.message}
        {...form.register('investorStatus')}
      />
    </StepForm>
  );
}
