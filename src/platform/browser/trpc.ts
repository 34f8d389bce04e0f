import { createTRPCClient, httpBatchLink, httpLink, splitLink, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { AppRouter } from '#app/server/app-router.ts';
import { errorText, ForeignAnswer } from './errors.ts';
import { queryClient } from './query-client.ts';

export const API_PATH = '/api/trpc';
const MAX_BATCH = 10;
const TIMEOUT_MS = 30_000;

/** Answers in place of the network. */
export type Answer = (request: Request) => Promise<Response>;

let answer: Answer | null = null;

/** For rendering on the server, and for the demo, where nothing goes over the network. */
export function answerWith(given: Answer): void {
  answer = given;
}

/** True where nothing goes over the network. */
export const answersHere = () => answer !== null;

export function send(input: RequestInfo | URL | string, init: RequestInit = {}): Promise<Response> {
  return answer ? answer(new Request(new URL(String(input), 'http://in.process'), init)) : fetch(input, init);
}

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

/** A request that hangs would hold its dialog for ever; after half a minute it counts as unanswered. */
async function fetchInTime(input: RequestInfo | URL | string, init?: RequestInit): Promise<Response> {
  const late = AbortSignal.timeout(TIMEOUT_MS);
  const signal = init?.signal ? AbortSignal.any([init.signal, late]) : late;
  const response = await send(input, { ...init, signal, credentials: 'same-origin' });
  if (response.headers.get('content-type')?.includes('json')) return response;
  throw new ForeignAnswer(response, await response.text());
}

/** For a query whose input is a secret, such as the token of a link: `{ trpc: secretInput }`. */
export const secretInput = { context: { secretInput: true } };

export const trpcClient = createTRPCClient<AppRouter>({
  links: [
    readableErrors,
    forwardPages,
    splitLink({
      condition: ({ context }) => context.secretInput === true,
      // Addresses are logged and remembered, bodies are not.
      true: httpLink({
        url: API_PATH,
        methodOverride: 'POST',
        fetch: (input, init) => fetchInTime(input, init as RequestInit),
      }),
      false: httpBatchLink({
        url: API_PATH,
        maxItems: MAX_BATCH,
        fetch: (input, init) => fetchInTime(input, init as RequestInit),
      }),
    }),
  ],
});

export const trpc = createTRPCOptionsProxy<AppRouter>({ client: trpcClient, queryClient });
