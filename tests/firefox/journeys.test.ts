import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, type BrowserContext, type ConsoleMessage, launch, type Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type BuiltServer, startBuiltServer } from '../support/built-server.ts';
import { copySampleWorld } from '../support/sample-world.ts';

const SAMPLE_PASSWORD = 'commonhold-sample';
const PAGE_TIMEOUT_MS = 60_000;

let folder: string;
let server: BuiltServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let errors: Promise<string>[];

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
  page = await newPage();
});

afterEach(async () => {
  const texts = await Promise.all(errors);
  await context.close();
  expect(texts).toEqual([]);
});

/** A page whose errors fail the test, a refusal by the content security policy among them. */
async function newPage(): Promise<Page> {
  const opened = await context.newPage();
  await opened.setViewport({ width: 1280, height: 900 });
  opened.setDefaultTimeout(PAGE_TIMEOUT_MS);
  opened.on('console', (message) => {
    if (message.type() === 'error' || /Content-Security-Policy/.test(message.text()))
      errors.push(textOf(message));
  });
  opened.on('pageerror', (error) => errors.push(Promise.resolve(String(error))));
  return opened;
}

/** The text of a message, with the stack of each error in it. */
async function textOf(message: ConsoleMessage): Promise<string> {
  const parts = message
    .args()
    .map((one) => one.evaluate((it) => (it instanceof Error ? `${it}\n${it.stack}` : String(it))));
  const texts = await Promise.all(parts).catch(() => []);
  return [message.text(), ...texts].join('\n');
}

/** By XPath, since Firefox needs seconds to look for a role and a name on a page with many properties. */
const labelled = (label: string) =>
  page.locator(`::-p-xpath(//input[@id = //label[normalize-space(text()) = "${label}"]/@for])`);

const shows = (text: string) => page.locator(`::-p-text(${text})`).wait();

const press = (name: string) =>
  page
    .locator(
      `::-p-xpath(//main//*[self::button or self::a][@aria-label = "${name}" or normalize-space() = "${name}"])`,
    )
    .click();

const fill = (label: string, value: string) => labelled(label).fill(value);

/** On the sign-in page the links between its forms have the names of the buttons. */
const submitForm = () => page.locator('main form button[type="submit"]').click();

const confirmDeposit = () => page.locator('dialog[open] button[type="submit"]').click();

/** The button names the price, which differs from one offering to the next. */
const confirmPurchase = () => page.locator('dialog[open] ::-p-text(Buy 1 share for)').click();

async function open(address: string): Promise<void> {
  await page.goto(new URL(address, server.url).href);
}

async function signIn(role: 'investor' | 'owner' | 'admin'): Promise<void> {
  await open('/login');
  await fill('Email', `${role}@commonhold.test`);
  await page.locator('input[autocomplete="current-password"]').fill(SAMPLE_PASSWORD);
  await submitForm();
  await page.waitForFunction(() => !location.pathname.startsWith('/login'));
}

test('a person signs up, adds money, buys a share, and finds it in the portfolio', async () => {
  await open('/login?mode=sign-up');
  await fill('First name', 'Ada');
  await fill('Last name', 'Quill');
  await fill('Email', 'ada.in.firefox@example.test');
  await page.locator('input[autocomplete="new-password"]').fill('violet-orchard-92-lamp');
  await submitForm();
  await press('Skip for now \u2014 explore the platform');
  await shows('Your Portfolio');

  await open('/wallet');
  await press('Deposit');
  await fill('Amount', '500');
  await confirmDeposit();
  await shows('Deposit complete');

  await open('/investor-marketplace');
  await press('Invest Now');
  await fill('Number of shares', '1');
  await confirmPurchase();
  await shows('Investment Successful');
  await open('/investor-dashboard');
  await shows('Total Shares');
});

test('an investor lists a share for sale', async () => {
  await signIn('investor');
  await open('/share-resale');
  await press('Sell');
  await fill('Shares to sell', '1');
  await fill('Price per share', '120');
  await press('List for Sale');
  await shows('Shares Listed!');
});

test('an owner submits a property, and an admin approves it', async () => {
  await signIn('owner');
  await open('/submit-property');
  await fill('Name', 'Walnut Row in Firefox');
  await fill('Location', 'Denver, CO');
  await fill('Street address', '12 Walnut Row');
  await fill('Price per share', '100');
  await fill('Total shares', '250');
  await fill('Annual yield', '7');
  await press('Submit');
  await shows('Property Submitted');

  await context.close();
  context = await browser.createBrowserContext();
  page = await newPage();
  await signIn('admin');
  await open('/admin-panel?q=Walnut%20Row%20in%20Firefox');
  await press('Approve Walnut Row in Firefox');
  await press('Approve property');
  await shows('Property Updated');
});

test('a visitor opens the demo and buys a share in it', async () => {
  await open('/');
  await press('Try Demo Mode');
  await page.locator('::-p-text(Your Portfolio)').wait();
  await open('/investor-marketplace');
  await press('Buy Shares');
  await fill('Number of shares', '1');
  await confirmPurchase();
  await shows('Purchase Successful!');
});
