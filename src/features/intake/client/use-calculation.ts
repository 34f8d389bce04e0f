import { useState } from 'react';
import { formatUsd } from '#kernel/money.ts';
import { codeOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { showToast } from '#ui/toast.ts';
import type { DraftSaver } from './draft-saver.ts';

export interface Calculation {
  calculate: () => Promise<void>;
  busy: boolean;
  failure: string | null;
}

const NOT_SAVED =
  'Your latest changes are not saved yet, and the estimate uses only saved answers. Try again in a moment.';

/** Saves the typed values, and has the value estimated from them. */
export function useCalculation(saver: DraftSaver): Calculation {
  const [unsaved, setUnsaved] = useState(false);
  const command = useCommand(trpc.intake.calculateValuation.mutationOptions(), {
    onDone(answer) {
      saver.accept(answer);
      const value = answer.valuationData?.estimates.valueCents ?? 0;
      showToast({ title: 'Valuation Complete', description: `Estimated value: ${formatUsd(value)}` });
    },
    onFailed(error) {
      if (codeOf(error) === 'DRAFT_CHANGED') void saver.compare();
    },
  });
  async function calculate() {
    const isSaved = await saver.flush();
    setUnsaved(!isSaved);
    if (isSaved) await command.run({ expectedVersion: saver.state().stored?.version ?? 0 });
  }
  return { calculate, busy: command.busy, failure: unsaved ? NOT_SAVED : (command.errorText ?? null) };
}
