import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { showToast } from '#ui/toast.ts';
import type { KycDecisionKind, ReviewedApplication } from '../kyc.contract.ts';

/** The decision of a reviewer, without the application that it is about. */
export type Verdict =
  | { decision: 'approved' }
  | { decision: 'rejected'; reason: string }
  | { decision: 'requires_additional_info'; requests: string[] };

const toasts: Record<KycDecisionKind, { title: string; description: string }> = {
  approved: { title: 'Application Approved', description: 'was notified.' },
  rejected: { title: 'Application Rejected', description: 'was notified, with your reason.' },
  requires_additional_info: { title: 'Information Requested', description: 'was notified, with your list.' },
};

/** Decides on the application as it is shown; one that was submitted or decided meanwhile is refused. */
export function useDecide({ applicantId, submittedAt, personal }: ReviewedApplication) {
  const { run, busy, errorText, forget } = useCommand(trpc.kyc.decide.mutationOptions(), {
    onDone(_, { decision }) {
      const { title, description } = toasts[decision];
      showToast({ title, description: `${personal.firstName} ${personal.lastName} ${description}` });
    },
  });

  /** True when it was decided. */
  const decide = async (verdict: Verdict) =>
    submittedAt !== null && run({ ...verdict, applicantId, submittedAt });

  return { decide, busy, failure: errorText ?? null, forgetFailure: forget };
}
