/**
 * Parts between dots, an at sign, labels of letters and digits between dots. Quotes, comments, lists and angle brackets
 * are no part of it: with them one mailbox could be written in many ways. Each character can be matched in one way only,
 * so that no text takes more steps than it has characters.
 */
export const EMAIL_PATTERN =
  /^[^\s@"(),.:;<>[\\\]]+(?:\.[^\s@"(),.:;<>[\\\]]+)*@[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+$/u;

/**
 * An email address in the canonical form that accounts store: in lower case, its characters composed, and its domain as mail
 * servers know it ("xn--"). An email whose domain no server can have is left without one.
 */
export function canonicalEmail(typed: string): string {
  const at = typed.lastIndexOf('@');
  const domain = typed.slice(at + 1);
  const known = URL.canParse(`https://${domain}`) ? new URL(`https://${domain}`).hostname : '';
  return `${typed.slice(0, at)}@${/[a-z]/.test(known) ? known : ''}`.normalize('NFC').toLowerCase();
}

/** The longest address that mail can be sent to (RFC 5321). */
export const MAX_EMAIL_CHARACTERS = 254;

/** The longest full name that is taken. */
export const FULL_NAME_MAX = 120;
