import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PropertyStatus } from '#features/properties/properties.contract.ts';
import { codeOf, isUnauthorized, messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { showToast } from '#ui/toast.ts';

export interface StatusChange {
  id: number;
  status: PropertyStatus;
  reason?: string;
  /** The submission that the dialog shows. */
  submissionNumber?: number;
  /** The terms that the dialog shows. */
  shownTerms?: { minimumShares: number; fundingDays: number };
}

/** Refusals that tell the admin what to do next. */
const explained = new Set([
  'SUBMITTED_AGAIN',
  'TERMS_CHANGED',
  'OWNER_NOT_VERIFIED',
  'EARLIER_BIDS_OPEN',
  'REFUNDS_RUNNING',
  'OWN_PROPERTY',
  'ACCOUNT_FROZEN',
]);

/** Refusals after which the dialog shows what is no longer so. */
const outdated = new Set(['SUBMITTED_AGAIN', 'TERMS_CHANGED']);

/** Moves a property to another status and tells how it went. */
export function useStatusChange() {
  const queryClient = useQueryClient();
  const mutation = useMutation(trpc.properties.setStatus.mutationOptions());

  /** True when the question is settled: the status was changed, or there is something new to look at. */
  async function change(wanted: StatusChange): Promise<boolean> {
    if (mutation.isPending) return false;
    try {
      await mutation.mutateAsync(wanted);
      showToast({
        title: 'Property Updated',
        description: 'Property status has been updated successfully.',
      });
      return true;
    } catch (error) {
      const code = codeOf(error) ?? '';
      if (!isUnauthorized(error)) {
        showToast({
          title: 'Error',
          description: explained.has(code) ? messageOf(error) : 'Failed to update property status.',
          variant: 'destructive',
        });
      }
      return outdated.has(code);
    } finally {
      void queryClient.invalidateQueries(trpc.properties.pathFilter());
    }
  }

  return { change, changing: mutation.isPending ? mutation.variables : null };
}
