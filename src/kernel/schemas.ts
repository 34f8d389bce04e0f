import { z } from 'zod';
import { MAX_CENTS, MAX_SHARES, parseUsd, WHOLE_BPS } from './money.ts';
import { canonicalEmail, EMAIL_PATTERN, MAX_EMAIL_CHARACTERS } from './person.ts';
import { counted } from './plural.ts';
import { MAX_PROPERTY_ID } from './property-id.ts';
import { oneLine, withoutBidiControls } from './text.ts';
import { dayOf } from './time.ts';

/** Whole cents, as money travels between our own client and server. */
export const cents = z.int().min(0).max(MAX_CENTS);

/** Cents added up over any number of amounts: unlike a single amount, a sum has no maximum that data could exceed. */
export const sumOfCents = z.int().min(0);

/** A sum of cents where more can have gone out than came in: changes and differences. */
export const signedSumOfCents = z.int();

/** A rate in basis points, 0 to 100%. */
export const basisPoints = z.int().min(0).max(WHOLE_BPS);

/** A moment as ISO 8601 text in UTC. */
export const instant = z.iso.datetime();

/** What a field for a date says when there is something else in it. */
export const NOT_A_DATE = 'Enter the date in the format YYYY-MM-DD.';

const isDate = (text: string) => dayOf(text) !== null;
const NO_SUCH_DATE = 'Enter a valid date in the format YYYY-MM-DD.';

/** A date such as "2026-09-30"; `required` is the text while there is none. */
export const dateText = (required?: string) =>
  (required === undefined ? z.string() : z.string().min(1, required))
    .max(10, NOT_A_DATE)
    .refine(isDate, NO_SUCH_DATE);

/** The first or last day of a period that may be chosen. */
export const periodDate = z
  .string()
  .max(10, NOT_A_DATE)
  .regex(/^20\d\d-/, 'Choose a date from 2000 to 2099.')
  .refine(isDate, NO_SUCH_DATE);

/** A property's id, a positive integer that fits the database column. */
export const propertyId = z
  .int('A property ID must be a whole number.')
  .min(1, 'A property ID must be positive.')
  .max(MAX_PROPERTY_ID, 'There is no property with this id.');

/** A number of shares, at least one; `required` is the text while there is none. */
export const shareCount = (required = 'Enter a whole number of shares.') =>
  z
    .int(required)
    .min(1, 'At least 1 share.')
    .max(MAX_SHARES, `At most ${counted(MAX_SHARES, 'share')}.`);

/**
 * Made by the client once per confirmed intent and reused across retries: the same id never has a second effect.
 * Any 8 to 128 printable characters without spaces; our own clients send a UUID.
 */
export const requestId = z
  .string()
  .min(8, 'An idempotency key has at least 8 characters.')
  .max(128, 'An idempotency key has at most 128 characters.')
  .regex(/^[\x21-\x7e]+$/, 'An idempotency key has only printable characters without spaces.');

/** A dollar amount as decimal text, as REST bodies carry it: "500.00". */
export const usdText = z.string().refine((text) => {
  const amount = parseUsd(text);
  return amount !== null && amount >= 0;
}, 'Enter the amount in dollars and cents, such as "500.00".');

/** A sum in REST answers. Unlike an amount in a request, it has no maximum. */
export const usdSumText = z.string().regex(/^\d+\.\d{2}$/);

/** Position and length of a page of a list. */
export function pageInput({ max, default: defaultLimit }: { max: number; default: number }) {
  return {
    cursor: z.string().max(200).optional(),
    limit: z.int().min(1).max(max).default(defaultLimit),
  };
}

/** A page of a list: items in order and the cursor of the next page, null on the last. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}

/** Control characters and halves of surrogate pairs: a database refuses them, so a contract must. */
const UNSTORABLE = /[[\p{Cc}\p{Cs}]--[\n\t\r]]/v;

/** Text of several lines from a person: trimmed, without control and bidi characters, of bounded length. */
export function personText(max: number, required?: string) {
  return bounded(z.string(required).overwrite(withoutBidiControls), max, required);
}

/** Text of one line from a person, such as a name: as `oneLine` leaves it, of bounded length. */
export function lineText(max: number, required?: string) {
  return bounded(z.string(required).overwrite(oneLine), max, required);
}

/** Text that someone is still typing: as it is, of bounded length. */
export function typedText(max: number) {
  return bounded(z.string(), max, undefined);
}

function bounded(base: z.ZodString, max: number, required: string | undefined) {
  const text = base
    .max(max, `At most ${max} characters.`)
    .refine((value) => !UNSTORABLE.test(value), 'Control characters are not allowed.');
  return required ? text.refine((value) => value.length > 0, required) : text;
}

/** A ZIP code, with or without its last four digits. */
export const zipCode = z
  .string()
  .overwrite(oneLine)
  .max(10, 'Enter a ZIP code, such as 12345 or 12345-6789.')
  .regex(/^\d{5}(-\d{4})?$/, 'Enter a ZIP code, such as 12345 or 12345-6789.');

/** An email as it was typed, without surrounding spaces and invisible characters. */
export const typedEmail = z
  .string()
  .overwrite(oneLine)
  .max(MAX_EMAIL_CHARACTERS, {
    error: `At most ${MAX_EMAIL_CHARACTERS} characters.`,
    // The canonical form of a long domain takes quadratic time.
    abort: true,
  })
  .regex(EMAIL_PATTERN, 'Please enter a valid email address.')
  .refine((value) => !UNSTORABLE.test(value), 'Please enter a valid email address.');

/** An email address in its canonical form: the same mailbox is always the same text. */
export const email = typedEmail
  .overwrite(canonicalEmail)
  .max(MAX_EMAIL_CHARACTERS, `At most ${MAX_EMAIL_CHARACTERS} characters.`)
  .regex(EMAIL_PATTERN, 'Please enter a valid email address.');

/** The id of something of the caller's own, such as a session or an access token. */
export const handle = z
  .string()
  .max(64)
  .regex(/^[\w-]+$/);
