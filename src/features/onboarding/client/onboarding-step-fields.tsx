import { CheckboxField } from '#ui/checkbox-field.tsx';
import { ChoiceField, type ChoiceOption } from '#ui/choice-field.tsx';
import {
  investmentExperience,
  investmentGoal,
  monthlyBudget,
  type OnboardingDraft,
  type OnboardingStep,
  preferredPropertyType,
  riskTolerance,
  timeHorizon,
} from '../onboarding.contract.ts';
import { DEFAULT_CHANNELS } from '../onboarding.rules.ts';
import { budgetOptions, experienceOptions, horizonOptions, riskOptions } from './onboarding-texts.ts';

interface StepFieldsProps {
  draft: OnboardingDraft;
  onChange: (change: OnboardingDraft) => void;
}

const asOptions = (values: readonly string[]): ChoiceOption[] =>
  values.map((value) => ({ value, label: value }));
const goalOptions = asOptions(investmentGoal.options);
const typeOptions = asOptions(preferredPropertyType.options);

function toggled<Value extends string>(values: readonly Value[], value: Value, on: boolean): Value[] {
  return on ? [...values, value] : values.filter((one) => one !== value);
}

function Experience({ draft, onChange }: StepFieldsProps) {
  return (
    <ChoiceField
      label="How much experience do you have with investing?"
      options={experienceOptions}
      columns={2}
      chosen={[draft.investmentExperience ?? '']}
      onChange={({ target }) => onChange({ investmentExperience: investmentExperience.parse(target.value) })}
    />
  );
}

function RiskAndGoals({ draft, onChange }: StepFieldsProps) {
  const goals = draft.investmentGoals ?? [];
  return (
    <>
      <ChoiceField
        label="How much risk suits you?"
        options={riskOptions}
        columns={3}
        chosen={[draft.riskTolerance ?? '']}
        onChange={({ target }) => onChange({ riskTolerance: riskTolerance.parse(target.value) })}
      />
      <ChoiceField
        label="What are your goals?"
        hint="Choose one or more."
        multiple
        options={goalOptions}
        columns={2}
        chosen={goals}
        onChange={({ target }) =>
          onChange({
            investmentGoals: toggled(goals, investmentGoal.parse(target.value), target.checked),
          })
        }
      />
    </>
  );
}

function BudgetAndTimeline({ draft, onChange }: StepFieldsProps) {
  return (
    <>
      <ChoiceField
        label="How much would you like to invest each month?"
        options={budgetOptions}
        columns={2}
        chosen={[draft.monthlyBudget ?? '']}
        onChange={({ target }) => onChange({ monthlyBudget: monthlyBudget.parse(target.value) })}
      />
      <ChoiceField
        label="How long would you like to stay invested?"
        options={horizonOptions}
        columns={2}
        chosen={[draft.timeHorizon ?? '']}
        onChange={({ target }) => onChange({ timeHorizon: timeHorizon.parse(target.value) })}
      />
    </>
  );
}

function PropertyPreferences({ draft, onChange }: StepFieldsProps) {
  const types = draft.propertyTypes ?? [];
  return (
    <ChoiceField
      label="Which properties interest you?"
      hint="Choose one or more."
      multiple
      options={typeOptions}
      columns={2}
      chosen={types}
      onChange={({ target }) =>
        onChange({
          propertyTypes: toggled(types, preferredPropertyType.parse(target.value), target.checked),
        })
      }
    />
  );
}

function NotificationChannels({ draft, onChange }: StepFieldsProps) {
  const channels = draft.notifications ?? DEFAULT_CHANNELS;
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="sr-only">Channels</legend>
      <CheckboxField
        look="switch"
        label="Email notifications"
        hint="Rent payouts, votes, and news about your properties."
        checked={channels.email}
        onChange={({ target }) => onChange({ notifications: { ...channels, email: target.checked } })}
      />
      <CheckboxField
        look="switch"
        label="Push notifications"
        hint="The same updates, right away, on the devices you allow."
        checked={channels.push}
        onChange={({ target }) => onChange({ notifications: { ...channels, push: target.checked } })}
      />
    </fieldset>
  );
}

export const stepFields: Record<OnboardingStep, (props: StepFieldsProps) => React.ReactNode> = {
  1: Experience,
  2: RiskAndGoals,
  3: BudgetAndTimeline,
  4: PropertyPreferences,
  5: NotificationChannels,
};
