import { codeOf, statusOf } from './errors.ts';

/**
 * True when the request may have had an effect although it failed: no answer arrived, or one of a proxy, or of a server
 * that had lost its database. It is repeated with the same id. What took too long was stopped, and had none.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  const status = statusOf(error);
  return status === null || ([502, 503, 504].includes(status) && codeOf(error) !== 'TOOK_TOO_LONG');
}
