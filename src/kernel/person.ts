/**
 * An email address: dotted parts, an at sign, and dotted labels of letters and digits. Quotes, comments, lists and
 * angle brackets are refused, because with them one mailbox has many spellings. The pattern is unambiguous, so it takes
 * linear time.
 */
export const EMAIL_PATTERN =
  /^[^\s@"(),.:;<>[\\\]]+(?:\.[^\s@"(),.:;<>[\\\]]+)*@[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+$/u;

/**
 * An email address in the canonical form that accounts store: in lower case, with composed characters, and with its
 * domain in the form of mail servers ("xn--"). A domain that no server can have is removed.
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
export const MAX_FULL_NAME_CHARACTERS = 120;

/** "Ana Pereira" as "Ana P.". */
export function maskedName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  const [initial] = [...lastName.trim()];
  return initial ? `${firstName} ${initial.toUpperCase()}.` : firstName;
}

export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`;
}
