import type { AnyTRPCRouter } from '@trpc/server';
import { resolveResponse } from '@trpc/server/http';
import { sql } from 'drizzle-orm';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import { REPLAYED_HEADER } from '#kernel/answer-headers.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { groupBy } from '#kernel/group-by.ts';
import { newId } from '#kernel/ids.ts';
import { rows } from '../database/db.ts';
import { domainErrorOf, toTrpcError, wireErrorOf } from '../errors/error-mapping.ts';
import type { Platform } from '../runtime/platform.ts';
import { type Caller, visitor } from '../security/caller.ts';
import { sendsBearer } from './bearer.ts';
import { countedAddress } from './client-address.ts';
import { carriedPosition, carryPosition, type PositionVariables } from './positions.ts';
import { readWhereReplayed } from './replica-reads.ts';
import { openapiOf, type RawCall, type RestRoute } from './rest.ts';
import { FileAnswer, fileHeaders, readUpload } from './rest-files.ts';
import type { TrpcContext } from './trpc.ts';

const MAX_BODY_BYTES = 256 * 1024;
const MAX_BATCH_CALLS = 10;

export interface HttpEnv {
  Bindings: { incoming?: { socket: { remoteAddress?: string } } };
  Variables: { requestId: string; caller: Caller } & PositionVariables;
}

/** Determines the actor of a request. It may set response headers, such as a renewed cookie. */
export type Authenticate = (
  request: Request,
  network: Pick<Caller, 'address' | 'userAgent' | 'secure'>,
  responseHeaders: Headers,
) => Promise<Caller['actor']>;

/** A form that browsers submit without our scripts. */
export interface FormRoute {
  path: string;
  /** Handles the form and returns the address of the page that shows the result. */
  answer: (ctx: TrpcContext, fields: Record<string, string>) => Promise<string>;
}

/** Everything the HTTP server is made of. */
interface HttpParts {
  platform: Platform;
  router: AnyTRPCRouter;
  restRoutes: readonly RestRoute[];
  formRoutes: readonly FormRoute[];
  authenticate: Authenticate;
  productName: string;
}

/** Hashes of the inline styles that sonner (an empty element, then its sheet) and react-aria add to the page. */
const LIBRARY_STYLES = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
  "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='",
];

const POLICY = {
  'default-src': "'self'",
  'script-src': "'self'",
  'style-src': `'self' ${LIBRARY_STYLES.join(' ')}`,
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  /** A PDF that a reviewer looks at. */
  'frame-src': 'blob:',
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
};

/** The content security policy of our pages, with changed directives. */
export function policyWith(changes: Partial<typeof POLICY>): string {
  return Object.entries({ ...POLICY, ...changes })
    .map((part) => part.join(' '))
    .join('; ');
}

const CSP = 'content-security-policy';
const HEADERS: Record<string, string> = {
  [CSP]: policyWith({}),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

const securityHeaders: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(HEADERS)) {
    // A page outside the app sets its own policy.
    if (name !== CSP || !c.res.headers.has(CSP)) c.res.headers.set(name, value);
  }
  c.res.headers.set('strict-transport-security', 'max-age=63072000; includeSubDomains');
  c.res.headers.set('x-request-id', c.get('requestId'));
};

/** A shared cache stores an answer with its cookies, and would give them to strangers: such an answer is not public. */
const privateWithCookies: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next();
  const { headers } = c.res;
  const caching = headers.get('cache-control') ?? '';
  if (headers.has('set-cookie') && /\bpublic\b/.test(caching))
    headers.set('cache-control', caching.replace(/\bpublic\b/, 'private'));
};

/** The client's address (in the form that limits count) and scheme, trusting exactly the configured number of proxies. */
export function networkOf(c: Context<HttpEnv>, platform: Platform) {
  const { proxyHops, publicUrl } = platform.config;
  const socket = c.env?.incoming?.socket.remoteAddress ?? 'local';
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim());
  const address = countedAddress(proxyHops > 0 ? forwarded.at(-proxyHops) || socket : socket);
  const behindHttps = proxyHops > 0 && c.req.header('x-forwarded-proto') === 'https';
  const secure = behindHttps || (publicUrl?.startsWith('https://') ?? false);
  return { address, secure, userAgent: c.req.header('user-agent') ?? '' };
}

const OWN_NAME = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * Whether the request comes from this machine, without a proxy, and to a loopback name: any other name may belong to a
 * foreign site that points it here (DNS rebinding).
 */
export function isLocal(c: Context<HttpEnv>): boolean {
  const socket = c.env?.incoming?.socket.remoteAddress ?? '';
  const forwarded = c.req.header('x-forwarded-for') ?? c.req.header('forwarded');
  const isDirect = forwarded === undefined && /^(127\.|::1$|::ffff:127\.)/.test(socket);
  return isDirect && OWN_NAME.test(c.req.header('host') ?? '');
}

/**
 * CSRF protection: refuses state-changing requests that a browser sends for another site. Sec-Fetch-Site must be
 * same-origin; without that header Origin must be ours. A client that sends neither is not a browser.
 */
function refuseCrossSite(c: Context<HttpEnv>, platform: Platform): void {
  if (['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)) return;
  if (sendsBearer(c)) return;
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) {
    if (site === 'same-origin' || site === 'none') return;
    throw new DomainError(commonErrors.CROSS_SITE);
  }
  const origin = c.req.header('origin');
  if (origin === undefined) return;
  const own = [platform.config.publicUrl, new URL(c.req.url).origin, `http://${c.req.header('host')}`];
  if (!own.some((url) => url && URL.canParse(url) && new URL(url).origin === origin)) {
    throw new DomainError(commonErrors.CROSS_SITE);
  }
}

function errorResponse(error: unknown, headers = new Headers()): Response {
  const { status, code, message, issues, retryAfterSeconds } = wireErrorOf(error);
  headers.set('content-type', 'application/json');
  headers.set('cache-control', 'no-store');
  if (retryAfterSeconds !== null) headers.set('retry-after', String(retryAfterSeconds));
  const body = issues.length > 0 ? { message, code, issues } : { message, code };
  return new Response(JSON.stringify(body), { status, headers });
}

/** The HTTP application: tRPC, REST, probes and metrics, and the checks before them. */
export function createHttpApp(parts: HttpParts): Hono<HttpEnv> {
  const { platform } = parts;
  const app = new Hono<HttpEnv>();

  app.onError((error) => {
    platform.reportFailure(error, 'http');
    return errorResponse(error);
  });
  app.use(async (c, next) => {
    c.set('requestId', newId());
    const stop = platform.metrics.startRequest(c.req.method);
    await next();
    stop(c.res.status);
    if (platform.isDraining) c.res.headers.set('connection', 'close');
    const { method, path } = c.req;
    platform.log.debug({ requestId: c.get('requestId'), method, path, status: c.res.status }, 'request');
  });
  app.use(securityHeaders);
  app.use(privateWithCookies);
  app.use(async (c, next) => (isStream(c) ? next() : compressedIfAsked(c, next)));
  app.use('/api/*', async (c, next) => {
    refuseCrossSite(c, platform);
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

const limitRead = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: refuseBody });

/**
 * A body with Content-Length is judged by it. Only a chunked body has to be read to know its length, which makes hono
 * convert its lightweight request into a full one.
 */
const limitBody: MiddlewareHandler<HttpEnv> = async (c, next) => {
  if (c.req.header('transfer-encoding') !== undefined) return limitRead(c, next);
  return Number(c.req.header('content-length') ?? 0) > MAX_BODY_BYTES ? refuseBody() : next();
};

/** Closes the connection: the rest of the body is not read, so it cannot carry another request. */
function refuseBody(): Response {
  return errorResponse(new DomainError(commonErrors.TOO_LARGE), new Headers({ connection: 'close' }));
}

/** The body of a GET is ignored, because looking for it would convert the lightweight request into a full one. */
const hasNoBody = (c: Context<HttpEnv>) => c.req.method === 'GET' || c.req.method === 'HEAD';

/** Upload paths have their own size limits. */
function uploadMatcher(routes: readonly RestRoute[]): (c: Context<HttpEnv>) => boolean {
  const paths = routes
    .filter(({ upload }) => upload)
    .map(({ path }) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`));
  return (c) => c.req.method === 'POST' && paths.some((path) => path.test(c.req.path));
}

const compressed = compress({ threshold: 1024 }) as MiddlewareHandler<HttpEnv>;

/** A request without Accept-Encoding skips the compression middleware, which would copy the response. */
const compressedIfAsked: MiddlewareHandler<HttpEnv> = async (c, next) => {
  if (c.req.header('accept-encoding') !== undefined) return compressed(c, next);
  await next();
  c.res.headers.append('vary', 'Accept-Encoding');
};

const isStream = (c: Context<HttpEnv>) => c.req.header('accept') === 'text/event-stream';

/** Answers 405 to all other methods of a path. */
export function refuseOtherMethods(app: Hono<HttpEnv>, path: string, allow: string): void {
  app.all(path, () =>
    errorResponse(new DomainError(commonErrors.METHOD_NOT_ALLOWED), new Headers({ allow })),
  );
}

/** Answers 404 in JSON to all other API paths. */
export function refuseUnknownApiPaths(app: Hono<HttpEnv>): void {
  app.all('/api/*', () => errorResponse(new DomainError(commonErrors.NOT_FOUND)));
}

function mountProbes(app: Hono<HttpEnv>, platform: Platform): void {
  app.get('/healthz', (c) => c.text('ok'));
  app.get('/readyz', async (c) => {
    if (platform.isDraining) return c.text('the server is stopping', 503, { 'retry-after': '1' });
    try {
      await withinSeconds(2, rows(platform.db, sql`select 1 as one`));
      return c.text('ready');
    } catch {
      return c.text('the database does not answer', 503, { 'retry-after': '1' });
    }
  });
  app.get('/metrics', async (c) => {
    const { metricsToken } = platform.config;
    if (metricsToken && c.req.header('authorization') !== `Bearer ${metricsToken}`) {
      return errorResponse(new DomainError(commonErrors.UNAUTHORIZED));
    }
    const { registry } = platform.metrics;
    return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType });
  });
}

async function withinSeconds<Value>(seconds: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('too late')), seconds * 1000);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
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
      readBody: (maxBytes, tooLarge) => readUpload(c.req.raw, maxBytes, tooLarge),
      idempotencyKey: c.req.header('idempotency-key'),
      linkNext: (cursor) => {
        if (cursor === null) return;
        const next = new URL(c.req.url);
        next.searchParams.set('cursor', cursor);
        headers.set('link', `<${next.pathname}${next.search}>; rel="next"`);
      },
    };
    const onPrimary = route.onPrimary === true;
    const answer =
      route.method === 'GET'
        ? await readWhereReplayed(ctx, { onPrimary }, (platform) => route.run({ ...call, platform }))
        : await route.run(call);
    if (answer instanceof FileAnswer) {
      for (const [name, value] of Object.entries(fileHeaders(answer))) headers.set(name, value);
      return new Response(Buffer.from(answer.bytes), { status: route.status, headers });
    }
    headers.set('content-type', 'application/json');
    return new Response(JSON.stringify(answer), { status: route.status, headers });
  } catch (error) {
    // The rest of the file is not read, so the connection cannot carry another request.
    if (route.upload) headers.set('connection', 'close');
    parts.platform.reportFailure(error, `${route.method} ${route.path}`);
    return errorResponse(error, headers);
  }
}

function mountForms(app: Hono<HttpEnv>, parts: HttpParts): void {
  for (const { path, answer } of parts.formRoutes) {
    app.post(path, async (c) => {
      const fields = await formFields(c);
      const ctx = await contextOf(c, parts);
      const next = await answer(ctx, fields);
      for (const cookie of ctx.responseHeaders.getSetCookie())
        c.header('set-cookie', cookie, { append: true });
      return c.redirect(next, 303);
    });
    refuseOtherMethods(app, path, 'POST');
  }
}

async function formFields(c: Context<HttpEnv>): Promise<Record<string, string>> {
  try {
    const typed = Object.entries(await c.req.parseBody());
    return Object.fromEntries(
      typed.filter((field): field is [string, string] => typeof field[1] === 'string'),
    );
  } catch {
    throw new DomainError(commonErrors.MALFORMED, {
      message: 'The body is not a valid form. Send it again.',
    });
  }
}

async function jsonBody(c: Context<HttpEnv>): Promise<unknown> {
  const type = c.req.header('content-type') ?? '';
  if (!/^application\/json\b/i.test(type)) {
    throw new DomainError(commonErrors.MALFORMED, {
      message: 'Send a JSON body with content-type application/json.',
    });
  }
  try {
    return await c.req.json();
  } catch {
    throw new DomainError(commonErrors.MALFORMED, { message: 'The body is not valid JSON.' });
  }
}
