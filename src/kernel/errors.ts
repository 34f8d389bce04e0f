/** Kinds of errors; they decide the HTTP status and the tRPC code. */
export type ErrorKind =
  | 'malformed'
  | 'unauthenticated'
  | 'insufficientFunds'
  | 'forbidden'
  | 'notFound'
  | 'methodNotAllowed'
  | 'conflict'
  | 'tooLarge'
  | 'refused'
  | 'limited'
  | 'unavailable';

/** HTTP status of each kind; "insufficientFunds" is 402, as docs/script-developers.md says. */
export const statusOfKind: Record<ErrorKind, number> = {
  malformed: 400,
  unauthenticated: 401,
  insufficientFunds: 402,
  forbidden: 403,
  notFound: 404,
  methodNotAllowed: 405,
  conflict: 409,
  tooLarge: 413,
  refused: 422,
  limited: 429,
  unavailable: 503,
};

export interface FieldIssue {
  /** Dotted path of the field, "" for the whole input. */
  path: string;
  message: string;
}

export interface ErrorDefinition {
  code: string;
  kind: ErrorKind;
  message: string;
}

/** A refusal the product foresees: it has a code for programs, a text for people, and never a stack on the wire. */
export class DomainError extends Error {
  readonly code: string;
  readonly kind: ErrorKind;
  readonly issues: readonly FieldIssue[];
  readonly retryAfterSeconds: number | null;

  constructor(
    definition: ErrorDefinition,
    details: { message?: string; issues?: readonly FieldIssue[]; retryAfterSeconds?: number } = {},
  ) {
    super(details.message ?? definition.message);
    this.name = 'DomainError';
    this.code = definition.code;
    this.kind = definition.kind;
    this.issues = details.issues ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }

  get status(): number {
    return statusOfKind[this.kind];
  }
}

/** Declares a contract's error codes: `{ NOT_ENOUGH_SHARES: ['conflict', 'Not enough shares …'] }`. */
export function defineErrors<Table extends Record<string, readonly [ErrorKind, string]>>(
  table: Table,
): { [Code in keyof Table & string]: ErrorDefinition & { code: Code } } {
  const entries = Object.entries(table).map(([code, [kind, message]]) => [code, { code, kind, message }]);
  return Object.fromEntries(entries);
}

/** Refusals every part of the product can answer with. */
export const commonErrors = defineErrors({
  MALFORMED: ['malformed', 'The request is malformed.'],
  UNAUTHORIZED: ['unauthenticated', 'Unauthorized'],
  FORBIDDEN: ['forbidden', 'You do not have permission to do this.'],
  ADMIN_REQUIRED: ['forbidden', 'Admin access required.'],
  ADMIN_SCOPE_REQUIRED: [
    'forbidden',
    'This access token has no admin access. Create one with the admin scope in Settings.',
  ],
  SECOND_FACTOR_MISSING: [
    'forbidden',
    'Admins need an authenticator app on this server. Set it up in Settings, under “Two-step sign-in”.',
  ],
  READ_ONLY_TOKEN: ['forbidden', 'This access token is read-only. Create one with write access in Settings.'],
  CONFIRM_IDENTITY: [
    'forbidden',
    'Confirm it’s you first: sign in again, or confirm it in the browser. An access token cannot do this.',
  ],
  APPROVAL_REQUIRED: [
    'forbidden',
    'Two admins have to agree on this. Request approval, and another admin carries it out.',
  ],
  ACCOUNT_FROZEN: ['forbidden', 'Your account is frozen.'],
  CROSS_SITE: ['forbidden', 'This request came from another site and was refused.'],
  NOT_FOUND: ['notFound', 'Not found.'],
  METHOD_NOT_ALLOWED: ['methodNotAllowed', 'This method is not allowed here.'],
  KEY_REUSED: [
    'conflict',
    'This idempotency key was already used with different input. Send a new key for a new request.',
  ],
  TOO_LARGE: ['tooLarge', 'The request body is too large.'],
  RATE_LIMITED: ['limited', 'Too many requests. Wait a moment and try again.'],
  TOO_MANY_STREAMS: [
    'limited',
    'Live updates of this account are open in too many places. Close some of them and try again.',
  ],
  TOO_MANY_DRAWINGS: [
    'limited',
    'Several of your PDFs are still being created. Wait until one of them is ready and try again.',
  ],
  UNAVAILABLE: [
    'unavailable',
    'The service is busy or restarting. Try again in a moment; the same request is never carried out twice.',
  ],
  TOOK_TOO_LONG: [
    'unavailable',
    'This took too long and was stopped. Try again in a moment; the same request is never carried out twice.',
  ],
  NO_ROOM: [
    'unavailable',
    'We cannot save changes right now. You can still view your data. Try again later.',
  ],
});
