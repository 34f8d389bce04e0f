/** Paths of the forms when scripts have not loaded. */
export const SIGN_IN_FORM_PATH = '/api/auth/sign-in-form';
export const SIGN_UP_FORM_PATH = '/api/auth/sign-up-form';
export const PASSWORD_RESET_FORM_PATH = '/api/auth/password-reset-form';

/** Why a plain form of the sign-in page failed: one to sign in, then one to create an account, then any. */
export type FormProblem =
  | 'credentials'
  | 'attempts'
  | 'failed'
  | 'existing'
  | 'weak'
  | 'name'
  | 'email'
  | 'password'
  | 'limited'
  | 'unfinished'
  | 'unsent';

/** The outcome of asking for a new password, as it appears in the address of the page. */
export type PasswordResetOutcome = 'sent' | 'invalid-email' | 'too-many' | 'failed';

/** Time to object before two admins remove a lost authenticator app. */
export const RESET_WAIT_HOURS = 24;

/**
 * The same-origin path to return to after sign-in; "/" for anything else. Backslashes, control characters, a
 * second slash and everything else that a browser may read as another origin is refused.
 */
export function safeReturnTo(text: string | null | undefined): string {
  if (!text || text.length > 2_000 || !/^\/(?![/\\])/.test(text) || /[\\\p{Cc}]/u.test(text)) return '/';
  const here = 'https://commonhold.invalid';
  if (!URL.canParse(text, here)) return '/';
  const url = new URL(text, here);
  if (url.origin !== here || url.pathname.startsWith('//')) return '/';
  // None of our paths needs escapes, which would hide those below.
  if (url.pathname.includes('%')) return '/';
  if (url.pathname === '/login' || url.pathname.startsWith('/api/')) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}

/** A browser and system in few words, from a User-Agent header, to tell sessions apart. */
export function deviceName(userAgent: string): string {
  const browser = [
    ['Edg/', 'Edge'],
    ['OPR/', 'Opera'],
    ['Firefox/', 'Firefox'],
    ['Chrome/', 'Chrome'],
    ['Safari/', 'Safari'],
  ].find(([mark]) => userAgent.includes(mark as string))?.[1];
  const system = [
    ['Windows', 'Windows'],
    ['Android', 'Android'],
    ['iPhone', 'iPhone'],
    ['iPad', 'iPad'],
    ['Mac OS X', 'macOS'],
    ['Linux', 'Linux'],
  ].find(([mark]) => userAgent.includes(mark as string))?.[1];
  if (!browser) return 'Unknown device';
  return system ? `${browser} on ${system}` : browser;
}
