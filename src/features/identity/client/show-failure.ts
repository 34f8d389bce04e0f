import { isUnauthorized, messageOf } from '#platform/browser/errors.ts';
import { showToast } from '#ui/toast.ts';

/** Says what went wrong with something a person asked for; that their session has ended is said elsewhere. */
export function showFailure(error: unknown, title = 'Error'): void {
  if (isUnauthorized(error)) return;
  showToast({ title, description: messageOf(error), variant: 'destructive' });
}
