import type { AnyTRPCRouter } from '@trpc/server';
import { resolveResponse } from '@trpc/server/http';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { REPLAYED_HEADER } from '#kernel/answer-headers.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { groupBy } from '#kernel/group-by.ts';
import { newId } from '#kernel/ids.ts';
import { MAX_BATCH_CALLS } from '#kernel/request-limits.ts';
import { domainErrorOf, toTrpcError, wireErrorOf } from '../errors/error-mapping.ts';
import type { Platform } from '../runtime/platform.ts';
import { type Caller, visitor } from '../security/caller.ts';
import { answerInTurn } from './download-slots.ts';
import { errorResponse, refuseOtherMethods } from './error-response.ts';
import { answerForm, type FormRoute } from './forms.ts';
import type { HttpEnv } from './http-env.ts';
import { networkOf, refuseCrossSite } from './network.ts';
import { carriedPosition, carryPosition } from './positions.ts';
import { mountProbes } from './probes.ts';
import { readFromReplicaIfFresh } from './replica-reads.ts';
import { formFields, hasNoBody, jsonBody, limitBody, uploadMatcher } from './request-bodies.ts';
import { completeHeaders } from './response-headers.ts';
import { openapiOf, type RawCall, type RestRoute } from './rest.ts';
import { FileAnswer, fileHeaders, readUpload } from './rest-files.ts';
import type { TrpcContext } from './trpc.ts';

/** Determines the actor of a request. It may set response headers, such as a renewed cookie. */
export type Authenticate = (
  request: Request,
  network: Pick<Caller, 'address' | 'userAgent' | 'secure'>,
  responseHeaders: Headers,
) => Promise<Caller['actor']>;

/** Everything the HTTP server is made of. */
interface HttpParts {
  platform: Platform;
  router: AnyTRPCRouter;
  restRoutes: readonly RestRoute[];
  formRoutes: readonly FormRoute[];
  authenticate: Authenticate;
  productName: string;
  /** Paths that pages of other sites may send to: no session counts there, their address carries a signed token. */
  crossSitePaths: readonly string[];
}

const compressed = compress({ threshold: 1024 }) as MiddlewareHandler<HttpEnv>;

/** A request without Accept-Encoding skips the compression middleware, which would copy the response. */
const compressedIfAsked: MiddlewareHandler<HttpEnv> = async (c, next) => {
  if (c.req.header('accept-encoding') !== undefined) {
    return compressed(c, async () => {
      await next();
      await stateLengthOfJson(c);
    });
  }
  await next();
  c.res.headers.append('vary', 'Accept-Encoding');
};

/** Compression looks for the header: without it, it also takes the smallest answers, which costs more than making them. */
async function stateLengthOfJson(c: Context<HttpEnv>): Promise<void> {
  const { status, headers } = c.res;
  if (headers.has('content-length') || headers.has('transfer-encoding')) return;
  if (!headers.get('content-type')?.startsWith('application/json')) return;
  const text = await c.res.text();
  headers.set('content-length', String(Buffer.byteLength(text)));
  headers.append('vary', 'Accept-Encoding');
  // Hono would turn the text into a stream if it replaced a response that it knows.
  c.res = undefined;
  c.res = new Response(text, { status, headers });
}

const isStream = (c: Context<HttpEnv>) => c.req.header('accept') === 'text/event-stream';

/** The HTTP application: tRPC, REST, probes and metrics, and the checks before them. */
export function createHttpApp(parts: HttpParts): Hono<HttpEnv> {
  const { platform } = parts;
  const app = new Hono<HttpEnv>();

  app.onError((error) => {
    platform.reportFailure(error, 'http');
    return errorResponse(error);
  });
  app.use(async (c, next) => {
    const requestId = newId();
    c.set('requestId', requestId);
    const { method, path } = c.req;
    const observed = observeRequest(platform, { requestId, method, path });
    await next();
    observed(c.res.status);
    if (platform.isDraining) c.res.headers.set('connection', 'close');
  });
  app.use(completeHeaders);
  app.use((c, next) => (isStream(c) ? next() : compressedIfAsked(c, next)));
  app.use('/api/*', async (c, next) => {
    if (!parts.crossSitePaths.includes(c.req.path)) refuseCrossSite(c, platform);
    await next();
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store');
  });
  const { replicas } = platform;
  if (replicas)
    app.use(
      '/api/*',
      carryPosition(replicas, (c) => networkOf(c, platform).secure),
    );
  const isUpload = uploadMatcher(parts.restRoutes);
  app.use('/api/*', async (c, next) => (hasNoBody(c) || isUpload(c) ? next() : limitBody(c, next)));

  mountProbes(app, platform);
  mountTrpc(app, parts);
  mountRest(app, parts);
  mountForms(app, parts);
  return app;
}

/** Measures and logs a request. @returns what to call with the status of its answer */
export function observeRequest(
  platform: Platform,
  request: { requestId: string; method: string; path: string },
): (status: number) => void {
  const stop = platform.metrics.startRequest(request.method);
  return (status) => {
    stop(status);
    platform.log.debug({ ...request, status }, 'request');
  };
}

/** The context of calls for this request: the caller, and the headers of the response. */
export async function contextOf(
  c: Context<HttpEnv>,
  { platform, authenticate }: Pick<HttpParts, 'platform' | 'authenticate'>,
  responseHeaders = new Headers(),
): Promise<TrpcContext> {
  const network = networkOf(c, platform);
  const actor = await authenticate(c.req.raw, network, responseHeaders).catch(async (error: unknown) => {
    // Wrong credentials count as a visitor's request, so that guessing is limited.
    if (domainErrorOf(error)?.kind === 'unauthenticated') {
      await platform.limits.consume('procedure', { ...network, actor: visitor });
    }
    throw error;
  });
  const caller = { ...network, actor };
  const cookies = c.req.header('cookie') ?? '';
  if (platform.replicas === null) return { platform, caller, responseHeaders, cookies };
  const { secure } = network;
  const carried = carriedPosition(c, { isSignedIn: actor.kind === 'user', secure }, platform.replicas);
  c.set('carriedPosition', carried);
  return { platform, caller, responseHeaders, cookies, seen: carried.seen };
}

const TRPC = '/api/trpc';

function mountTrpc(app: Hono<HttpEnv>, parts: HttpParts): void {
  app.all(`${TRPC}/*`, (c) => {
    const { pathname } = new URL(c.req.url);
    if (!isDecodable(pathname)) throw new DomainError(commonErrors.NOT_FOUND);
    const headers = new Headers();
    return resolveResponse({
      router: parts.router,
      req: c.req.raw,
      path: pathname.slice(TRPC.length).replaceAll(/^\/|\/$/g, ''),
      error: null,
      createContext: () =>
        contextOf(c, parts, headers).catch((error: unknown) => {
          throw toTrpcError(error);
        }),
      allowMethodOverride: true,
      maxBatchSize: MAX_BATCH_CALLS,
      responseMeta({ errors, info }) {
        const wait = Math.max(0, ...errors.map((error) => wireErrorOf(error).retryAfterSeconds ?? 0));
        if (wait > 0) headers.set('retry-after', String(wait));
        // The header describes one call, and the calls of a batch share their headers.
        if (info && info.calls.length > 1) headers.delete(REPLAYED_HEADER);
        return { headers };
      },
    });
  });
}

function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}

function mountRest(app: Hono<HttpEnv>, parts: HttpParts): void {
  const { restRoutes, productName } = parts;
  const document = openapiOf(restRoutes, productName);
  app.get('/api/openapi.json', (c) => c.json(document));
  refuseOtherMethods(app, '/api/openapi.json', 'GET');
  for (const route of restRoutes) {
    app.on(route.method, honoPath(route.path), (c) => answerRest(c, route, parts));
  }
  for (const [path, routes] of groupBy(restRoutes, (route) => route.path)) {
    refuseOtherMethods(app, honoPath(path), routes.map(({ method }) => method).join(', '));
  }
}

const honoPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

async function answerRest(c: Context<HttpEnv>, route: RestRoute, parts: HttpParts): Promise<Response> {
  const ctx = await contextOf(c, parts);
  const headers = ctx.responseHeaders;
  try {
    await parts.platform.limits.consume('procedure', ctx.caller);
    const call: RawCall = {
      ...ctx,
      params: c.req.param() as Record<string, string>,
      query: c.req.query(),
      body: route.body ? await jsonBody(c) : undefined,
      readBody: (...limits) => readUpload(c.req.raw, ...limits),
      callerNow: async () => (await contextOf(c, parts)).caller,
      idempotencyKey: c.req.header('idempotency-key'),
      linkNext: (cursor) => {
        if (cursor === null) return;
        const next = new URL(c.req.url);
        next.searchParams.set('cursor', cursor);
        headers.set('link', `<${next.pathname}${next.search}>; rel="next"`);
      },
    };
    const onPrimary = route.onPrimary === true;
    const answer = async () =>
      responseOf(
        route.method === 'GET'
          ? await readFromReplicaIfFresh(ctx, { onPrimary }, (platform) => route.run({ ...call, platform }))
          : await route.run(call),
        { status: route.status, headers },
      );
    const { actor, address } = ctx.caller;
    if (route.download === undefined || actor.kind !== 'user') return await answer();
    const receiver = { person: actor.userId, address, sent: () => sent(c) };
    return await answerInTurn(parts.platform)(route.download, receiver, answer);
  } catch (error) {
    // The rest of the file is not read, so the connection cannot carry another request.
    if (route.upload) headers.set('connection', 'close');
    parts.platform.reportFailure(error, `${route.method} ${route.path}`);
    return errorResponse(error, headers);
  }
}

function responseOf(answer: unknown, { status, headers }: { status: number; headers: Headers }): Response {
  if (answer instanceof FileAnswer) {
    for (const [name, value] of Object.entries(fileHeaders(answer))) headers.set(name, value);
    return new Response(answer.bytes as Uint8Array<ArrayBuffer>, { status, headers });
  }
  headers.set('content-type', 'application/json');
  return new Response(JSON.stringify(answer), { status, headers });
}

/**
 * Resolves when the answer is sent or its connection is closed; immediately for an answer within this process. Answers
 * that wait behind another on one connection are not closed with it, so the connection itself is listened to as well.
 */
async function sent(c: Context<HttpEnv>): Promise<void> {
  const { incoming, outgoing } = c.env ?? {};
  if (!incoming || !outgoing || outgoing.closed || incoming.socket.destroyed) return;
  const { socket } = incoming;
  await new Promise<void>((resolve) => {
    const end = () => {
      outgoing.off('close', end);
      socket.off('close', end);
      resolve();
    };
    outgoing.once('close', end);
    socket.once('close', end);
  });
}

function mountForms(app: Hono<HttpEnv>, parts: HttpParts): void {
  for (const form of parts.formRoutes) {
    app.post(form.path, async (c) => {
      const fields = await formFields(c);
      const ctx = await contextOf(c, parts);
      const next = await answerForm(ctx, form, fields);
      for (const cookie of ctx.responseHeaders.getSetCookie())
        c.header('set-cookie', cookie, { append: true });
      return c.redirect(next, 303);
    });
    refuseOtherMethods(app, form.path, 'POST');
  }
}
