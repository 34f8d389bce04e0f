import type { Context, Hono, Next } from 'hono';
import { deleteCookie, getCookie } from 'hono/cookie';
import {
  authenticate,
  expiredCookie,
  finishProviderSignIn,
  loginPage,
  PROVIDER_CALLBACK,
  referralCookie,
  safeReturnTo,
  sessionCookie,
  signOut,
  tokenInCookies,
} from '#features/identity/server/index.ts';
import { UNSUBSCRIBE_PATH, unsubscribe } from '#features/notifications/server/index.ts';
import { CODE_COOKIE_DAYS, canonicalCode } from '#features/referrals/server/index.ts';
import { DEMO_COOKIE } from '#kernel/demo.ts';
import { PRODUCT_NAME } from '#kernel/product.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { visitor } from '#platform/server/security/caller.ts';
import { refuseOtherMethods, refuseUnknownApiPaths } from '#platform/server/transport/error-response.ts';
import { type Authenticate, contextOf, createHttpApp } from '#platform/server/transport/http.ts';
import type { HttpEnv } from '#platform/server/transport/http-env.ts';
import { networkOf } from '#platform/server/transport/network.ts';
import { appRouter } from './app-router.ts';
import { builtFiles } from './built-files.ts';
import { type BuiltDemo, mountDemoFiles } from './demo-files.ts';
import { mountMailbox } from './mailbox.ts';
import { type Fetch, mountPages, type PageParts } from './pages/index.ts';
import { formRoutes, restRoutes } from './slices.ts';

const BEARER = /^Bearer +([\x21-\x7e]+)$/i;

const authenticateWith =
  (platform: Platform): Authenticate =>
  async (request, { secure }, responseHeaders) => {
    const bearer = BEARER.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;
    const sessionToken = tokenInCookies(request.headers.get('cookie'), secure);
    const signedIn = await authenticate(platform, { sessionToken, bearer });
    if (signedIn?.wasExtended && sessionToken)
      responseHeaders.append('set-cookie', sessionCookie(sessionToken, secure));
    return signedIn?.actor ?? visitor;
  };

/** GET /api/login and /api/logout, and where a provider sends browsers back: full-page navigations. */
function mountNavigations(app: Hono<HttpEnv>, platform: Platform, secure: boolean): void {
  const identify = authenticateWith(platform);
  app.get(PROVIDER_CALLBACK, async (c) => {
    const ctx = await contextOf(c, { platform, authenticate: identify });
    if (!platform.signInProvider) return c.notFound();
    c.set('changes', true);
    const page = await finishProviderSignIn(ctx, new URL(c.req.url));
    return new Response(null, { status: 302, headers: [...ctx.responseHeaders, ['location', page]] });
  });
  app.get('/api/login', (c) => {
    const returnTo = safeReturnTo(c.req.query('returnTo'));
    // Nothing in the demo leads here, so this visitor wants an account.
    if (getCookie(c, DEMO_COOKIE)) deleteCookie(c, DEMO_COOKIE);
    const isNew = c.req.query('mode') === 'sign-up';
    return c.redirect(loginPage(isNew ? { mode: 'sign-up' } : {}, returnTo), 302);
  });
  app.get('/api/logout', async (c) => {
    if (c.req.header('sec-fetch-site') === 'cross-site') return c.redirect('/', 302);
    const network = { address: '', userAgent: '', secure };
    const actor = await identify(c.req.raw, network, new Headers());
    if (actor.kind === 'user' && actor.sessionId !== null) {
      await signOut({ platform, caller: { actor } }, {});
      c.set('changes', true);
    }
    c.header('set-cookie', expiredCookie(secure));
    return c.redirect('/', 302);
  });
  for (const path of ['/api/login', '/api/logout', PROVIDER_CALLBACK]) refuseOtherMethods(app, path, 'GET');
}

/** Stores the code of an invitation link, and nothing else, in a cookie until the person signs up, by whichever way. */
function rememberInvitations(app: Hono<HttpEnv>, platform: Platform): void {
  if (!platform.config.hasReferrals) return;
  const remember = async (c: Context<HttpEnv>, next: Next, code: string) => {
    await next();
    const { secure } = networkOf(c, platform);
    c.res.headers.append('set-cookie', referralCookie(code, CODE_COOKIE_DAYS, secure));
    c.res.headers.set('cache-control', 'private, no-store');
  };
  app.use('*', (c, next) => {
    const code = c.req.method === 'GET' ? canonicalCode(c.req.query('ref') ?? '') : null;
    return code === null ? next() : remember(c, next, code);
  });
}

/** One POST by a mail program ends mails (RFC 8058); opened in a browser, the link shows the settings and ends nothing. */
function mountUnsubscribe(app: Hono<HttpEnv>, platform: Platform): void {
  app.get(UNSUBSCRIBE_PATH, (c) => c.redirect('/notifications?view=settings', 302));
  app.post(UNSUBSCRIBE_PATH, async (c) => {
    await platform.limits.consume('procedure', { actor: visitor, ...networkOf(c, platform) });
    const done = await unsubscribe({ platform }, c.req.query('token') ?? '');
    return done ? c.text('Unsubscribed.') : c.text('This link is not valid.', 400);
  });
}

/** The API, which development serves beside Vite and production beside the built client. */
export function createApi(platform: Platform): Hono<HttpEnv> {
  const app = createHttpApp({
    platform,
    router: appRouter,
    restRoutes,
    formRoutes,
    authenticate: authenticateWith(platform),
    productName: PRODUCT_NAME,
    crossSitePaths: [UNSUBSCRIBE_PATH],
  });
  rememberInvitations(app, platform);
  mountNavigations(app, platform, platform.config.publicUrl?.startsWith('https://') ?? false);
  mountUnsubscribe(app, platform);
  mountMailbox(app, platform);
  refuseUnknownApiPaths(app);
  return app;
}

export interface BuiltClient extends Pick<PageParts, 'built' | 'createRenderer'> {
  /** The folder of the files that browsers load. */
  folder: string;
  demo: BuiltDemo;
}

/** The API, the files and the pages, for production. */
export function createWeb(platform: Platform, client: BuiltClient): { fetch: Fetch } {
  const app = createApi(platform);
  app.use('*', builtFiles(client.folder));
  app.all('/assets/*', (c) => c.text('Not found', 404));
  mountDemoFiles(app, client.demo);
  const finishedAnswers = mountPages(app, {
    ...client,
    platform,
    authenticate: authenticateWith(platform),
  });
  return { fetch: finishedAnswers.fetchWith(app.fetch) };
}
