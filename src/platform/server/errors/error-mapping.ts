import { TRPCError } from '@trpc/server';
import { ZodError, type z } from 'zod';
import { commonErrors, DomainError, type ErrorKind, type FieldIssue } from '#kernel/errors.ts';
import { databaseErrorOf } from './database-errors.ts';

/** The public part of an error: never a stack, SQL or a path. */
interface WireError {
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

const KINDS: Record<string, string> = {
  ...{ int: 'a whole number', number: 'a number', string: 'text', boolean: 'true or false' },
  ...{ array: 'a list', tuple: 'a list', object: 'an object', record: 'an object' },
};

/** What zod's own message about a wrong type expects, in plain words; the messages of our schemas stay as they are. */
const inPlainWords = (message: string): string =>
  message.replace(/^Invalid input: expected (\w+), received (\w+)$/, (_, kind: string, received: string) => {
    return `${received === 'undefined' ? 'Missing. ' : ''}It has to be ${KINDS[kind] ?? kind}.`;
  });

/** The error for an input that does not match its schema, the same for tRPC and REST. */
function malformed(error: ZodError): DomainError {
  const issues = error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: inPlainWords(issue.message),
  }));
  const first = issues[0];
  const message = first
    ? first.path
      ? `${first.path}: ${first.message}`
      : first.message
    : commonErrors.MALFORMED.message;
  return new DomainError(commonErrors.MALFORMED, { message, issues });
}

/**
 * Parses input from outside. Only this function makes MALFORMED of a schema violation: any other one, such as an answer
 * that violates its schema, is a bug and answers 500.
 * @throws DomainError MALFORMED, naming every invalid field
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw malformed(parsed.error);
  return parsed.data;
}

/** SQLSTATEs of an outage: lost connections, missing resources, lock timeouts, shutdowns and lost races. */
const OUTAGE_CODES = /^(08|40001|40P01|53|55P03|57P|58|25006)/;
/** SQLSTATEs of a statement, and of a transaction, that the database ended for its time. */
const TIMEOUT_CODES = new Set(['57014', '25P03']);
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

/**
 * Whether our database is unavailable. A network error alone does not say so: it may come from any server. Nor does a
 * timeout, which may come each time that the same work is tried.
 */
export function isDatabaseOutage(error: unknown): boolean {
  if (error instanceof DomainError) return error.kind === 'unavailable';
  return OUTAGE_CODES.test(databaseErrorOf(error)?.code ?? '') || hasCode(error, DRIVER_CODES);
}

/** Whether the database ended work because it took too long. Nothing of its transaction is stored. */
export const isTimeout = (error: unknown) => TIMEOUT_CODES.has(databaseErrorOf(error)?.code ?? '');

const isTransient = (error: unknown) => isDatabaseOutage(error) || hasCode(error, NETWORK_CODES);

/** The refusal during an outage: the same request may succeed later. */
export function unavailable(): DomainError {
  return new DomainError(commonErrors.UNAVAILABLE, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

function tookTooLong(): DomainError {
  return new DomainError(commonErrors.TOOK_TOO_LONG, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** The refusal of a change because the disk is full or nearly full. */
export function noRoom(): DomainError {
  return new DomainError(commonErrors.NO_ROOM, { retryAfterSeconds: NO_ROOM_RETRY_AFTER_SECONDS });
}

const isFull = (error: unknown) => databaseErrorOf(error)?.code === DISK_FULL || hasCode(error, FOLDER_FULL);

/** Ignores a failure of optional work while the database is unavailable. Rethrows any other failure. */
export async function ifAvailable(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (domainErrorOf(error)?.kind !== 'unavailable') throw error;
  }
}

/** The expected refusal behind an error, if there is one: a domain error, malformed input, a timeout or an outage. */
export function domainErrorOf(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error;
  if (isFull(error)) return noRoom();
  if (isTimeout(error)) return tookTooLong();
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

/** The content of the answer to any error. An unexpected one reveals nothing. */
export function wireErrorOf(error: unknown): WireError {
  const known = domainErrorOf(error);
  if (!known) {
    return {
      status: 500,
      code: 'INTERNAL',
      message: 'Something went wrong on our end. Before you retry a change, check whether it went through.',
      issues: [],
      retryAfterSeconds: null,
    };
  }
  const { status, code, message, issues, retryAfterSeconds } = known;
  return { status, code, message, issues, retryAfterSeconds };
}

/** Converts any error to the tRPC error with its status. */
export function toTrpcError(error: unknown): TRPCError {
  const known = domainErrorOf(error);
  if (!known)
    return error instanceof TRPCError
      ? error
      : new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: error });
  return new TRPCError({ code: trpcCodeOfKind[known.kind], message: known.message, cause: known });
}
