import { createTRPCClient, httpBatchLink, httpLink, splitLink, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { AppRouter } from '#app/server/app-router.ts';
import { POSITION_HEADER, REPLAYED_HEADER, UNKNOWN_POSITION } from '#kernel/answer-headers.ts';
import { MAX_BATCH_CALLS } from '#kernel/request-limits.ts';
import { trackPosition } from '#kernel/tracked-position.ts';
import { codeOf, errorText, ForeignAnswer } from './errors.ts';
import { queryClient } from './query-client.ts';

export const API_PATH = '/api/trpc';
const TIMEOUT_MS = 30_000;

/** Answers in place of the network. */
export type Answer = (request: Request) => Promise<Response>;

let answer: Answer | null = null;

/** For rendering on the server, and for the demo, where nothing goes over the network. */
export function answerWith(given: Answer): void {
  answer = given;
}

/** True where requests do not go over the network. */
export const isInProcess = () => answer !== null;

export function send(input: RequestInfo | URL | string, init: RequestInit = {}): Promise<Response> {
  return answer ? answer(new Request(new URL(String(input), 'http://in.process'), init)) : fetch(input, init);
}

/** End of a mutation of a slice: an answer, whose headers can be read, or an error. */
export interface MutationEnd {
  slice: string;
  header: (name: string) => string | null;
  error?: unknown;
}

let mutationListener: (end: MutationEnd) => void = () => undefined;

/** Sets the listener for the end of each mutation; it is called before the caller. */
export function onMutationEnd(listener: (end: MutationEnd) => void): void {
  mutationListener = listener;
}

/** Request ids whose answer the server had recorded before. */
const replays = new Set<string>();

/** Whether the answer to this request, which has just come, was recorded at an earlier attempt. */
export const wasReplayed = (requestId: string): boolean => replays.delete(requestId);

/** For changes by other means than tRPC, such as an upload. */
export const mutationEnded = (end: MutationEnd): void => mutationListener(end);

const mutationEnds: TRPCLink<AppRouter> = () => (request) => {
  const { op, next } = request;
  if (op.type !== 'mutation') return next(op);
  const slice = op.path.slice(0, op.path.indexOf('.'));
  return observable((observer) =>
    next(op).subscribe({
      next(value) {
        const { response } = (value.context ?? {}) as { response?: Response };
        const { requestId } = (op.input ?? {}) as { requestId?: string };
        if (requestId && response?.headers.has(REPLAYED_HEADER)) replays.add(requestId);
        mutationListener({ slice, header: (name) => response?.headers.get(name) ?? null });
        observer.next(value);
      },
      complete: () => observer.complete(),
      error(error) {
        mutationListener({ slice, header: () => null, error });
        observer.error(error);
      },
    }),
  );
};

const readableErrors: TRPCLink<AppRouter> = () => (request) =>
  observable((observer) =>
    request.next(request.op).subscribe({
      next: (value) => observer.next(value),
      complete: () => observer.complete(),
      error: (error) => {
        error.message = errorText(error);
        observer.error(error);
      },
    }),
  );

/** Infinite queries say in which direction they page; our lists only go forward, and their inputs know no such field. */
const forwardPages: TRPCLink<AppRouter> = () => (request) => {
  const { op } = request;
  if (op.type !== 'query' || typeof op.input !== 'object' || op.input === null) return request.next(op);
  const { direction, ...input } = op.input as { direction?: unknown };
  return request.next(direction === 'forward' ? { ...op, input } : op);
};

/** Asks the person to prove again who they are; false when they do not want to. */
type Reauthenticate = () => Promise<boolean>;

let reauthenticate: Reauthenticate | null = null;

/** Sets how the person is asked when the server wants a recent proof of identity; returns how to stop that. */
export function reauthenticateWith(ask: Reauthenticate): () => void {
  reauthenticate = ask;
  return () => {
    reauthenticate = null;
  };
}

/**
 * Repeats a mutation that the server refused because it needs a recent proof of identity, once the person has given it.
 * Its input is the same, with its request id: nothing was done the first time.
 */
const reauthenticationOnDemand: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let ended = false;
      const attempt = (isLast: boolean): { unsubscribe(): void } =>
        next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error(error) {
            const ask =
              op.type === 'mutation' && codeOf(error) === 'CONFIRM_IDENTITY' ? reauthenticate : null;
            if (isLast || !ask) return observer.error(error);
            void ask().then((isProven) => {
              if (ended) return;
              if (isProven) current = attempt(true);
              else observer.error(error);
            });
          },
        });
      let current = attempt(false);
      return () => {
        ended = true;
        current.unsubscribe();
      };
    });

const position = trackPosition({ unknown: UNKNOWN_POSITION, first: null });

/** Makes the next requests read nothing older. */
export const raisePosition = position.raise;

/** Makes the next requests read the primary: a change may have happened whose position is not known. */
export const invalidatePosition = position.invalidate;

/** A request that hangs would hold its dialog forever; after half a minute it counts as unanswered. */
async function fetchInTime(input: RequestInfo | URL | string, init?: RequestInit): Promise<Response> {
  const late = AbortSignal.timeout(TIMEOUT_MS);
  const signal = init?.signal ? AbortSignal.any([init.signal, late]) : late;
  const answered = position.beginRequest();
  const response = await send(input, { ...init, signal, credentials: 'same-origin' });
  answered(response.headers.get(POSITION_HEADER));
  if (response.headers.get('content-type')?.includes('json')) return response;
  throw new ForeignAnswer(response, await response.text());
}

/** For a query whose input is a secret, such as the token of a link: `{ trpc: secretInput }`. */
export const secretInput = { context: { secretInput: true } };

export const trpcClient = createTRPCClient<AppRouter>({
  links: [
    readableErrors,
    forwardPages,
    mutationEnds,
    reauthenticationOnDemand,
    splitLink({
      condition: ({ context }) => context.secretInput === true,
      // Addresses are logged and remembered, bodies are not.
      true: httpLink({
        url: API_PATH,
        methodOverride: 'POST',
        headers: position.headers,
        fetch: (input, init) => fetchInTime(input, init as RequestInit),
      }),
      false: httpBatchLink({
        url: API_PATH,
        maxItems: MAX_BATCH_CALLS,
        headers: position.headers,
        fetch: (input, init) => fetchInTime(input, init as RequestInit),
      }),
    }),
  ],
});

export const trpc = createTRPCOptionsProxy<AppRouter>({ client: trpcClient, queryClient });

type PathsOf<Record, Prefix extends string = ''> = {
  [Name in keyof Record & string]: Record[Name] extends { _def: { type: infer Type } }
    ? Type extends 'query'
      ? `${Prefix}${Name}`
      : never
    : `${Prefix}${Name}` | PathsOf<Record[Name], `${Prefix}${Name}.`>;
}[keyof Record & string];

/** The path of a query, or of a router for all of its queries. */
export type QueryPath = PathsOf<AppRouter['_def']['record']>;
