import type { FieldIssue } from '#kernel/errors.ts';

interface ReadableError {
  message?: string;
  shape?: { message?: string } | null;
  data?: { httpStatus?: number; domainCode?: string; issues?: readonly FieldIssue[] } | null;
  cause?: unknown;
}

/** An answer that our server did not write, as of a proxy while the server is down: its status and its text, if any. */
export class ForeignAnswer extends Error {
  readonly status: number;

  constructor(answer: { status: number; statusText: string }, body: string) {
    super(`${answer.status}: ${body.trim() || answer.statusText}`);
    this.name = 'ForeignAnswer';
    this.status = answer.status;
  }
}

const OFFLINE = 'Commonhold could not be reached. Check your connection and try again.';
const UNEXPECTED =
  'Something went wrong on our end. Before you retry a change, check whether it went through.';

function readable(error: unknown): ReadableError {
  return typeof error === 'object' && error !== null ? error : {};
}

/** HTTP status of a failed request, or null when no answer arrived. */
export function statusOf(error: unknown): number | null {
  const { data, cause } = readable(error);
  if (data?.httpStatus !== undefined) return data.httpStatus;
  return cause instanceof ForeignAnswer ? cause.status : null;
}

export const isNotFound = (error: unknown): boolean => statusOf(error) === 404;

/** True for an id that nothing has, and for one that cannot be an id. */
export const isMissingOrMalformed = (error: unknown): boolean => isNotFound(error) || statusOf(error) === 400;

/** The contract's code of a refusal, such as "INSUFFICIENT_FUNDS". */
export function codeOf(error: unknown): string | null {
  return readable(error).data?.domainCode ?? null;
}

/** The server's problems with single fields of the input. */
export function issuesOf(error: unknown): readonly FieldIssue[] {
  return readable(error).data?.issues ?? [];
}

/** True when nobody answered. */
export function isNetworkFailure(error: unknown): boolean {
  return statusOf(error) === null;
}

/** True when the session is gone; a wrong password at sign-in is also a 401, but not this. */
export function isUnauthorized(error: unknown): boolean {
  return codeOf(error) === 'UNAUTHORIZED';
}

/** A sentence for people: the server's text without the status, or what to do when there was none. */
export function messageOf(error: unknown): string {
  const { shape } = readable(error);
  if (shape?.message) return shape.message;
  return isNetworkFailure(error) ? OFFLINE : UNEXPECTED;
}

/** The text of a failed request: its status, a colon, and the body or else the status text. */
export function errorText(error: unknown): string {
  const { message = '', shape } = readable(error);
  return shape?.message ? `${statusOf(error)}: ${shape.message}` : message;
}
