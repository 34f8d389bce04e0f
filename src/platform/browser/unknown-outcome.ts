import { codeOf, messageOf, statusOf } from './errors.ts';

/** True when no answer of the product arrived: none at all, one of a proxy, or of a server that had lost its database. */
export function isUnanswered(error: unknown): boolean {
  const status = statusOf(error);
  return status === null || [502, 503, 504].includes(status);
}

/**
 * True when the request may have had an effect although it failed: it was not answered, an earlier attempt or a part of
 * it may have been stored, or it failed unexpectedly, which may be after its commit. It is repeated with the same id.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  return isUnanswered(error) || statusOf(error) === 500;
}

const ONLY_ONCE = 'Trying again is safe: it happens only once.';

/**
 * The title and text of a command with an idempotency key that failed.
 * @param refused what did not happen, as the title of a refusal
 */
export function failureTexts(error: unknown, refused: string): { title: string; text: string } {
  if (!isOutcomeUnknown(error)) return { title: refused, text: messageOf(error) };
  const title = 'It may have gone through';
  const code = codeOf(error);
  if (code === 'INTERNAL') return { title, text: `Something went wrong on our end. ${ONLY_ONCE}` };
  return { title, text: code === null ? `${messageOf(error)} ${ONLY_ONCE}` : messageOf(error) };
}
