import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import axe from 'axe-core';
import { type BuiltServer, startBuiltServer } from '../support/built-server.ts';
import { copySampleWorld } from '../support/sample-world.ts';
import { atMoment, settingsAhead, useMoment } from '../support/test-clock-settings.ts';
import { type Market, marketOf, signIn, signUp, takenOver } from './actors.ts';
import { type Device, devices } from './devices.ts';

export { expect };

type TestFixtures = {
  /** Browser errors that a test provokes on purpose; every other one fails it. */
  expectedErrors: RegExp[];
  /** A page in a browser of its own, for someone else; at the width of the project unless another one is named. */
  openPage: (device?: Device) => Promise<Page>;
  /** The requests of someone else, who needs no page for them. */
  openClient: () => Promise<APIRequestContext>;
  /** Every message the page has shown, as "title: text", also those that a new page has swept away since. */
  messages: string[];
};

type WorkerFixtures = { server: SampleServer; market: Market };

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const SAMPLE_PASSWORD = 'commonhold-sample';

export type SampleServer = BuiltServer & {
  /** Starts again on its data, at the same address, with its clock so far ahead. */
  startLater(aheadMs: number): Promise<void>;
};

/** A server of its own on a copy of the sample world, with these settings, once its data are prepared. */
export async function withSampleServer(
  settings: Record<string, string>,
  use: (server: SampleServer) => Promise<void>,
  prepare: (dataDir: string) => Promise<void> = async () => undefined,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'commonhold-e2e-'));
  const dataDir = path.join(folder, 'data');
  await copySampleWorld(dataDir);
  await prepare(dataDir);
  const env = { DATA_DIR: dataDir, SAMPLE_DATA: '1', RATE_LIMITS: 'off', ...settings };
  let server = await startBuiltServer(env);
  const first = server;
  const startLater = async (aheadMs: number) => {
    await server.stop();
    server = await startBuiltServer({ ...env, PORT: new URL(first.url).port, ...settingsAhead(aheadMs) });
  };
  await use({ ...first, startLater });
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  expectedErrors: [[], { option: true }],
  browser: [async ({ browser }, use) => use(atMoment(browser)), { scope: 'worker' }],
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      await withSampleServer({}, use);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  market: [
    async ({ server, playwright }, use) => {
      const admin = await playwright.request.newContext({ baseURL: server.url });
      const owner = await playwright.request.newContext({ baseURL: server.url });
      await signUp(owner, { confirmed: true });
      await use(marketOf(owner, admin));
      await admin.dispose();
      await owner.dispose();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => {
    await use(server.url);
  },
  context: async ({ context, expectedErrors }, use) => {
    await useMoment(context);
    const errors = await errorsOf(context);
    await use(context);
    expectOnly(expectedErrors, errors);
    await leaveForNextJourney(context);
  },
  page: async ({ page }, use) => {
    await use(waitingForLife(page));
  },
  messages: async ({ page }, use) => {
    const messages: string[] = [];
    await page.exposeFunction('reportToTest', (message: string) => messages.push(message));
    await page.addInitScript(() => {
      const recorded = new WeakSet<Element>();
      const { reportToTest } = globalThis as unknown as { reportToTest: (message: string) => void };
      new MutationObserver(() => {
        for (const toast of document.querySelectorAll('[data-sonner-toast]')) {
          const parts = [...toast.querySelectorAll('p')].map(({ textContent }) => textContent);
          if (recorded.has(toast) || parts.length === 0) continue;
          recorded.add(toast);
          reportToTest(parts.join(': '));
        }
      }).observe(document, { childList: true, subtree: true });
    });
    await use(messages);
  },
  openClient: async ({ playwright, baseURL }, use) => {
    const opened: APIRequestContext[] = [];
    await use(async () => {
      const client = await playwright.request.newContext({ baseURL: baseURL ?? '' });
      opened.push(client);
      return client;
    });
    for (const client of opened) await client.dispose();
  },
  openPage: async ({ browser, expectedErrors }, use) => {
    const opened: { context: BrowserContext; errors: string[] }[] = [];
    await use(async (device) => {
      const context = await browser.newContext(device && devices[device]);
      opened.push({ context, errors: await errorsOf(context) });
      return waitingForLife(await context.newPage());
    });
    for (const { context, errors } of opened) {
      await context.close();
      expectOnly(expectedErrors, errors);
    }
  },
});

/**
 * The next journey gets this browser. Playwright empties it, through a page that is open, but leaves the connection and
 * permissions as they are. No page lives on until then.
 */
async function leaveForNextJourney(context: BrowserContext): Promise<void> {
  if (context.pages().length === 0) await context.newPage();
  for (const page of context.pages()) await page.goto('about:blank');
  await context.setOffline(false);
  await context.clearPermissions();
}

async function errorsOf(context: BrowserContext): Promise<string[]> {
  const errors: string[] = [];
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`The content security policy refused ${blockedURI} (${violatedDirective}).`);
    });
  });
  context.on('console', (message) => {
    const { url } = message.location();
    // A missing page answers 404, and its text says so.
    if (url === message.page()?.url() && /status of 404/.test(message.text())) return;
    if (message.type() === 'error') errors.push(`${message.text()} (${url})`);
  });
  context.on('weberror', (error) => errors.push(error.error().stack ?? String(error.error())));
  return errors;
}

/** A page that the server has rendered can be read at once, but used only when React has taken it over. */
function waitingForLife(page: Page): Page {
  const goto = page.goto.bind(page);
  page.goto = async (...args) => {
    const answer = await goto(...args);
    await takenOver(page);
    return answer;
  };
  return page;
}

function expectOnly(expected: RegExp[], errors: string[]) {
  const unexpected = errors.filter((text) => !expected.some((pattern) => pattern.test(text)));
  expect(unexpected, 'errors in the browser').toEqual([]);
}

/**
 * Signs the page's browser in with a sample account: through the form where the page is at it, waiting until the
 * app has left it, else by a request, which takes a tenth of the time. A page that is open already is to be loaded again.
 */
export async function signInAs(page: Page, role: 'investor' | 'owner' | 'admin' | 'admin2') {
  if (!new URL(page.url(), 'http://nowhere').pathname.startsWith('/login')) {
    await signIn(page.request, { email: `${role}@commonhold.test`, password: SAMPLE_PASSWORD });
    return;
  }
  await takenOver(page);
  const form = page.locator('form');
  await form.getByLabel('Email', { exact: true }).fill(`${role}@commonhold.test`);
  await form.getByLabel('Password', { exact: true }).fill(SAMPLE_PASSWORD);
  await form.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
}

/** WCAG 2.2 AA and axe's best practices, as far as a machine can tell; of the whole page, or within a part of it. */
export async function expectAccessible(page: Page, within = 'html') {
  await expectNothingFound(page, within, { runOnly: { type: 'tag', values: WCAG } });
}

/** The contrast of all text: what a theme can spoil when the same page was accessible in the other one. */
export async function expectContrast(page: Page) {
  await expectNothingFound(page, 'html', { runOnly: { type: 'rule', values: ['color-contrast'] } });
}

/** A page has about a dozen colors, which axe parses 5,000 times: a third of a check. */
function rememberParsedColors() {
  type Color = { r: number; g: number; b: number; alpha: number; parseString(text: string): Color };
  const { axe: here } = globalThis as unknown as {
    axe: { commons: { color: { Color: { prototype: Color } } } };
  };
  const { prototype } = here.commons.color.Color;
  const { parseString } = prototype;
  const parsed = new Map<string, Omit<Color, 'parseString'>>();
  prototype.parseString = function (text) {
    const known = parsed.get(text);
    if (known) return Object.assign(this, known);
    parseString.call(this, text);
    parsed.set(text, { r: this.r, g: this.g, b: this.b, alpha: this.alpha });
    return this;
  };
}

async function expectNothingFound(page: Page, within: string, options: axe.RunOptions) {
  // A page of a member has its parts only once its script has run, which may be after it is loaded.
  await page.locator(within).first().waitFor();
  // Contrast is that of the settled page: a change of theme or a message fading in is still on its way, and what
  // inherits a colour that has changed begins its own change only when that one is over.
  await page.evaluate(async () => {
    const passing = () =>
      document
        .getAnimations()
        .filter(
          ({ timeline, playState, effect }) =>
            timeline === document.timeline &&
            playState === 'running' &&
            effect?.getTiming().iterations !== Infinity,
        );
    do {
      await Promise.allSettled(passing().map((one) => one.finished));
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    } while (passing().length > 0);
  });
  // The script of axe has half a megabyte; a page that is checked twice has it already.
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(axe.source);
    await page.evaluate(rememberParsedColors);
  }
  const found = await page.evaluate(
    async ([where, chosen]) => {
      const { axe: here } = globalThis as unknown as { axe: typeof axe };
      // Bars that stay in view cover half of a button at some places of scrolling, which is no fault of the button.
      const bars = document.querySelectorAll<HTMLElement>('header.sticky, .bottom-bar');
      for (const bar of bars) bar.style.position = 'relative';
      const { violations } = await here.run(where, {
        ...chosen,
        resultTypes: ['violations'],
        preload: false,
      });
      for (const bar of bars) bar.style.position = '';
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target }) => `${id}: ${help}: ${target.join(' ')}`),
      );
    },
    [within, options] as const,
  );
  expect(found, 'accessibility').toEqual([]);
}
