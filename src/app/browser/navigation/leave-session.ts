import { leaveSignedOut } from '#features/identity/client/index.ts';
import { signInAddress } from '#platform/browser/session.ts';
import { clearStored } from '#platform/browser/session-store.ts';

const SIGN_OUT_ADDRESS = '/api/logout';

export function signIn(): void {
  location.assign(signInAddress());
}

export function signOut(): void {
  clearStored();
  leaveSignedOut(SIGN_OUT_ADDRESS);
}
