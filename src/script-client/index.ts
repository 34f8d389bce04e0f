import { createTRPCClient, httpLink, type TRPCClient, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { POSITION_HEADER, REPLAYED_HEADER } from '#kernel/answer-headers.ts';
import { trackPosition } from '#kernel/tracked-position.ts';
import { type Change, type FollowOptions, followChanges } from './changes.ts';
import { CommonholdError, commonholdError } from './error.ts';
import type { AppRouter } from './router.ts';
import { type Fetch, retryingFetch } from './transport.ts';

export { type Change, CommonholdError, type FollowOptions };

export interface CommonholdClientOptions {
  /** Address of the server, for example "http://127.0.0.1:3000". */
  baseUrl: string;
  /** Personal access token from the Settings screen ("chp_…"); without one, only the public market can be read. */
  token?: string;
  /** Used instead of the global fetch. */
  fetch?: Fetch;
}

/** Every procedure of the server by its name, and its live changes. */
export type CommonholdClient = Omit<TRPCClient<AppRouter>, 'live'> & {
  /** Changes as they happen: `for await (const change of client.changes()) …`. Needs a token. */
  changes(options?: FollowOptions): AsyncGenerator<Change>;
};

/** Asks for the current position, after what this account changed elsewhere, or by a call without an answer. */
const ASK_FOR_POSITION = 'new';
const replays = new WeakSet<object>();

/**
 * True when this answer of a mutation was recorded by an earlier call with the same `requestId`, so that this call
 * changed nothing.
 */
export function isReplay(answer: object): boolean {
  return replays.has(answer);
}

/**
 * A client for scripts, with the types of the server it was released with:
 *
 * ```ts
 * const client = createCommonholdClient({ baseUrl: 'http://127.0.0.1:3000', token });
 * const { holdings } = await client.portfolio.overview.query();
 * const receipt = await client.investing.invest.mutate({ propertyId: 1, shares: 2, requestId });
 * ```
 *
 * Units are at the end of each name: `…Cents` are whole US cents, `…Bps` hundredths of a percent, moments are
 * ISO 8601 text in UTC. The REST-shaped answers (`properties.submit`) carry money and yields as decimal text.
 *
 * A query, and a mutation with a `requestId`, is tried up to four times within two seconds when nobody answers or
 * the server is busy (503); always with the same `requestId`, so that it has one effect. Nothing else is repeated.
 * Keep the `requestId` of an order until it is answered: a later run of the script can then ask again.
 *
 * @throws CommonholdError from every call that does not succeed
 * @throws TypeError when `baseUrl` is no http or https address
 */
export function createCommonholdClient(options: CommonholdClientOptions): CommonholdClient {
  const { baseUrl, token, fetch = globalThis.fetch } = options;
  const endpoint = `${origin(baseUrl)}/api/trpc`;
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const retrying = retryingFetch(fetch);
  const position = trackPosition({ unknown: ASK_FOR_POSITION, first: ASK_FOR_POSITION });
  const call = async (input: string, init: RequestInit) => {
    const answered = position.beginRequest();
    const isChange = init.method === 'POST';
    try {
      const answer = await retrying(input, init);
      if (isChange && answer.status >= 500) position.invalidate();
      else answered(answer.headers.get(POSITION_HEADER));
      return answer;
    } catch (error) {
      if (isChange) position.invalidate();
      throw error;
    }
  };
  const procedures = createTRPCClient<AppRouter>({
    links: [
      translateErrors,
      httpLink({
        url: endpoint,
        headers: () => (token === undefined ? {} : { ...headers, ...position.headers() }),
        fetch: (input, init) => call(String(input), init as RequestInit),
      }),
    ],
  });
  const changes = (following?: FollowOptions) =>
    followChanges({ endpoint, fetch, headers, raise: position.raise }, following);
  return new Proxy(procedures, {
    get: (target, name, receiver) => (name === 'changes' ? changes : Reflect.get(target, name, receiver)),
  }) as unknown as CommonholdClient;
}

function origin(baseUrl: string): string {
  const url = new URL(baseUrl);
  if (!/^https?:$/.test(url.protocol)) throw new TypeError(`${baseUrl} is not an http or https address`);
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** Errors become CommonholdErrors, and answers that were replays are remembered as such. */
const translateErrors: TRPCLink<AppRouter> = () => (request) =>
  observable((observer) =>
    request.next(request.op).subscribe({
      next(envelope) {
        const { response } = (envelope.context ?? {}) as { response?: Response };
        const data = 'data' in envelope.result ? envelope.result.data : null;
        if (typeof data === 'object' && data !== null && response?.headers.has(REPLAYED_HEADER)) {
          replays.add(data);
        }
        observer.next(envelope);
      },
      error: (error) => observer.error(commonholdError(error)),
      complete: () => observer.complete(),
    }),
  );
