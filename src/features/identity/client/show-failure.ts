import { messageOf } from '#platform/browser/errors.ts';
import { showToast } from '#ui/toast.ts';

/** Says what went wrong with something a person asked for. */
export function showFailure(error: unknown, title = 'Error'): void {
  showToast({ title, description: messageOf(error), variant: 'destructive' });
}
