import { useRef } from 'react';
import type { PropertyStatus } from '#features/properties/properties.contract.ts';
import { codeOf, messageOf } from '#platform/browser/errors.ts';
import { refreshed } from '#platform/browser/refresh.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { showToast } from '#ui/toast.ts';
import { outcomeText } from './status-texts.ts';

export interface StatusChange {
  id: number;
  status: PropertyStatus;
  reason?: string;
  /** The submission that the dialog shows. */
  submissionNumber?: number;
  /** The terms that the dialog shows. */
  shownTerms?: { minimumShares: number; fundingDays: number; minimumOrderShares: number };
}

/** Refusals that show the admin what to do next. */
const explained = new Set([
  'SUBMITTED_AGAIN',
  'TERMS_CHANGED',
  'BELOW_SHARE_PRICE',
  'OWNER_NOT_VERIFIED',
  'EARLIER_BIDS_OPEN',
  'REFUNDS_RUNNING',
  'OWN_PROPERTY',
  'ACCOUNT_FROZEN',
  'SECOND_FACTOR_MISSING',
]);

/** Refusals because another admin has decided meanwhile. */
const decided = new Set(['STATUS_UNCHANGED', 'STATUS_NOT_ALLOWED']);

/** Refusals after which the dialog is outdated. */
const outdated = new Set(['SUBMITTED_AGAIN', 'TERMS_CHANGED', ...decided]);

function failureText(error: unknown): string {
  const code = codeOf(error) ?? '';
  if (explained.has(code)) return messageOf(error);
  const text = 'Failed to update property status.';
  return decided.has(code) ? `${text} Another admin has already decided.` : text;
}

/** Moves a property to another status and reports how it went. */
export function useStatusChange() {
  const isOutdated = useRef(false);
  const { run, sent } = useCommand(trpc.properties.setStatus.mutationOptions(), {
    onDone: (property) =>
      showToast({
        title: 'Property Updated',
        description: `Property status has been updated successfully. ${outcomeText(property)}`,
      }),
    onFailed(error) {
      isOutdated.current = outdated.has(codeOf(error) ?? '');
      showToast({ title: 'Error', description: failureText(error), variant: 'destructive' });
    },
  });

  /** True when the status was changed, or when the page has newer data to look at. */
  async function change(wanted: StatusChange): Promise<boolean> {
    isOutdated.current = false;
    const isDone = (await run(wanted)) !== null;
    // The dialog closes, so that the next one shows the new figures.
    if (isOutdated.current) await refreshed();
    return isDone || isOutdated.current;
  }
  return { change, changing: sent };
}
