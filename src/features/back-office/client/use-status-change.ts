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
      const submittedAgain = codeOf(error) === 'SUBMITTED_AGAIN';
      if (!isUnauthorized(error)) {
        showToast({
          title: 'Error',
          description: submittedAgain ? messageOf(error) : 'Failed to update property status.',
          variant: 'destructive',
        });
      }
      return submittedAgain;
    } finally {
      void queryClient.invalidateQueries(trpc.properties.pathFilter());
    }
  }

  return { change, changing: mutation.isPending ? mutation.variables : null };
}
