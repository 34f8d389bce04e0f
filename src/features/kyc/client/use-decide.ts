import { useRef } from 'react';
import { fullName } from '#kernel/person.ts';
import { codeOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { showToast } from '#ui/toast.ts';
import type { KycDecisionKind, ReviewedApplication } from '../kyc.contract.ts';

/** The decision of a reviewer, without the application that it is about. */
export type KycDecision =
  | { decision: 'approved' }
  | { decision: 'rejected'; reason: string }
  | { decision: 'requires_additional_info'; requests: string[] };

const toasts: Record<KycDecisionKind, { title: string; description: string }> = {
  approved: { title: 'Application approved', description: 'was notified.' },
  rejected: { title: 'Application rejected', description: 'was notified, with your reason.' },
  requires_additional_info: { title: 'Information requested', description: 'was notified, with your list.' },
};

/**
 * Decides on the application that the reviewer began with: the page refreshes by itself, also when the application is
 * submitted again. After that refusal it decides on what the page shows by then.
 */
export function useDecide({ applicantId, submittedAt, personal }: ReviewedApplication) {
  const openedSubmittedAt = useRef(submittedAt);
  const isOutdated = useRef(false);
  const { run, busy, errorText, reset } = useCommand(trpc.kyc.decide.mutationOptions(), {
    onDone(_, { decision }) {
      const { title, description } = toasts[decision];
      showToast({ title, description: `${fullName(personal)} ${description}` });
    },
    onFailed(error) {
      isOutdated.current = codeOf(error) === 'KYC_CHANGED';
    },
  });

  /** True when it was decided. */
  async function decide(decision: KycDecision): Promise<boolean> {
    if (isOutdated.current) openedSubmittedAt.current = submittedAt;
    isOutdated.current = false;
    const { current: opened } = openedSubmittedAt;
    if (opened === null) return false;
    return (await run({ ...decision, applicantId, submittedAt: opened })) !== null;
  }

  return { decide, busy, failure: errorText ?? null, clearFailure: reset };
}
