import { TRPCClientError } from '@trpc/client';
import type { FieldIssue } from '#kernel/errors.ts';
import type { AppRouter } from './router.ts';

interface ErrorFacts {
  status: number | null;
  code: string;
  text: string;
  issues?: readonly FieldIssue[];
  cause?: Error;
}

/**
 * A call that did not succeed. Its message is `${status}: ${text}`, for example
 * "402: Insufficient funds. Please add money to your account.", or only a text when nobody answered.
 */
export class CommonholdError extends TRPCClientError<AppRouter> {
  override readonly name = 'CommonholdError';
  /** HTTP status of the answer; null when no answer arrived, so that whether the call had an effect is unknown. */
  readonly status: number | null;
  /**
   * Code for programs: a contract's code such as "INSUFFICIENT_FUNDS", "UNREACHABLE" when no answer arrived, or
   * "NOT_COMMONHOLD" when the answer did not come from a Commonhold server.
   */
  readonly code: string;
  /** Problems of single fields of the input, by dotted path; empty for most errors. */
  readonly issues: readonly FieldIssue[];

  constructor({ status, code, text, issues = [], cause }: ErrorFacts) {
    super(status === null ? text : `${status}: ${text}`, cause ? { cause } : {});
    // The constructor of TRPCClientError sets its own prototype on every instance.
    Object.setPrototypeOf(this, CommonholdError.prototype);
    this.status = status;
    this.code = code;
    this.issues = issues;
  }
}

type Shape = NonNullable<TRPCClientError<AppRouter>['shape']>;

/** A tRPC error in the terms that a script needs. */
export function commonholdError(error: TRPCClientError<AppRouter>): CommonholdError {
  if (error instanceof CommonholdError) return error;
  if (error.shape) return errorOfShape(error.shape);
  return new CommonholdError({ status: null, code: 'UNREACHABLE', text: error.message });
}

/** The error that the server describes. */
export function errorOfShape({ message, data }: Shape): CommonholdError {
  const { httpStatus, domainCode, issues } = data;
  return new CommonholdError({ status: httpStatus, code: domainCode, text: message, issues });
}
