import { statusOf } from './errors.ts';

/**
 * True when the request may have had an effect although it failed: no answer arrived, or one of a proxy, or of a server
 * that had lost its database or stopped what took too long: an earlier attempt, or a part of it, may have been stored.
 * It is repeated with the same id.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  const status = statusOf(error);
  return status === null || [502, 503, 504].includes(status);
}
