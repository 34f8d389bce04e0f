import { TRPCError } from '@trpc/server';
import { ZodError, type z } from 'zod';
import { commonErrors, DomainError, type ErrorKind, type FieldIssue } from '#kernel/errors.ts';
import { databaseErrorOf } from './database-errors.ts';

/** What an error may say to the outside: never a stack, SQL or a path. */
export interface WireError {
  status: number;
  code: string;
  message: string;
  issues: readonly FieldIssue[];
  retryAfterSeconds: number | null;
}

const trpcCodeOfKind: Record<ErrorKind, TRPCError['code']> = {
  malformed: 'BAD_REQUEST',
  unauthenticated: 'UNAUTHORIZED',
  insufficientFunds: 'PAYMENT_REQUIRED',
  forbidden: 'FORBIDDEN',
  notFound: 'NOT_FOUND',
  methodNotAllowed: 'METHOD_NOT_SUPPORTED',
  conflict: 'CONFLICT',
  tooLarge: 'PAYLOAD_TOO_LARGE',
  refused: 'UNPROCESSABLE_CONTENT',
  limited: 'TOO_MANY_REQUESTS',
  unavailable: 'SERVICE_UNAVAILABLE',
};

/** An input that does not fit its contract, as the error every boundary answers with. */
export function malformed(error: ZodError): DomainError {
  const issues = error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  const first = issues[0];
  const message = first
    ? first.path
      ? `${first.path}: ${first.message}`
      : first.message
    : commonErrors.MALFORMED.message;
  return new DomainError(commonErrors.MALFORMED, { message, issues });
}

/**
 * Input read by its contract. Everything from outside is read with this: any other violation of a schema, such as
 * an answer that does not fit its contract, is our own mistake and answers 500.
 * @throws DomainError MALFORMED, naming every field that does not fit
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw malformed(parsed.error);
  return parsed.data;
}

/** SQLSTATEs that mean "try again", not "broken": connection lost, resources, timeouts, shutting down, lost races. */
const TRANSIENT_CODES = /^(08|40001|40P01|53|55P03|57|58|25006|25P03)/;
const DISK_FULL = '53100';
const FOLDER_FULL = new Set(['ENOSPC', 'EDQUOT']);
const RETRY_AFTER_SECONDS = 1;
const NO_ROOM_RETRY_AFTER_SECONDS = 30;
const DRIVER_CODES = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'ACQUIRE_TIMEOUT',
  'ANSWER_TIMEOUT',
  'CONNECTION_DESTROYED',
]);
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);

function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 5; depth += 1) {
    const { code } = cause as Error & { code?: unknown };
    if (typeof code === 'string' && codes.has(code)) return true;
    cause = cause.cause;
  }
  return false;
}

/** True for an outage of our own database; a network error alone may come from anywhere. */
export function isDatabaseOutage(error: unknown): boolean {
  if (error instanceof DomainError) return error.kind === 'unavailable';
  return TRANSIENT_CODES.test(databaseErrorOf(error)?.code ?? '') || hasCode(error, DRIVER_CODES);
}

const isTransient = (error: unknown) => isDatabaseOutage(error) || hasCode(error, NETWORK_CODES);

/** Refuses for the moment: nothing is wrong with the request. */
export function unavailable(): DomainError {
  return new DomainError(commonErrors.UNAVAILABLE, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** Refuses a change because the disk is full, or nearly so. */
export function noRoom(): DomainError {
  return new DomainError(commonErrors.NO_ROOM, { retryAfterSeconds: NO_ROOM_RETRY_AFTER_SECONDS });
}

const isFull = (error: unknown) => databaseErrorOf(error)?.code === DISK_FULL || hasCode(error, FOLDER_FULL);

/** Waits for work that may be left undone while the database is unavailable; any other failure is thrown on. */
export async function ifAvailable(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (domainErrorOf(error)?.kind !== 'unavailable') throw error;
  }
}

/** The foreseen refusal behind an error, if there is one: a domain error, malformed input, a passing outage. */
export function domainErrorOf(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error;
  if (isFull(error)) return noRoom();
  if (isTransient(error)) return unavailable();
  if (error instanceof TRPCError) return domainErrorOfTrpc(error);
  return null;
}

function domainErrorOfTrpc(error: TRPCError): DomainError | null {
  const { code, cause } = error;
  if (cause instanceof DomainError) return cause;
  if (code === 'BAD_REQUEST' || code === 'PARSE_ERROR') {
    return cause instanceof ZodError ? malformed(cause) : new DomainError(commonErrors.MALFORMED);
  }
  if (code === 'NOT_FOUND') return new DomainError(commonErrors.NOT_FOUND);
  if (code === 'METHOD_NOT_SUPPORTED') return new DomainError(commonErrors.METHOD_NOT_ALLOWED);
  if (code === 'PAYLOAD_TOO_LARGE') return new DomainError(commonErrors.TOO_LARGE);
  if (code === 'UNSUPPORTED_MEDIA_TYPE') return new DomainError(commonErrors.MALFORMED);
  return cause ? domainErrorOf(cause) : null;
}

/** The answer's content for any error; an unforeseen one says nothing but that it happened. */
export function wireErrorOf(error: unknown): WireError {
  const known = domainErrorOf(error);
  if (!known) {
    return {
      status: 500,
      code: 'INTERNAL',
      message: 'Something went wrong on our side. Nothing was changed; try again.',
      issues: [],
      retryAfterSeconds: null,
    };
  }
  const { status, code, message, issues, retryAfterSeconds } = known;
  return { status, code, message, issues, retryAfterSeconds };
}

/** Any error as the tRPC error that carries its status. */
export function toTrpcError(error: unknown): TRPCError {
  const known = domainErrorOf(error);
  if (!known)
    return error instanceof TRPCError
      ? error
      : new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: error });
  return new TRPCError({ code: trpcCodeOfKind[known.kind], message: known.message, cause: known });
}
