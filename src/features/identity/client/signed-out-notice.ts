import { isUnauthorized } from '#platform/browser/errors.ts';
import { signInAddress } from '#platform/browser/session.ts';
import { resumeToasts, showLastToast } from '#ui/toast.ts';

export const REDIRECT_DELAY_MS = 500;

let leaving = false;

/** Says that the visitor is signed out and goes to sign in, to come back to this very address. */
export function showSignedOut(): void {
  if (leaving) return;
  leaving = true;
  showLastToast({
    title: 'Unauthorized',
    description: 'You are logged out. Logging in again...',
    variant: 'destructive',
  });
  setTimeout(() => location.assign(signInAddress()), REDIRECT_DELAY_MS);
}

/** Goes to an address that ends the session; errors of the ended session are not shown meanwhile. */
export function leaveSignedOut(address: string): void {
  leaving = true;
  location.assign(address);
}

/** True when the error was an expired session: the notice is shown, and the caller shows no other error. */
export function handleUnauthorized(error: unknown): boolean {
  if (!isUnauthorized(error)) return false;
  showSignedOut();
  return true;
}

// A page that comes back from the browser's back-forward cache must be able to leave again.
if (typeof window !== 'undefined') {
  window.addEventListener('pageshow', () => {
    leaving = false;
    resumeToasts();
  });
}
