import { messageOf } from '#platform/browser/errors.ts';
import { showToast } from '#ui/toast.ts';

/** Shows why an action of the person failed. */
export function showFailure(error: unknown, title = 'Error'): void {
  showToast({ title, description: messageOf(error), variant: 'destructive' });
}
