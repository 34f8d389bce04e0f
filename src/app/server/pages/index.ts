import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { Context, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import type { createRenderer, PageState, Place, RenderedPage, Renderer } from '#app/browser/render.tsx';
import { DEMO_COOKIE, DEMO_PATH } from '#kernel/demo.ts';
import { PRODUCT_NAME } from '#kernel/product.ts';
import { eventId } from '#platform/server/live/live.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { visitor } from '#platform/server/security/caller.ts';
import { createLimits } from '#platform/server/security/limits.ts';
import { acceptedEncodings } from '#platform/server/transport/content-encodings.ts';
import { type Authenticate, contextOf } from '#platform/server/transport/http.ts';
import type { HttpEnv } from '#platform/server/transport/http-env.ts';
import { networkOf } from '#platform/server/transport/network.ts';
import { policyWith } from '#platform/server/transport/response-headers.ts';
import { forgottenTyped, typedIn } from '#platform/server/transport/typed-fields.ts';
import { appRouter } from '../app-router.ts';
import { type BuiltDemo, DEMO_PENDING_PAGE } from '../demo-files.ts';
import { type AppCaller, callerOf } from './app-caller.ts';
import { checkTemplate, type DocumentParts, pageDocument, withTyped } from './document.ts';
import { type EncodedDocument, encodedDocument } from './encoded-document.ts';
import { createFinishedAnswers, type FinishedAnswers } from './finished-answers.ts';
import { mountPreviews } from './previews.ts';
import { isMissing } from './resources.ts';
import { createSiteMap, robots } from './site-map.ts';
import { createVisitorPages, isPage, type VisitorPages } from './visitor-pages.ts';

export type { Fetch } from './finished-answers.ts';

/** The build's manifest of the two applications: the page of each, and the scripts that its routes need. */
export type BuiltPages = Record<'index' | 'visitor', BuiltPage>;

interface BuiltPage extends Pick<DocumentParts, 'template' | 'entry'> {
  scripts: Record<string, readonly string[]>;
}

export interface PageParts {
  platform: Platform;
  built: BuiltPages;
  demo: Pick<BuiltDemo, 'page'>;
  createRenderer: typeof createRenderer;
  authenticate: Authenticate;
}

/** The demo requests no data from the network; only its files are loaded, as scripts, styles and pictures. */
const demoPolicy = policyWith({
  'connect-src': "'none'",
  'form-action': "'none'",
});

const SOCIAL_CARD = '/social-card.png';

const sharedPicture = ({ origin }: Platform) => ({
  address: new URL(SOCIAL_CARD, origin).href,
  alt: `A street of drawn houses under the name ${PRODUCT_NAME}`,
});

/**
 * robots.txt, the sitemap, and every page: rendered for visitors, with the session for signed-in people.
 * @returns the answers that can be repeated for other visitors
 */
export function mountPages(app: Hono<HttpEnv>, parts: PageParts): FinishedAnswers {
  const { platform, built } = parts;
  for (const { template } of [built.index, built.visitor]) checkTemplate(template);
  const renderer = parts.createRenderer(answerForVisitors(platform), launchOf(platform));
  const visitorPages = createVisitorPages(platform, renderer);
  app.get('/robots.txt', (c) => c.text(robots(platform.origin)));
  const siteMap = createSiteMap(platform);
  app.get('/sitemap.xml', async (c) => {
    await platform.limits.consume('procedure', { actor: visitor, ...networkOf(c, platform) });
    return c.body(await siteMap(), 200, { 'content-type': 'application/xml' });
  });
  mountPreviews(app, { platform, renderer });
  // A form that waits for scripts is a POST, so that nothing typed gets into an address; back to the form, which says so.
  app.post('/login', (c) => {
    const { searchParams } = new URL(c.req.url);
    searchParams.set('problem', 'unsent');
    return c.redirect(`/login?${searchParams}`, 303);
  });
  const finishedAnswers = createFinishedAnswers(platform, visitorPages);
  const pages = { ...parts, renderer, visitorPages, finishedAnswers };
  app.get('*', (c) => answerPage(c, pages));
  return finishedAnswers;
}

/**
 * Answers the queries of a page that is being rendered, in this process. They count towards the limit of the visitor
 * who gets the page.
 */
function answerForVisitors(platform: Platform) {
  const unlimited = { ...platform, limits: createLimits({ ...platform, enabled: false }) };
  return (request: Request) =>
    fetchRequestHandler({
      endpoint: '/api/trpc',
      req: request,
      router: appRouter,
      createContext: () => ({
        platform: unlimited,
        caller: { actor: visitor, address: 'renderer', userAgent: '', secure: false },
        cookies: '',
        responseHeaders: new Headers(),
        // The page is for everyone, so any replica's answer will do.
        seen: null,
      }),
    });
}

interface Pages extends PageParts {
  renderer: Renderer;
  visitorPages: VisitorPages;
  finishedAnswers: FinishedAnswers;
}

async function answerPage(c: Context<HttpEnv>, pages: Pages): Promise<Response> {
  const { platform, built, renderer, visitorPages } = pages;
  const address = new URL(c.req.url);
  const place = renderer.placeOf(address.pathname);
  const session = c.req.header('cookie') ? await sessionOf(c, pages) : noSession;
  if (session?.user === null && isForDemo(c, address, place)) return demoPage(c, pages);
  if (address.pathname === DEMO_PATH) return c.redirect('/', 302);
  if (session?.user === null && (place.public || place.routeId === null)) {
    const page = await visitorPages.open(address, () => ({ ...networkOf(c, platform), actor: visitor }));
    if (isPage(page)) return visitorPage(c, pages, page);
    if (page) return c.redirect(page.redirect, 302);
  }
  const missing = session?.user ? await isMissing(session.api, place) : place.routeId === null;
  c.header('cache-control', 'private, no-store');
  for (const cookie of session?.cookies ?? []) c.header('set-cookie', cookie, { append: true });
  const document = pageDocument({
    template: built.index.template,
    head: {
      title: PRODUCT_NAME,
      description: null,
      canonical: null,
      image: sharedPicture(platform),
      facts: null,
    },
    markup: '',
    state: session && { ...stateOf(session), data: [], ...launchOf(platform) },
    entry: built.index.entry,
    scripts: built.index.scripts[place.routeId ?? ''] ?? [],
  });
  return c.html(document, missing ? 404 : 200);
}

function stateOf(session: Session): Pick<PageState, 'user' | 'lastEventId'> {
  if (!session.user) return { user: null };
  const { user, lastEventId } = session;
  return lastEventId ? { user, lastEventId } : { user };
}

const launchOf = ({ config }: Platform) => (config.isLaunched ? { launched: true } : {});

/**
 * Pages that are the product's own for everyone: where links in mails, on certificates and of shared offerings lead,
 * which sample data would answer wrongly; and the waitlist, because an email given to the demo reaches nobody.
 */
const neverOfDemo = new Set([
  '/confirm-email',
  '/reset-password',
  '/verify/$code',
  '/offering/$slug',
  '/waitlist',
]);

/** Demo mode is for visitors: its page is served until they leave it, at every other address. */
function isForDemo(c: Context<HttpEnv>, { pathname }: URL, { routeId }: Place): boolean {
  if (pathname === DEMO_PATH) return true;
  return getCookie(c, DEMO_COOKIE) === '1' && !neverOfDemo.has(routeId ?? '');
}

async function demoPage(c: Context<HttpEnv>, { demo, platform }: Pages): Promise<Response> {
  const page = await demo.page();
  c.header('cache-control', 'private, no-store');
  c.header('content-security-policy', demoPolicy);
  return page === null ? c.html(DEMO_PENDING_PAGE, 503) : c.html(demoDocument(page, platform));
}

/** The demo asks the server nothing, so its page says whether the product is open. */
const demoDocument = (page: string, { config }: Platform) =>
  config.isLaunched ? page.replace('<html ', '<html data-launched ') : page;

/** The document of each rendered page that is cached: visitors share the page, so its bytes are made once. */
const documents = new WeakMap<RenderedPage, EncodedDocument>();

async function visitorPage(c: Context<HttpEnv>, pages: Pages, page: RenderedPage): Promise<Response> {
  const { secure } = networkOf(c, pages.platform);
  const typed = typedIn(c.req.header('cookie'), { path: c.req.path, secure });
  if (typed) {
    c.header('cache-control', 'private, no-store');
    c.header('set-cookie', forgottenTyped(secure), { append: true });
    return c.html(visitorDocument(pages, { ...page, markup: withTyped(page.markup, typed) }), statusOf(page));
  }
  // Not cached, so that a person who has signed in since does not see the visitors' page.
  c.header('cache-control', 'no-cache');
  c.header('vary', 'cookie');
  c.header('content-type', 'text/html; charset=UTF-8');
  const document = documents.get(page) ?? encodedDocument(visitorDocument(pages, page));
  documents.set(page, document);
  const [encoding] = acceptedEncodings(c.req.header('accept-encoding'));
  if (encoding) {
    c.header('vary', 'cookie, Accept-Encoding');
    c.header('content-encoding', encoding);
  }
  const bytes = encoding ? await document.as(encoding) : document.plain;
  pages.finishedAnswers.note(c.env, { page, bytes });
  return c.body(bytes, statusOf(page));
}

const statusOf = (page: RenderedPage) => (page.status === 404 ? 404 : 200);

function visitorDocument({ platform, built }: Pages, page: RenderedPage): string {
  return pageDocument({
    template: built.visitor.template,
    head: {
      title: page.title,
      description: page.description,
      canonical: page.canonical === null ? null : new URL(page.canonical, platform.origin).href,
      image: page.picture
        ? { address: new URL(page.picture.path, platform.origin).href, alt: page.picture.alt }
        : sharedPicture(platform),
      facts: page.facts,
    },
    markup: page.markup,
    state: { user: null, data: page.data, ...launchOf(platform) },
    entry: built.visitor.entry,
    scripts: built.visitor.scripts[page.routeId] ?? [],
  });
}

type Session =
  | { user: null; cookies: string[] }
  | { user: NonNullable<PageState['user']>; cookies: string[]; api: AppCaller; lastEventId?: string };

const noSession: Session = { user: null, cookies: [] };

/** The signed-in user and the cookies to renew; null when that cannot be known now, so that the browser asks. */
async function sessionOf(c: Context<HttpEnv>, parts: PageParts): Promise<Session | null> {
  try {
    const ctx = await contextOf(c, parts);
    const api = callerOf(ctx);
    // Before anything is read: what happens from here on comes by the stream.
    const start = ctx.caller.actor.kind === 'user' ? await startOfStream(parts.platform) : {};
    const user = await api.identity.me();
    const cookies = ctx.responseHeaders.getSetCookie();
    return user ? { user, cookies, api, ...start } : { user, cookies };
  } catch {
    return null;
  }
}

/** The page can do without it. */
async function startOfStream({ live, reportFailure }: Platform): Promise<{ lastEventId?: string }> {
  try {
    return { lastEventId: eventId(await live.pageStart()) };
  } catch (error) {
    reportFailure(error, 'the start of a page’s stream');
    return {};
  }
}
