import { useState } from 'react';
import { codeOf, messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { NumberField } from '#ui/number-field.tsx';
import { showToast } from '#ui/toast.ts';
import { type ChangedProperty, fieldsOf, readTerms, type Terms } from './typed-terms.ts';

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
      showToast({ title: 'Terms changed', description: `The new terms apply to ${name}.` });
    },
    onFailed(error) {
      if (codeOf(error) !== 'TERMS_CHANGED') return;
      onClose();
      showToast({ title: 'Error', description: messageOf(error), variant: 'destructive' });
    },
  });

  function save() {
    const { terms, problems: found } = readTerms(property, typed);
    setProblems(found);
    if (terms === null) return;
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
        {fieldsOf(property).map((field) => (
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
