import { formatUsd, proportion } from '#kernel/money.ts';
import { ChoiceField } from '#ui/choice-field.tsx';
import { PriceField } from '#ui/price-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import {
  liquidationChoice,
  minimumInvestmentChoice,
  type OwnershipInfo,
  timelineChoice,
} from '../intake.contract.ts';
import { fieldLabel } from '../intake.rules.ts';
import { minimumInvestmentText, ownershipOptions, timelineText } from './intake-texts.ts';
import { LiquidationWarning } from './liquidation-warning.tsx';
import { RequiredLabel } from './required-label.tsx';
import type { StepProps } from './step-props.ts';

function OwnershipFields({ draft, errorOf, onBlur, onOwnership }: Omit<StepProps, 'valuation'>) {
  const { ownershipInfo: info } = draft;
  const field = (name: 'ownerName' | 'otherPercentage' | 'mortgageBalance' | 'monthlyPayment') => ({
    value: info[name],
    error: errorOf(name),
    autoComplete: 'off',
    onBlur: () => onBlur(name),
    onChange: ({ target }: { target: { value: string } }) => onOwnership({ [name]: target.value }),
  });
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        {...field('ownerName')}
        label={<RequiredLabel>{fieldLabel.ownerName}</RequiredLabel>}
        maxLength={120}
        className="sm:col-span-2"
      />
      <SelectField
        label={<RequiredLabel>{fieldLabel.ownershipPercentage}</RequiredLabel>}
        placeholder="Choose a percentage"
        options={ownershipOptions}
        value={info.ownershipPercentage}
        error={errorOf('ownershipPercentage')}
        onBlur={() => onBlur('ownershipPercentage')}
        onChange={({ target }) =>
          onOwnership({ ownershipPercentage: target.value as OwnershipInfo['ownershipPercentage'] })
        }
      />
      {info.ownershipPercentage === 'other' && (
        <TextField
          {...field('otherPercentage')}
          label={<RequiredLabel>{fieldLabel.otherPercentage}</RequiredLabel>}
          inputMode="decimal"
          min={1}
          max={100}
          step={0.01}
          suffix="%"
          amount
        />
      )}
      <PriceField
        {...field('mortgageBalance')}
        label={fieldLabel.mortgageBalance}
        optional
        min={0}
        maxLength={20}
      />
      <PriceField
        {...field('monthlyPayment')}
        label={fieldLabel.monthlyPayment}
        optional
        min={0}
        maxLength={20}
      />
    </div>
  );
}

export function OwnershipStep(props: StepProps) {
  const { draft, valuation, errorOf, onOwnership } = props;
  const { ownershipInfo: info } = draft;
  const worth = (percent: string) =>
    valuation ? formatUsd(proportion(valuation.estimates.valueCents, Number(percent), 100)) : undefined;
  return (
    <div className="grid gap-6">
      <OwnershipFields {...props} />
      <ChoiceField
        label={fieldLabel.desiredLiquidation}
        hint="How much of the property you sell, in shares of $100."
        columns={2}
        options={liquidationChoice.options.map((value) => ({
          value,
          label: `${value}%`,
          description: worth(value),
        }))}
        chosen={[info.desiredLiquidation]}
        error={errorOf('desiredLiquidation')}
        onChange={({ target }) => onOwnership({ desiredLiquidation: liquidationChoice.parse(target.value) })}
      />
      {valuation && <LiquidationWarning info={info} valuation={valuation} />}
      <ChoiceField
        label={fieldLabel.minimumInvestment}
        hint="The smallest single purchase, unless fewer shares are left."
        columns={2}
        options={minimumInvestmentChoice.options.map((value) => ({
          value,
          label: minimumInvestmentText(value),
        }))}
        chosen={[info.minimumInvestment]}
        onChange={({ target }) =>
          onOwnership({ minimumInvestment: minimumInvestmentChoice.parse(target.value) })
        }
      />
      <ChoiceField
        label={fieldLabel.targetFunding}
        hint="How long the offering stays open."
        columns={2}
        options={timelineChoice.options.map((value) => ({ value, label: timelineText(value) }))}
        chosen={[info.targetFunding]}
        onChange={({ target }) => onOwnership({ targetFunding: timelineChoice.parse(target.value) })}
      />
    </div>
  );
}
