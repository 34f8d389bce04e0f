import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { handleUnauthorized } from '#features/identity/client/index.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { showToast } from '#ui/toast.ts';
import type { KycDecisionKind, ReviewedApplication } from '../kyc.contract.ts';

/** What a reviewer says of an application, without saying of which. */
export type Verdict =
  | { decision: 'approved' }
  | { decision: 'rejected'; reason: string }
  | { decision: 'requires_additional_info'; requests: string[] };

const told: Record<KycDecisionKind, { title: string; description: string }> = {
  approved: { title: 'Application Approved', description: 'was notified.' },
  rejected: { title: 'Application Rejected', description: 'was notified, with your reason.' },
  requires_additional_info: { title: 'Information Requested', description: 'was notified, with your list.' },
};

/** Decides on the application as it is shown; when it was submitted or decided meanwhile, that is told instead. */
export function useDecide({ applicantId, submittedAt, personal }: ReviewedApplication) {
  const queryClient = useQueryClient();
  const mutation = useMutation(trpc.kyc.decide.mutationOptions());
  const [failure, setFailure] = useState<string | null>(null);

  /** True when it was decided. */
  async function decide(verdict: Verdict): Promise<boolean> {
    if (mutation.isPending || submittedAt === null) return false;
    setFailure(null);
    try {
      await mutation.mutateAsync({ ...verdict, applicantId, submittedAt });
      const { title, description } = told[verdict.decision];
      showToast({ title, description: `${personal.firstName} ${personal.lastName} ${description}` });
      return true;
    } catch (error) {
      if (!handleUnauthorized(error)) setFailure(messageOf(error));
      return false;
    } finally {
      void queryClient.invalidateQueries(trpc.kyc.pathFilter());
    }
  }

  return { decide, busy: mutation.isPending, failure, forgetFailure: () => setFailure(null) };
}
