import { FlaskConical } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { feeText, PROCESSING_FEE_BPS } from '#kernel/fees.ts';
import { formatUsd } from '#kernel/money.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { PriceField } from '#ui/price-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { showToast } from '#ui/toast.ts';
import { ToggleChip } from '#ui/toggle-chip.tsx';
import { useProblemFocus } from '#ui/use-problem-focus.ts';
import { type AutoInvestSettings, investableTypes } from '../auto-invest.contract.ts';
import { SKIP_HOURS, TEST_YIELD_BPS } from '../auto-invest.rules.ts';
import {
  readSettings,
  type SettingsErrors,
  type TypedSettings,
  typedOf,
  withSaved,
} from './settings-form.ts';

interface FieldsProps {
  typed: TypedSettings;
  errors: SettingsErrors;
  change: (changes: Partial<TypedSettings>) => void;
}

/** The form of all settings; typed values stay until they are saved. */
export function SettingsCard({ saved }: { saved: AutoInvestSettings }) {
  const [form, focusProblem] = useProblemFocus();
  const [typed, setTyped] = useState(() => typedOf(saved));
  const [asked, setAsked] = useState(false);
  const [shown, setShown] = useState(saved);
  const [sent, setSent] = useState<TypedSettings | null>(null);
  // Saved here or on another device: the form shows that, but for what is typed since, and the focus stays where it is.
  if (JSON.stringify(saved) !== JSON.stringify(shown)) {
    setShown(saved);
    setTyped(withSaved(typed, { shown: typedOf(shown), saved: typedOf(saved), sent }));
    setSent(null);
    setAsked(false);
  }
  const read = readSettings(typed);
  const errors = asked ? (read.errors ?? {}) : {};
  const save = useCommand(trpc.autoInvest.saveSettings.mutationOptions(), {
    onDone: () =>
      showToast({
        title: 'Settings Saved',
        description: 'Your auto-invest preferences have been updated successfully.',
      }),
  });

  function change(changes: Partial<TypedSettings>) {
    setTyped((before) => ({ ...before, ...changes }));
    save.reset();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (read.settings) void store(read.settings);
    else focusProblem();
  }

  async function store(settings: AutoInvestSettings) {
    setSent(typed);
    if (!(await save.run(settings))) setSent(null);
  }

  const isChanged = JSON.stringify(read.settings) !== JSON.stringify(saved);
  return (
    <Card title="Preferences">
      <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
        <Switches {...{ typed, errors, change }} />
        <Criteria {...{ typed, errors, change }} />
        <Limits {...{ typed, errors, change }} />
        <MonthlyPlan {...{ typed, errors, change }} />
        {save.errorText && <Alert tone="danger">{save.errorText}</Alert>}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={save.busy} busyText="Saving…">
            Save Preferences
          </Button>
          <TestButton isOn={typed.enabled} isSavedOn={saved.enabled} isChanged={isChanged} />
        </div>
      </form>
    </Card>
  );
}

function Switches({ typed, change }: FieldsProps) {
  const amount = readSettings(typed).settings?.amountCents;
  return (
    <div className="grid gap-3">
      <CheckboxField
        look="switch"
        label={<span className="font-semibold">Enable Auto-Invest</span>}
        checked={typed.enabled}
        onChange={(event) => change({ enabled: event.target.checked })}
      />
      {typed.enabled && (
        <>
          <Alert>
            Auto-Invest will invest up to {amount === undefined ? 'your default amount' : formatUsd(amount)}{' '}
            when properties match your preferences. When a newly listed property matches, you have{' '}
            {SKIP_HOURS} hours to skip it.
          </Alert>
          <CheckboxField
            look="switch"
            label="Pause"
            hint="Nothing is bought while this is on. Your preferences are kept."
            checked={typed.paused}
            onChange={(event) => change({ paused: event.target.checked })}
          />
        </>
      )}
    </div>
  );
}

function Criteria({ typed, errors, change }: FieldsProps) {
  const { propertyTypes } = typed;
  return (
    <>
      <TextField
        label="Minimum annual yield"
        suffix="%"
        amount
        inputMode="decimal"
        hint="0 to 20 percent."
        value={typed.minYield}
        onChange={(event) => change({ minYield: event.target.value })}
        error={errors.minYield}
      />
      <fieldset className="no-print">
        <legend className="mb-1.5 text-sm font-semibold">Preferred property types</legend>
        <div className="flex flex-wrap gap-2">
          {investableTypes.map((type) => (
            <ToggleChip
              key={type}
              pressed={propertyTypes.includes(type)}
              onClick={() =>
                change({
                  propertyTypes: investableTypes.filter((one) =>
                    one === type ? !propertyTypes.includes(one) : propertyTypes.includes(one),
                  ),
                })
              }
            >
              {type}
            </ToggleChip>
          ))}
        </div>
        <p className="mt-1.5 text-sm text-muted">None selected means any type.</p>
      </fieldset>
    </>
  );
}

function Limits({ typed, errors, change }: FieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <PriceField
        label="Max investment per property"
        hint="$100 to $50,000. Includes what you buy yourself."
        value={typed.maxPerProperty}
        onChange={(event) => change({ maxPerProperty: event.target.value })}
        error={errors.maxPerProperty}
      />
      <PriceField
        label="Monthly limit"
        hint="$100 to $100,000 per calendar month."
        value={typed.monthlyLimit}
        onChange={(event) => change({ monthlyLimit: event.target.value })}
        error={errors.monthlyLimit}
      />
      <PriceField
        label="Default amount"
        hint={`$100 to $10,000 per match, plus the ${feeText(PROCESSING_FEE_BPS)} fee.`}
        value={typed.amount}
        onChange={(event) => change({ amount: event.target.value })}
        error={errors.amount}
      />
      <PriceField
        label="Keep at least"
        hint="Cash we never invest."
        min={0}
        value={typed.reserve}
        onChange={(event) => change({ reserve: event.target.value })}
        error={errors.reserve}
      />
    </div>
  );
}

function MonthlyPlan({ typed, errors, change }: FieldsProps) {
  return (
    <fieldset className="grid gap-4 border-t border-line pt-4">
      <legend className="sr-only">Monthly plan</legend>
      <CheckboxField
        look="switch"
        label="Invest every month"
        hint="Invests a set amount in the best matches on the same day each month. Shorter months use their last day."
        checked={typed.isRecurring}
        onChange={(event) => change({ isRecurring: event.target.checked })}
      />
      {typed.isRecurring && (
        <div className="grid gap-5 sm:grid-cols-2">
          <PriceField
            label="Monthly amount"
            hint="$100 to $10,000."
            value={typed.recurringAmount}
            onChange={(event) => change({ recurringAmount: event.target.value })}
            error={errors.recurringAmount}
          />
          <TextField
            label="Day of the month"
            inputMode="numeric"
            amount
            value={typed.recurringDay}
            onChange={(event) => change({ recurringDay: event.target.value })}
            error={errors.recurringDay}
          />
        </div>
      )}
    </fieldset>
  );
}

/** The server tests the saved settings, so Auto-Invest has to be on there too. */
function TestButton({
  isOn,
  isSavedOn,
  isChanged,
}: {
  isOn: boolean;
  isSavedOn: boolean;
  isChanged: boolean;
}) {
  const enabled = isOn && isSavedOn;
  const test = useCommand(trpc.autoInvest.simulate.mutationOptions(), {
    onDone: ({ match, reason }) =>
      match
        ? showToast({
            title: 'Auto-Investment Triggered!',
            description: `Simulated: ${formatUsd(match.amountCents)} in a sample property at ${TEST_YIELD_BPS / 100}%. Nothing was bought.`,
          })
        : showToast({ title: 'No match', description: reason, variant: 'destructive' }),
    onFailed: () =>
      showToast({
        title: 'Error',
        description: 'The test could not run. Please try again.',
        variant: 'destructive',
      }),
  });
  return (
    <>
      <Button
        variant="secondary"
        disabled={!enabled}
        busy={test.busy}
        busyText="Testing…"
        onClick={() => void test.run({})}
      >
        <FlaskConical size={18} aria-hidden="true" />
        Test Auto-Invest
      </Button>
      {isOn && !isSavedOn && <p className="text-sm text-muted">Save your preferences to test them.</p>}
      {enabled && isChanged && <p className="text-sm text-muted">The test uses your saved preferences.</p>}
    </>
  );
}
