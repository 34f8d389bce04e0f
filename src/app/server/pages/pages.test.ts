import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRenderer } from '#app/browser/render.tsx';
import { routeTree } from '#app/browser/routeTree.gen.ts';
import { verifications } from '#db/schema/books.ts';
import { distributions } from '#db/schema/distributions.ts';
import { sessions } from '#db/schema/identity.ts';
import { noLines } from '#features/distributions/distributions.rules.ts';
import { PAGE_IDS } from '#features/learn/learn.rules.ts';
import { ensureLibrary } from '#features/learn/server/index.ts';
import { slugOf } from '#kernel/slug.ts';
import { HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { anAdmin, anApprovedProperty, aPendingProperty, api, aUser, newKey } from '#tests/support/actors.ts';
import { secondPlatform, testPlatform } from '#tests/support/platform.ts';
import { testWeb } from '#tests/support/ports.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { aPhoto } from '#tests/support/uploads.ts';
import { openDemo } from '../demo-files.ts';
import { createWeb } from '../web.ts';
import { resources } from './resources.ts';

const ORIGIN = 'https://commonhold.example';
const root = path.join(import.meta.dirname, '../../../..');
const template = (name: string) => readFileSync(path.join(root, `${name}.html`), 'utf8');
const built = {
  index: { template: template('index'), entry: [], scripts: { '/wallet': ['/assets/wallet.js'] } },
  visitor: {
    template: template('visitor'),
    entry: ['/assets/visitor.js', '/assets/base.js'],
    scripts: { '/': ['/assets/landing.js'] },
  },
};
const demoFolder = path.join(mkdtempSync(path.join(tmpdir(), 'commonhold-demo-')), 'demo');
const demo = openDemo(demoFolder);
const web = testWeb();
const offer = {
  location: 'Austin, TX',
  propertyType: 'residential',
  pricePerShare: '100.00',
  totalShares: 10,
  annualYield: '7.00',
} as const;

let t: Awaited<ReturnType<typeof testPlatform>>;
let server: TestServer;
const serve = (platform: Platform) =>
  startTestServer(platform, () =>
    createWeb(platform, { folder: path.join(root, 'public'), demo, built, createRenderer }),
  );
beforeAll(async () => {
  t = await testPlatform({ replace: { publicDownloads: web } });
  t.platform.origin = ORIGIN;
  await ensureLibrary(t.platform);
  server = await serve(t.platform);
});
afterAll(async () => {
  await server.close();
  await t.close();
  rmSync(path.dirname(demoFolder), { recursive: true, force: true });
});

const open = (address: string, headers: Record<string, string> = {}) => server.client().get(address, headers);

/** The text for a browser without scripts. */
function textOf(html: string): string {
  const body = html.slice(html.indexOf('<body>'));
  return body
    .replaceAll(/<script.*?<\/script>|<svg.*?<\/svg>|<noscript.*?<\/noscript>/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

function stateOf(html: string) {
  const text = /<script type="application\/json" id="page-state">(.*?)<\/script>/s.exec(html)?.[1];
  return text === undefined ? null : JSON.parse(text);
}

/** A distribution that has been paid, as the figures on pages see it. */
const aPaidQuarter = (propertyId: number, paidCents: number): typeof distributions.$inferInsert => ({
  ...noLines,
  id: `${propertyId}-2025-Q4`,
  propertyId,
  quarter: '2025-Q4',
  recordAt: t.clock.now(),
  payAt: t.clock.now(),
  paidAt: t.clock.now(),
  status: 'paid',
  months: 3,
  operatingIncomeCents: paidCents,
  openingDeficitCents: 0,
  availableCents: paidCents,
  reimbursedCents: 0,
  closingDeficitCents: 0,
  reserveContributedCents: 0,
  shares: 1,
  holders: 1,
  ownerShareCents: 0,
  grossCents: paidCents,
  feeCents: 0,
  netCents: paidCents,
  paidCents,
  paidThrough: 1,
});

/** What is in the fields of a page that people see. */
const valuesIn = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<input\b[^>]*>/g)]
      .map(([field]) => field)
      .filter((field) => !field.includes('type="hidden"'))
      .flatMap((field) => {
        const [, value] = / value="([^"]*)"/.exec(field) ?? [];
        return value ? [[/ name="(\w+)"/.exec(field)?.[1] ?? '', unescaped(value)]] : [];
      }),
  );

const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

const metaOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
const isRendered = (html: string) => !html.includes('<div id="root"></div>');

describe('a visitor without scripts', () => {
  test.each([
    ['/', 'Own a share of the buildings around you', 'How it works'],
    ['/properties', 'Own a share of the buildings around you', 'not a registered broker-dealer'],
    ['/login', 'Welcome back', 'Password'],
    ['/login?returnTo=%2Fproperty%2F1%3Finvest%3D1', 'Sign in or create an account', 'Forgot your password?'],
    ['/login?mode=sign-up&returnTo=%2Fproperty%2F1%3Finvest%3D1', 'come back to the offering', 'First name'],
    ['/login?mode=sign-up', 'Create your account', 'First name'],
    ['/?utm_source=letter', 'Own a share of the buildings around you', 'Sign In'],
    ['/', 'Be there when the doors open', 'not customer testimonials', 'Investments are illiquid'],
    ['/waitlist', 'Early Access', 'Exclusive Deals', 'Priority Support', 'Beta Features', 'Coming Soon'],
    ['/about/fees', '2.5% on top of the amount', '$25.00', '48 hours'],
    ['/about/company', 'Draft', 'Not provided by the operator', 'not a registered broker-dealer'],
    ['/legal/terms', 'Terms of Service', 'Draft'],
    ['/waitlist?outcome=joined', 'Welcome to the waitlist', 'Explore', 'Add Another Email'],
    ['/waitlist?outcome=email-required', 'Please enter your email address to join the waitlist.'],
    ['/waitlist?outcome=invalid-email', 'Please enter a valid email address.'],
    ['/waitlist?outcome=already-registered', 'This email is already on our waitlist. Thank you'],
    ['/waitlist?outcome=too-many', 'Please try again in an hour.'],
    ['/waitlist?outcome=failed', 'Something went wrong. Please try again.'],
    ['/waitlist?outcome=forged', 'Join the waitlist', 'Full Name'],
    ['/learn', 'How Commonhold works', 'What can go wrong', 'Returns calculator'],
    ['/learn?q=quorum', 'How voting works'],
    ['/learn/what-you-pay', 'What you pay', 'Read next'],
    ['/learn/returns-calculator?change=0&reinvest=false', '$1,738 .80', 'What the calculator assumes'],
  ])('reads %s', async (address, ...texts) => {
    const { status, text, headers } = await open(address);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
    for (const wanted of texts) expect(textOf(text)).toContain(wanted);
  });

  test('reads which properties are open for investing, with their figures of this moment', async () => {
    const { name } = await anApprovedProperty(t.platform, { shares: 60 });
    t.clock.advance(3 * SECOND);
    const { text } = await open('/');
    expect(textOf(text)).toContain(name);
    expect(textOf(text)).toContain('60 of 60 shares available');
    expect(textOf(text)).toContain('The newest offerings, with live figures.');
    expect(textOf(text)).toMatch(/Quarterly distributions|distributions Quarterly/);
    expect(textOf(text)).toMatch(/propert(y|ies) \d/);
  });

  test.each([
    '/',
    '/login?mode=sign-up',
    '/waitlist?outcome=failed',
    '/learn',
    '/learn/what-you-pay',
    '/learn/returns-calculator',
    '/no/such/page',
  ])('gets %s without anything that the content security policy would refuse', async (address) => {
    const { text, headers } = await open(address);
    expect(headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(text.match(/ (style|on\w+)="/g)).toBeNull();
    const scripts = [...text.matchAll(/<script([^>]*)>/g)].map(([, attributes = '']) => attributes);
    expect(scripts.filter((one) => !one.includes('src=') && !/application\/(ld\+)?json/.test(one))).toEqual(
      [],
    );
  });

  test('is offered updates instead of a launch to wait for, and the operator, once both are given', async () => {
    const operator = { OPERATOR_NAME: 'Alder LLC', OPERATOR_EMAIL: 'help@alder.example' };
    const open = secondPlatform(t, { env: { LAUNCHED: '1', LEGAL_REVIEWED: '1', ...operator } });
    const on = await serve(open);
    const textAt = async (address: string) => textOf((await on.client().get(address)).text);
    const problems = ['joined', 'email-required', 'already-registered'];
    for (const address of ['/', '/waitlist', ...problems.map((one) => `/waitlist?outcome=${one}`)]) {
      const { text } = await on.client().get(address);
      expect(textOf(text)).toContain('Get updates');
      const all = `${metaOf(text, 'description')} ${textOf(text)}`;
      expect(all).not.toMatch(/waitlist|Coming Soon|doors open|Early Access|Beta|be among the first|launch/i);
    }
    const company = await textAt('/about/company');
    expect(company).toContain('Alder LLC');
    expect(company).toContain('help@alder.example');
    expect(company).not.toContain('Draft');
    await on.close();
    expect(textOf((await server.client().get('/')).text)).toContain('Join Waitlist');
  });

  test('reads every condition of an offering that the application shows', async () => {
    const admin = await anAdmin(t.platform);
    const { id } = await anApprovedProperty(t.platform, { name: 'Elm Row', minimumShares: 60, admin });
    const terms = { minimumShares: 60, fundingDays: 60, minimumOrderShares: 5 };
    await api(admin).offerings.setOfferingTerms({ id, ...terms });
    await api(admin).offerings.holdRelease({ id, reason: 'A lien has turned up.' });
    const { text } = await open(`/offering/${id}-elm-row`);
    for (const said of ['The minimum order is 5 shares', 'of at least $6,000', 'Payout on hold since']) {
      expect(textOf(text)).toContain(said);
    }
    expect(text).not.toContain('A lien has turned up.');
  });

  test('reads articles whose headings cannot have an id of the page', async () => {
    const { text } = await open('/learn/what-you-pay');
    const headings = [...text.matchAll(/<h\d id="([^"]+)" class="[^"]*scroll-mt/g)].map(([, id]) => id);
    expect(headings.length).toBeGreaterThan(2);
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].flatMap(([, id = '']) =>
      slugOf(id) === id ? [id] : [],
    );
    const others = ids.filter((id) => !headings.includes(id));
    expect(others.sort()).toEqual([...PAGE_IDS].sort());
  });

  test('sees no evidence before there is any, and then the very figures of the books', async () => {
    const evidence = async () => textOf((await open('/?')).text).includes('From the books');
    expect(await evidence()).toBe(false);
    const at = t.clock.now();
    await t.platform.db.insert(verifications).values({
      id: randomUUID(),
      startedAt: at,
      finishedAt: at,
      invariants: 60,
      broken: 0,
      drift: [],
      books: {} as never,
      operationId: randomUUID(),
    });
    t.clock.advance(3 * SECOND);
    expect(textOf((await open('/')).text)).toContain('Zero drift, verified');
    expect(textOf((await open('/about/status')).text)).toContain('60 checks');
  });

  test('may send each form before the scripts have come, and no password gets into an address', async () => {
    const forms = await Promise.all(['/', '/login', '/login?mode=sign-up'].map((address) => open(address)));
    for (const { text } of forms) {
      for (const [form = ''] of text.matchAll(/<form.*?<\/form>/gs)) {
        if (form.includes('type="password"')) expect(form).toMatch(/^<form[^>]* method="post"/);
      }
    }
    const answer = await server.client().fetch('/login?connect=required&returnTo=%2Fwallet', {
      method: 'POST',
      body: new URLSearchParams({ email: 'ada@example.test', password: 'secret' }),
    });
    const back = '/login?connect=required&returnTo=%2Fwallet&problem=unsent';
    expect([answer.status, answer.headers.get('location')]).toEqual([303, back]);
    expect(textOf((await open(back)).text)).toContain('nothing was sent');
  });

  test.each([
    [
      '/login?mode=sign-up',
      '/api/auth/sign-up-form',
      { firstName: 'Ada "<b>', email: "o'no", password: 'x1' },
    ],
    ['/login', '/api/auth/sign-in-form', { email: 'no&one@example.test', password: 'x1' }],
    ['/forgot-password', '/api/auth/password-reset-form', { email: 'none' }],
    ['/waitlist', '/api/waitlist/form', { email: 'none', name: 'Ada' }],
  ])(
    'who sends the form of %s without scripts gets a refusal with what was typed, once',
    async (address, path, fields) => {
      const form = new RegExp(`<form[^>]* action="${path}"`);
      expect((await open(address)).text).toMatch(form);
      const client = server.client();
      const sent = await client.fetch(path, { method: 'POST', body: new URLSearchParams(fields) });
      const refusal = sent.headers.get('location') ?? '';
      const { status, text, headers } = await client.get(refusal);
      expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
      expect(text).toContain('role="alert"');
      expect(valuesIn(text)).toEqual(
        Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'password')),
      );
      for (const again of [await client.get(refusal), await open(refusal)])
        expect(valuesIn(again.text)).toEqual({});
    },
  );
});

describe('search engines and previews', () => {
  test('are given title, description, address and picture of a public page', async () => {
    const { text } = await open('/properties?utm_source=letter');
    expect(text).toContain('<title>Own shares of real buildings from $100 · Commonhold</title>');
    expect(metaOf(text, 'description')).toMatch(/^Commonhold divides real buildings into shares/);
    expect(text).toContain(`<link rel="canonical" href="${ORIGIN}/" />`);
    expect(metaOf(text, 'og:url')).toBe(`${ORIGIN}/`);
    expect(metaOf(text, 'og:image')).toBe(`${ORIGIN}/social-card.png`);
    expect(metaOf(text, 'robots')).toBeUndefined();
  });

  test.each(['/learn', '/learn/what-you-pay', '/learn/returns-calculator', '/waitlist'])(
    'are given %s under its own address, whatever was asked there',
    async (address) => {
      const { text } = await open(`${address}?utm_source=letter`);
      expect(text).toContain(`<link rel="canonical" href="${ORIGIN}${address}" />`);
      expect(metaOf(text, 'description')).toBeTruthy();
    },
  );

  test.each(['/wallet', '/admin', '/property/1', '/learn/never-written', '/no/such/page'])(
    'are asked to leave %s out',
    async (address) => {
      const { text } = await open(address);
      expect(metaOf(text, 'robots')).toBe('noindex');
      expect(text).not.toContain('rel="canonical"');
    },
  );

  test('are given the facts, the picture and the one address of an offering', async () => {
    const property = await anApprovedProperty(t.platform, { name: 'Alder </script> Row' });
    const address = `/offering/${property.id}-alder-script-row`;
    for (const other of [`/offering/${property.id}`, `/offering/${property.id}-its-former-name`]) {
      const moved = await open(other);
      expect([moved.status, moved.headers.get('location')]).toEqual([302, address]);
    }
    const { status, text } = await open(address);
    expect([status, isRendered(text)]).toEqual([200, true]);
    expect(text).toContain(`<link rel="canonical" href="${ORIGIN}${address}" />`);
    const facts = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? '';
    expect(JSON.parse(facts)).toMatchObject({
      name: 'Alder </script> Row',
      offers: { price: '100.00', priceCurrency: 'USD' },
    });
    expect(text).toContain(
      `href="/api/login?returnTo=${encodeURIComponent(`/property/${property.id}?invest=${property.id}`)}&amp;mode=sign-up"`,
    );
    const picture = metaOf(text, 'og:image') ?? '';
    expect(picture).toBe(`${ORIGIN}/previews/offering-${property.id}.png`);
    const drawn = await server.client().fetch(picture.slice(ORIGIN.length));
    const { format, width, height } = await sharp(Buffer.from(await drawn.arrayBuffer())).metadata();
    expect([format, width, height]).toEqual(['png', 1200, 630]);
  });

  test('are given the photo of an offering in place of its drawing, from our copy and only once it is approved', async () => {
    const url = 'https://pictures.example/house.png';
    web.publish(url, await aPhoto({ format: 'png' }));
    const submission = { ...offer, name: 'Gorse Row', imageUrl: url };
    const { id } = await api(await aUser(t.platform)).properties.submit({ submission, requestId: newKey() });
    await t.platform.jobs.drain({ schedules: [] });
    const preview = `/previews/offering-${id}.jpg`;
    expect((await open(preview)).status).toBe(404);
    await api(await anAdmin(t.platform)).properties.setStatus({ id, status: 'approved' });
    expect(metaOf((await open(`/offering/${id}-gorse-row`)).text, 'og:image')).toBe(`${ORIGIN}${preview}`);
    const shown = await server.client().fetch(preview);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const { format, width, height } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata();
    expect([format, width, height]).toEqual(['jpeg', 1200, 630]);
    expect(web.asked).toEqual([url]);

    const drawn = await anApprovedProperty(t.platform, { name: 'Hazel Row' });
    const fallback = await open(`/previews/offering-${drawn.id}.jpg`);
    expect([fallback.status, fallback.headers.get('location')]).toEqual([
      302,
      `/previews/offering-${drawn.id}.png`,
    ]);
  });

  test('say on the page of an offering what all properties have paid, once there is something', async () => {
    const property = await anApprovedProperty(t.platform, { name: 'Elm Row' });
    const paying = await anApprovedProperty(t.platform, { name: 'Fir Row' });
    const page = async (query: string) =>
      textOf((await open(`/offering/${property.id}-elm-row?utm_source=${query}`)).text);
    expect(await page('before')).not.toContain('Across all properties');
    await t.platform.db.insert(distributions).values(aPaidQuarter(paying.id, 123_456));
    t.clock.advance(3 * SECOND);
    const text = await page('after');
    expect(text).toContain('Across all properties, Commonhold has paid shareholders $1,234.56 so far');
    expect(text).toContain('Nothing has been distributed yet.');
  });

  test('find nothing at the address of an offering that is not approved, nor its owner', async () => {
    const person = await aUser(t.platform);
    const hidden = await aPendingProperty(t.platform, { owner: person });
    const owner = server.client();
    await owner.signIn(person.email);
    for (const address of [`/offering/${hidden.id}`, '/offering/999999-nothing', '/offering/lofts']) {
      expect([address, (await open(address)).status, (await owner.get(address)).status]).toEqual([
        address,
        404,
        404,
      ]);
    }
    expect((await open(`/previews/offering-${hidden.id}.png`)).status).toBe(404);
    expect((await open('/sitemap.xml')).text).not.toContain(`/offering/${hidden.id}`);
  });

  test('find the sitemap by robots.txt, and in it the public pages', async () => {
    await anApprovedProperty(t.platform);
    const robots = await open('/robots.txt');
    expect(robots.text).toBe(`User-agent: *\nDisallow: /api/\n\nSitemap: ${ORIGIN}/sitemap.xml\n`);
    const sitemap = await open('/sitemap.xml');
    expect(sitemap.headers.get('content-type')).toBe('application/xml');
    const locations = [...sitemap.text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, one = '']) => one);
    expect(locations).toEqual(
      expect.arrayContaining(['/', '/waitlist', '/learn', '/learn/glossary'].map((path) => ORIGIN + path)),
    );
    expect(sitemap.text).toMatch(/<loc>[^<]*\/<\/loc><lastmod>\d{4}-\d\d-\d\dT/);
    for (const location of locations) {
      const { status, text } = await open(location.slice(ORIGIN.length));
      expect([location, status, text.includes(`<link rel="canonical" href="${location}"`)]).toEqual([
        location,
        200,
        true,
      ]);
    }
  });

  test('get a sitemap that is made at most once a minute', async () => {
    const { text } = await open('/sitemap.xml');
    const { id } = await anApprovedProperty(t.platform);
    expect((await open('/sitemap.xml')).text).toBe(text);
    t.clock.advance(MINUTE);
    expect((await open('/sitemap.xml')).text).toContain(`/offering/${id}-`);
  });
});

describe('a signed-in person', () => {
  test('gets a page that knows them, that is not cached, and that holds no secret', async () => {
    const ada = await aUser(t.platform);
    const client = server.client();
    await client.signIn(ada.email);
    for (const address of ['/', '/wallet', '/login']) {
      const { status, text, headers } = await client.get(address);
      expect([status, isRendered(text)]).toEqual([200, false]);
      expect(stateOf(text)).toEqual({
        user: expect.objectContaining({ email: ada.email }),
        lastEventId: expect.stringMatching(/^\d+-\d+$/),
        data: [],
      });
      expect(text).not.toMatch(/password_?hash|secret/i);
      expect(headers.get('cache-control')).toBe('private, no-store');
    }
  });

  test('gets status 404 where nothing is, or nothing for them, and 200 for what there is', async () => {
    const ada = await aUser(t.platform);
    const client = server.client();
    await client.signIn(ada.email);
    const { id } = await anApprovedProperty(t.platform);
    const hidden = await aPendingProperty(t.platform);
    const statusOf = async (address: string) => [address, (await client.get(address)).status];
    for (const address of [
      '/no/such/page',
      '/learn/never-written',
      '/learn/a%00b',
      '/property/999999',
      '/property/one',
      `/property/${hidden.id}`,
      '/statement/none',
    ]) {
      expect(await statusOf(address)).toEqual([address, 404]);
    }
    for (const address of [`/property/${id}`, '/learn/glossary', '/admin-education/new', '/wallet']) {
      expect(await statusOf(address)).toEqual([address, 200]);
    }
  });

  test('has every route with an open place looked up', () => {
    const open = Object.values(routeTree.children ?? {}).map(({ id }) => id);
    expect(Object.keys(resources).sort()).toEqual(open.filter((id) => id.includes('$')).sort());
  });

  test('has the session renewed by opening a page, as by any call', async () => {
    const ada = await aUser(t.platform);
    const client = server.client();
    await client.signIn(ada.email);
    expect((await client.get('/wallet')).headers.getSetCookie()).toEqual([]);
    const nearlyOver = new Date(t.clock.now().getTime() + HOUR);
    await t.platform.db.update(sessions).set({ expiresAt: nearlyOver }).where(eq(sessions.userId, ada.id));
    expect((await client.get('/wallet')).headers.getSetCookie()[0]).toMatch(/^commonhold=.*HttpOnly/);
  });

  test('whose session is over gets the pages of a visitor', async () => {
    const { text } = await open('/', { cookie: 'commonhold=forged' });
    expect([isRendered(text), stateOf(text).user]).toEqual([true, null]);
  });
});

describe('a page', () => {
  test('that only members have shows a visitor nothing but that nobody is signed in', async () => {
    const { status, text } = await open('/wallet');
    expect([status, isRendered(text), stateOf(text)]).toEqual([200, false, { user: null, data: [] }]);
    expect(text).toContain('<link rel="modulepreload" crossorigin href="/assets/wallet.js" />');
  });

  test('that is rendered waits for no script: they are named for after its first paint', async () => {
    const { text } = await open('/');
    const scripts = 'data-scripts="/assets/visitor.js /assets/base.js /assets/landing.js"';
    expect(text).toContain(`<script defer src="/start.js" ${scripts}></script>`);
    expect(text).not.toContain('modulepreload');
  });

  test.each(['/no/such/page', '/learn/no-such-article', '/learn/a%00b', `/learn/${'a'.repeat(500)}`])(
    'at %j, where nothing is, says so, with status 404',
    async (address) => {
      const { status, text } = await open(address);
      expect([status, textOf(text).includes('404 Page Not Found')]).toEqual([404, true]);
      expect(text).toContain('<title>Page not found · Commonhold</title>');
    },
  );

  test('for visitors is cached by nothing that would show it to someone who has signed in', async () => {
    const { headers } = await open('/');
    expect([headers.get('cache-control'), headers.get('vary')]).toEqual([
      'no-cache',
      expect.stringContaining('cookie'),
    ]);
  });

  test('with another form of its path leads to the right one', async () => {
    const answer = await open('/login/');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/login']);
  });

  test.each([
    '/login?returnTo=%2F%3C%2Fscript%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E',
    '/%22%3E%3Cscript%3Ealert(1)%3C/script%3E',
    '/%E0%A4%A',
    '//evil.test/',
    '/$&$`',
  ])('at the hostile address %s runs nothing and breaks nothing', async (address) => {
    const { status, text } = await open(address);
    expect(status).toBeLessThan(500);
    expect(text).not.toContain('<script>alert');
  });

  test('is served unrendered while it cannot be rendered, and rendered again after that', async () => {
    const broken = secondPlatform(t, { env: { SAMPLE_DATA: '1' } });
    const away = () => {
      throw new Error('the database is away');
    };
    broken.db = { select: away } as never;
    const on = await serve(broken);
    // The second one leads to another address first, without what a campaign has added.
    for (const address of ['/login', '/login?utm_source=x']) {
      const { status, text } = await on.client().get(address);
      expect([address, status, isRendered(text)]).toEqual([address, 200, false]);
    }
    await on.close();
    expect(isRendered((await open('/login?mode=sign-in')).text)).toBe(true);
  });

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['identity', null],
  ])('comes in the smallest encoding that the browser accepts: %s', async (accepted, encoding) => {
    const { headers, text } = await open('/login', { 'accept-encoding': accepted });
    expect(isRendered(text)).toBe(true);
    expect(headers.get('content-encoding')).toBe(encoding);
    expect(headers.get('vary')?.toLowerCase().split(', ').sort()).toEqual(['accept-encoding', 'cookie']);
  });

  test('is served unrendered to an address that asks too often, but a cached one always', async () => {
    const limited = secondPlatform(t, { env: { RATE_LIMITS: 'on' } });
    const on = await serve(limited);
    const client = on.client();
    for (let many = 0; many < 599; many += 1) await client.get('/api/auth/user');
    // The first one is over the limit only at the address that it leads to.
    for (const address of ['/login?utm_source=x', '/login?returnTo=%2Fa']) {
      const { status, text } = await client.get(address);
      expect([address, status, isRendered(text)]).toEqual([address, 200, false]);
    }
    await on.close();
  });

  test('is rendered once for all who open it within two seconds', async () => {
    let rendered = 0;
    const counting = (...parts: Parameters<typeof createRenderer>) => {
      const renderer = createRenderer(...parts);
      return {
        ...renderer,
        render: (address: string) => renderer.render(address).finally(() => (rendered += 1)),
      };
    };
    const on = await startTestServer(t.platform, () =>
      createWeb(t.platform, { folder: path.join(root, 'public'), demo, built, createRenderer: counting }),
    );
    const pages = await Promise.all(Array.from({ length: 20 }, () => on.client().get('/login')));
    expect(pages.every(({ text }) => isRendered(text))).toBe(true);
    expect(rendered).toBe(1);
    t.clock.advance(3 * SECOND);
    await on.client().get('/login');
    expect(rendered).toBe(2);
    await on.close();
  });
});

/** An answer as it goes over the wire; `fetch` would ask for an encoding and decode the answer. */
async function answerTo(url: string, { method = 'GET', headers = {} }: RequestOptions = {}) {
  const [answer] = (await once(request(url, { method, headers }).end(), 'response')) as [IncomingMessage];
  const { 'x-request-id': id, date: _, ...others } = answer.headers;
  return { id, status: answer.statusCode, headers: others, body: await buffer(answer) };
}

describe('the answer to a visitor', () => {
  let placed: number;
  let on: TestServer;
  beforeAll(async () => {
    const counting = (...parts: Parameters<typeof createRenderer>) => {
      const renderer = createRenderer(...parts);
      return {
        ...renderer,
        placeOf(path: string) {
          placed += 1;
          return renderer.placeOf(path);
        },
      };
    };
    on = await startTestServer(t.platform, () =>
      createWeb(t.platform, { folder: path.join(root, 'public'), demo, built, createRenderer: counting }),
    );
  });
  afterAll(() => on.close());
  beforeEach(() => {
    placed = 0;
    t.clock.advance(3 * SECOND);
  });

  const countOf = async (status: number) => {
    const metric = t.platform.metrics.registry.getSingleMetric('commonhold_http_seconds');
    const { values = [] } = (await metric?.get()) ?? {};
    const counted = values.filter(({ labels }) => labels.method === 'GET' && labels.status === status);
    return counted.find((one) => 'metricName' in one && `${one.metricName}`.endsWith('_count'))?.value ?? 0;
  };

  test.each([
    ['/login', 200, undefined],
    ['/login', 200, 'gzip, deflate, br'],
    ['/login?mode=sign-up', 200, 'gzip'],
    ['/login', 200, 'identity'],
    ['/no/such/page', 404, undefined],
  ])('is the same when it is repeated, and is counted: %s, %i, %s', async (address, status, encoding) => {
    const headers = encoding === undefined ? {} : { 'accept-encoding': encoding };
    const before = await countOf(status);
    const { id, ...first } = await answerTo(on.url + address, { headers });
    const { id: nextId, ...second } = await answerTo(on.url + address, { headers });
    expect(second).toEqual(first);
    expect(first.status).toBe(status);
    expect(nextId).not.toBe(id);
    expect(placed).toBe(1);
    expect(await countOf(status)).toBe(before + 2);
    const head = await answerTo(on.url + address, { method: 'HEAD', headers });
    expect([head.status, head.body.length]).toEqual([status, 0]);
    t.clock.advance(3 * SECOND);
    await answerTo(on.url + address, { headers });
    expect(placed).toBe(3);
  });

  test('is not repeated for another encoding, with a cookie, with an invitation or while the server stops', async () => {
    const login = `${on.url}/login`;
    const plain = await answerTo(login);
    const encoded = await answerTo(login, { headers: { 'accept-encoding': 'br' } });
    expect(encoded.headers['content-encoding']).toBe('br');
    expect((await answerTo(login)).body).toEqual(plain.body);
    expect(placed).toBe(2);
    await answerTo(login, { headers: { cookie: 'sid=none' } });
    expect(placed).toBe(3);
    for (let time = 0; time < 2; time += 1) {
      const invited = await answerTo(`${login}?ref=ABCD2345`);
      expect(invited.headers['set-cookie']).toHaveLength(1);
    }
    expect((await answerTo(login)).headers['set-cookie']).toBeUndefined();
    t.platform.isDraining = true;
    const last = await answerTo(login);
    t.platform.isDraining = false;
    expect(last.headers.connection).toBe('close');
    expect((await answerTo(login)).body).toEqual(plain.body);
  });
});

describe('the demo', () => {
  const isDemo = (text: string) => text.includes('<title>Demo');
  const turnedOn = { cookie: 'commonhold_demo=1' };

  test('says that it is being prepared until it is built, and then opens', async () => {
    const before = await open('/demo');
    expect(before.status).toBe(503);
    expect(before.text).toContain('Preparing the demo');
    mkdirSync(path.join(demoFolder, 'demo'), { recursive: true });
    writeFileSync(path.join(demoFolder, 'demo/index.html'), template('demo/index'));
    expect(isDemo((await open('/demo')).text)).toBe(true);
  });

  test('is turned on at its address, and is then what a visitor gets at every address', async () => {
    expect(isDemo((await open('/demo')).text)).toBe(true);
    for (const address of ['/', '/login', '/wallet']) {
      expect(isDemo((await open(address)).text)).toBe(false);
      expect(isDemo((await open(address, turnedOn)).text)).toBe(true);
    }
  });

  test('is neither what links from outside lead to nor the waitlist', async () => {
    const { id } = await anApprovedProperty(t.platform, { name: 'Cedar Row' });
    const answers = [
      [`/offering/${id}-cedar-row`, 'Cedar Row'],
      ['/verify/ABCD-EFGH', 'certificate'],
      ['/waitlist', 'Join the waitlist'],
      ['/confirm-email', null],
      ['/reset-password', null],
    ] as const;
    for (const [address, said] of answers) {
      const { text } = await open(address, turnedOn);
      expect([address, isDemo(text), isRendered(text)]).toEqual([address, false, said !== null]);
      if (said) expect(textOf(text)).toContain(said);
    }
  });

  test('ends for someone who asks to sign in, as on the page of an offering', async () => {
    const client = server.client();
    client.cookies.set('commonhold_demo', '1');
    expect(isDemo((await client.get('/login')).text)).toBe(true);
    const asked = await client.get('/api/login?returnTo=%2Fproperty%2F1%3Finvest%3D1');
    const signIn = asked.headers.get('location') ?? '';
    expect(signIn).toBe('/login?returnTo=%2Fproperty%2F1%3Finvest%3D1');
    expect(isDemo((await client.get(signIn)).text)).toBe(false);
  });

  test('says in its page whether the product is open', async () => {
    const on = await serve(secondPlatform(t, { env: { LAUNCHED: '1' } }));
    const { text } = await on.client().get('/demo');
    await on.close();
    expect(text).toContain('<html data-launched lang="en">');
    expect((await open('/demo')).text).toContain('<html lang="en">');
  });

  test('can send nothing anywhere, and is cached by nobody', async () => {
    const { headers } = await open('/investor-dashboard', turnedOn);
    expect(headers.get('content-security-policy')).toContain("connect-src 'none'");
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    expect(headers.get('cache-control')).toBe('private, no-store');
  });

  test('is never given to someone who is signed in', async () => {
    const ada = await aUser(t.platform);
    const client = server.client();
    await client.signIn(ada.email);
    client.cookies.set('commonhold_demo', '1');
    expect(isDemo((await client.get('/')).text)).toBe(false);
    const asked = await client.get('/demo');
    expect([asked.status, asked.headers.get('location')]).toEqual([302, '/']);
  });
});

test("the visitors' application has every public route", async () => {
  const routes = Object.values(routeTree.children ?? {});
  const open = routes.filter(({ options }) => options.staticData?.public).map(({ id }) => id);
  const { visitorRoutes } = await import('#app/browser/visitor/visitor-routes.ts');
  const theirs = Object.values(visitorRoutes.children ?? {}) as { options: { id?: string } }[];
  expect(theirs.map(({ options }) => options.id).sort()).toEqual(open.sort());
  expect(open).toContain('/');
});
