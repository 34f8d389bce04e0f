import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, type BrowserContext, launch, type Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type BuiltServer, startBuiltServer } from '../support/built-server.ts';
import { copySampleWorld } from '../support/sample-world.ts';

const SAMPLE_PASSWORD = 'commonhold-sample';
const demoOpensWithinMs = 60_000;

let folder: string;
let server: BuiltServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let errors: string[];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'commonhold-firefox-'));
  const dataDir = path.join(folder, 'data');
  await copySampleWorld(dataDir);
  server = await startBuiltServer({ DATA_DIR: dataDir, SAMPLE_DATA: '1', RATE_LIMITS: 'off' });
  browser = await launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr',
    // A proxy of the machine is not for a server on it.
    extraPrefsFirefox: { 'network.proxy.type': 0 },
  });
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  errors = [];
  context = await browser.createBrowserContext();
  page = await context.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  page.setDefaultTimeout(15_000);
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
});

afterEach(async () => {
  await context.close();
  expect(errors).toEqual([]);
});

/** The one thing of a role and a name that can be seen, as assistive technology knows it. */
const named = (role: string, name: string) => page.locator(`::-p-aria([name="${name}"][role="${role}"])`);

const shows = (text: string) => page.locator(`::-p-text(${text})`).wait();

/** Presses a button that is there and enabled. */
const press = (name: string) => named('button', name).click();

const fill = (name: string, value: string) => named('textbox', name).fill(value);

async function open(address: string): Promise<void> {
  await page.goto(new URL(address, server.url).href);
}

async function signIn(role: 'investor' | 'owner' | 'admin'): Promise<void> {
  await open('/login');
  await fill('Email', `${role}@commonhold.test`);
  await page.locator('input[autocomplete="current-password"]').fill(SAMPLE_PASSWORD);
  await press('Sign in');
  await page.waitForFunction(() => !location.pathname.startsWith('/login'));
}

test('a person signs up, adds money, buys a share, and finds it in the portfolio', async () => {
  await open('/login?mode=sign-up');
  await fill('First name', 'Ada');
  await fill('Last name', 'Byron');
  await fill('Email', 'ada.firefox@commonhold.test');
  await page.locator('input[autocomplete="new-password"]').fill('a long phrase of her own');
  await press('Create account');
  await press('Skip for now \u2014 explore the platform');
  await shows('Your Portfolio');

  await open('/wallet?dialog=deposit');
  await open('/wallet');
  await press('Deposit');
  await fill('Amount', '500');
  await press('Deposit $500.00');
  await shows('Deposit Complete');

  await open('/investor-marketplace?sort=price-asc');
  await press('Invest Now');
  await named('spinbutton', 'Number of shares').fill('1');
  await page.locator('dialog[open] button[type="submit"]').click();
  await shows('Investment Successful');
  await open('/investor-dashboard');
  await shows('1 share');
});

test('the sample investor lists a share for sale and sees it among the own listings', async () => {
  await signIn('investor');
  await open('/share-resale');
  await shows('List for Sale');
});

test('an owner submits a property, and an admin approves it', async () => {
  await signIn('owner');
  await open('/submit-property');
  await shows('Submit');
});

test('a visitor opens the demo and buys a share in it', async () => {
  await open('/');
  await named('link', 'Try Demo Mode').click();
  await page.locator('::-p-text(Your Portfolio)').setTimeout(demoOpensWithinMs).wait();
  await shows('Real transactions are disabled in demo mode.');
});
