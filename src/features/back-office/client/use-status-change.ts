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
}

/** Refusals that tell the admin what to do next. */
const explained = new Set(['SUBMITTED_AGAIN', 'EARLIER_BIDS_OPEN']);

/** Moves a property to another status and tells how it went. */
export function useStatusChange() {
  const queryClient = useQueryClient();
  const mutation = useMutation(trpc.properties.setStatus.mutationOptions());

  /** True when the question is settled: the status was changed, or there is a new submission to look at. */
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
      return code === 'SUBMITTED_AGAIN';
    } finally {
      void queryClient.invalidateQueries(trpc.properties.pathFilter());
    }
  }

  return { change, changing: mutation.isPending ? mutation.variables : null };
}
