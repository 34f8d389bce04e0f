import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showFailure } from '#features/identity/client/index.ts';
import { requestIdOf } from '#platform/browser/request-id.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { showToast } from '#ui/toast.ts';
import type { WaitlistEntry } from '../waitlist.contract.ts';

/** Deletes one waitlist entry, or all. Each returns whether it was done and shows the result in a toast. */
export function useEntryChanges() {
  const queryClient = useQueryClient();
  const removal = useMutation(trpc.waitlist.removeEntry.mutationOptions());
  const clearing = useMutation(trpc.waitlist.clear.mutationOptions());
  const busy = removal.isPending || clearing.isPending;

  async function carryOut(change: () => Promise<{ title: string; description: string }>): Promise<boolean> {
    if (busy) return false;
    try {
      showToast(await change());
      return true;
    } catch (error) {
      showFailure(error);
      return false;
    } finally {
      await queryClient.invalidateQueries(trpc.waitlist.pathFilter());
    }
  }

  const remove = ({ id, email }: WaitlistEntry) =>
    carryOut(async () => {
      await removal.mutateAsync({ id });
      return { title: 'Entry Deleted', description: `${email} is no longer on the waitlist.` };
    });

  const clear = () =>
    carryOut(async () => {
      const request = requestIdOf('waitlist.clear');
      const { removed } = await clearing.mutateAsync({ requestId: request.current() });
      request.renew();
      return { title: 'Waitlist Cleared', description: `${entriesText(removed)} deleted.` };
    });

  return { busy, remove, clear };
}

/** "1 entry", "2,000 entries". */
export function entriesText(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'entry' : 'entries'}`;
}
