import { useState } from 'react';
import { ungrouped } from '#kernel/typed-numbers.ts';
import { codeOf, messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { NumberField } from '#ui/number-field.tsx';
import { showToast } from '#ui/toast.ts';
import { MAX_FUNDING_DAYS } from '../offering-terms.contract.ts';
import type { OfferingView } from '../offerings.contract.ts';

interface ChangedProperty {
  id: number;
  name: string;
  totalShares: number;
  offering: OfferingView;
}

function wholeNumber(text: string): number | null {
  const digits = ungrouped(text.trim());
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}

type Terms = Record<'minimumShares' | 'fundingDays' | 'minimumOrderShares', number>;

interface TermsField {
  name: keyof Terms;
  label: string;
  hint?: string;
  min: number;
  max: number;
}

const fieldsOf = ({ totalShares }: ChangedProperty): readonly TermsField[] => [
  {
    name: 'minimumShares',
    label: 'Minimum shares to sell',
    hint: 'Enter 0 for no minimum: purchases are final right away.',
    min: 0,
    max: totalShares,
  },
  { name: 'fundingDays', label: 'Days to reach it', min: 1, max: MAX_FUNDING_DAYS },
  {
    name: 'minimumOrderShares',
    label: 'Minimum order in shares',
    hint: 'Someone buying all that remain may buy fewer.',
    min: 1,
    max: totalShares,
  },
];

function problemOf({ min, max }: TermsField, text: string): string | undefined {
  const value = wholeNumber(text);
  if (value !== null && value >= min && value <= max) return undefined;
  return `Enter a whole number from ${min} to ${max.toLocaleString('en-US')}.`;
}

/** Changes the terms of an offering of which nothing is sold. */
export function TermsDialog({ property, onClose }: { property: ChangedProperty; onClose: () => void }) {
  const { id, name, offering } = property;
  const [shownTerms] = useState<Terms>(() => ({
    minimumShares: offering.minimumShares,
    fundingDays: offering.fundingDays,
    minimumOrderShares: offering.minimumOrderShares,
  }));
  const [typed, setTyped] = useState<Record<keyof Terms, string>>(() => ({
    minimumShares: String(shownTerms.minimumShares),
    fundingDays: String(shownTerms.fundingDays),
    minimumOrderShares: String(shownTerms.minimumOrderShares),
  }));
  const [problems, setProblems] = useState<Partial<Record<keyof Terms, string>>>({});
  const change = useCommand(trpc.offerings.setOfferingTerms.mutationOptions(), {
    onDone() {
      onClose();
      showToast({ title: 'Terms Changed', description: `The new terms apply to ${name}.` });
    },
    onFailed(error) {
      if (codeOf(error) !== 'TERMS_CHANGED') return;
      onClose();
      showToast({ title: 'Error', description: messageOf(error), variant: 'destructive' });
    },
  });
  const fields = fieldsOf(property);

  function save() {
    const found = fields.map((field) => [field.name, problemOf(field, typed[field.name])] as const);
    setProblems(Object.fromEntries(found));
    if (found.some(([, problem]) => problem !== undefined)) return;
    const terms: Terms = {
      minimumShares: Number(typed.minimumShares),
      fundingDays: Number(typed.fundingDays),
      minimumOrderShares: Number(typed.minimumOrderShares),
    };
    void change.run({ id, ...terms, shownTerms });
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={save}
      title={`Terms of ${name}`}
      description="The first purchase locks these terms. If the property is on the market, the days count from now."
      confirmLabel="Save terms"
      busy={change.busy}
      busyText="Saving"
      error={change.errorText}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.map((field) => (
          <NumberField
            key={field.name}
            {...field}
            inputMode="numeric"
            step={1}
            value={typed[field.name]}
            error={problems[field.name]}
            onChange={({ target }) => setTyped({ ...typed, [field.name]: target.value })}
          />
        ))}
      </div>
    </ConfirmDialog>
  );
}
