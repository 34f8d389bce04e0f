import { statusOf } from './errors.ts';

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
