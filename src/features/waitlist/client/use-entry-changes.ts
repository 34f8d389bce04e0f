import { showFailure } from '#features/identity/client/index.ts';
import { counted } from '#kernel/plural.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { showToast } from '#ui/toast.ts';
import type { WaitlistEntry } from '../waitlist.contract.ts';

/** Deletes one entry of the waitlist, or all; each returns whether it was done, and shows the outcome in a message. */
export function useEntryChanges() {
  const onFailed = (error: unknown) => showFailure(error);
  const removal = useCommand(trpc.waitlist.removeEntry.mutationOptions(), { onFailed });
  const clearing = useCommand(trpc.waitlist.clear.mutationOptions(), {
    keyed: true,
    onFailed,
    onDone: ({ removed }) =>
      showToast({ title: 'Waitlist Cleared', description: `${entriesText(removed)} deleted.` }),
  });
  const busy = removal.busy || clearing.busy;

  async function remove({ id, email }: WaitlistEntry): Promise<boolean> {
    const isDone = !busy && (await removal.run({ id })) !== null;
    if (isDone) showToast({ title: 'Entry Deleted', description: `${email} is no longer on the waitlist.` });
    return isDone;
  }

  return { busy, remove, clear: async () => !busy && clearing.run({}) };
}

/** "1 entry", "2,000 entries". */
export function entriesText(count: number): string {
  return counted(count, 'entry', 'entries');
}
