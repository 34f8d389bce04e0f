/**
 * Text, at sign, text, dot, text, without spaces. Each character can be matched in one way only: with two, a long text
 * of dots would take as many steps as its length squared.
 */
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;

/** The longest address that mail can be sent to (RFC 5321). */
export const EMAIL_MAX = 254;

/** The longest full name that is taken. */
export const FULL_NAME_MAX = 120;
