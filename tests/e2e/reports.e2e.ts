import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { APIRequestContext } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { distributionIdOf, noLines, quarterOf } from '#features/distributions/distributions.rules.ts';
import { monthAfter, monthOf, quarterOfMonth } from '#kernel/months.ts';
import { startBuiltServer } from '../support/built-server.ts';
import { putClockAhead } from '../support/clock-ahead.mjs';
import { textOfPdf } from '../support/pdf-text.ts';
import { copySampleWorld } from '../support/sample-world.ts';
import {
  answered,
  buy,
  choose,
  expectToast,
  marketOf,
  order,
  SAMPLE_ADMIN,
  signIn,
  signUp,
  yearOfNewestStatement,
} from './actors.ts';
import { expect, expectAccessible, signInAs, test } from './fixtures.ts';

// A code that no certificate has, and a consent that is refused, are answered so.
test.use({ expectedErrors: [/status of 40[49]/] });

test('an investor downloads the reports of a year, and someone without an account checks a certificate', async ({
  page,
  openPage,
}) => {
  await signInAs(page, 'investor');
  const downloadBy = async (button: string | RegExp) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ]);
    return readFile(await file.path());
  };
  await page.goto(`/reports?year=${yearOfNewestStatement()}`);
  for (const [label, figure] of [
    ['YTD Income', /\$\d/],
    ['Total Return %', /\d%/],
  ] as const) {
    const card = page.getByRole('main').locator('dl').filter({ hasText: label });
    await expect(card.locator('dd').first()).toContainText(figure);
  }
  const statements = page.getByRole('table', { name: /^Monthly statements/ });
  const newest = statements.getByRole('row').nth(1);
  const month = (await newest.getByRole('rowheader').textContent())?.split('Issued')[0] ?? '';
  const closing = await newest.getByRole('cell').nth(1).textContent();

  await page.setViewportSize({ width: 360, height: 740 });
  await expect(newest.getByRole('cell')).toHaveCount(1);
  await newest.getByRole('button', { name: `Details of ${month}` }).click();
  await expect(newest.getByRole('cell')).toHaveCount(4);
  await newest.getByRole('button', { name: month, exact: true }).click();
  await expect(page.getByRole('dialog', { name: `Statement, ${month}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 900 });

  const [, first] = parse(await downloadBy('Export CSV'), { bom: true }) as string[][];
  expect(first?.[0]).toBe(month);
  expect(closing?.replaceAll(',', '')).toContain(`$${first?.[2]}`);

  await page.getByRole('tab', { name: 'Performance' }).click();
  const start = page
    .getByRole('table', { name: /^By period/ })
    .getByRole('row')
    .filter({ hasText: 'Since inception' });
  await expect(start.getByText('expected')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(start.getByText('expected')).toBeHidden();
  await start.getByRole('button', { name: 'Details of Since inception' }).click();
  await expect(start.getByText('expected')).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 900 });
  expect((await downloadBy('Export CSV')).toString()).toMatch(/^\uFEFF?Period,.*\r\nSince inception,/);
  await page.getByRole('tab', { name: 'Capital Gains' }).click();
  await expect(page.getByText('Purchase prices include fees.')).toBeVisible();

  await page.getByRole('tab', { name: 'Downloads' }).click();
  for (const [button, title] of [
    [`Download ${month} Statement as PDF`, `Monthly statement, ${month}`],
    [/^Download \d{4} Performance Report as PDF$/, 'Performance Report'],
    ['Download Capital Gains Summary as PDF', 'Capital Gains Summary'],
  ] as const)
    expect(await textOfPdf(await downloadBy(button))).toContain(title);

  await page.goto('/documents');
  await page.getByRole('tab', { name: 'Share Certificates' }).click();
  await page.getByRole('button', { name: 'Issue certificate' }).click();
  await expectToast(page, 'Certificate issued', 'Its code is');
  const entry = page
    .getByRole('listitem')
    .filter({ hasText: /code [0-9A-Z]{4}-/ })
    .first();
  const code = /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/.exec((await entry.textContent()) ?? '')?.[0];
  await expect(entry.getByRole('link', { name: 'Public page' })).toHaveAttribute('href', `/verify/${code}`);

  const visitor = await openPage();
  await visitor.goto(`/verify/${code}`);
  await expect(visitor.getByText('These shares are still held.')).toBeVisible();
  await expectAccessible(visitor);
  await visitor.goto('/verify/0000-0000-0000-0000');
  await expect(visitor.getByText('No such certificate')).toBeVisible();
});

test('versions that become due during a payment are asked for after it, on the way to the next page, until each is recorded', async ({
  page,
  market,
}) => {
  const version = { version: 1, effectiveOn: '2024-01-01', graceEndsOn: '2099-01-31' };
  const terms = { ...version, id: 'terms', title: 'Terms of Service', changes: ['Resales settle at once.'] };
  const privacy = { ...version, id: 'privacy', title: 'Privacy Notice', changes: ['Names are shorter.'] };
  let due: object[] = [];
  await page.route(/legal\.due/, async (route) => {
    const answer = await route.fetch();
    const asked = new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? [];
    const parts = (await answer.json()) as { result?: { data: unknown } }[];
    const part = parts[asked.indexOf('legal.due')];
    if (part?.result) part.result.data = due;
    await route.fulfill({ response: answer, json: parts });
  });
  const question = page.getByRole('heading', { name: 'New versions of our documents' });
  const dialog = page.getByRole('dialog');

  await test.step('nothing comes between a person and a payment', async () => {
    await signUp(page.request, { cash: 900 });
    const { name } = await market.offer();
    await page.goto(`/investor-marketplace?q=${encodeURIComponent(name)}`);
    const card = page.getByRole('listitem', { name });
    await card.getByRole('button', { name: 'Invest Now' }).click();
    await dialog.getByLabel('Number of shares').fill('1');
    // The server has no second version of the privacy notice, so that it refuses to record one.
    due = [terms, { ...privacy, version: 2 }];
    await expect(async () => {
      const heard = page.waitForResponse(/legal\.due/, { timeout: 3_000 });
      const read = { id: 'terms', version: 1 };
      await Promise.all([heard, answered(page.request.post('/api/trpc/legal.accept', { data: read }))]);
    }).toPass();
    await dialog.getByRole('button', { name: /^Buy 1 share / }).click();
    await expectToast(page, 'Investment Successful', 'You have successfully invested in');
    await expect(question).toBeHidden();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(card).toBeVisible();
    await expect(question).toBeHidden();
  });

  await test.step('the next page asks for both', async () => {
    await choose(page, 'Investor', 'Reports');
    await expect(question).toBeVisible();
    await expect(page.getByText('Resales settle at once.')).toBeVisible();
    await expect(page.getByText('Names are shorter.')).toBeVisible();
    await expectAccessible(page);
    await page.getByText('Read the whole document').first().click();
    await expect(page.getByText('One account belongs to one person')).toBeVisible();
  });

  await test.step('what the server refuses is asked for again, and what it has recorded is not', async () => {
    due = [privacy];
    await page.getByRole('button', { name: 'Accept and continue' }).click();
    await expect(page.getByRole('alert')).toContainText('There is a newer version of this document.');
    await expect(page.getByRole('heading', { name: 'Our Privacy Notice' })).toBeVisible();
    // Due until its acceptance is sent: a reading before that would take the button away.
    const accepted = page.waitForRequest(/legal\.accept/).then(() => {
      due = [];
    });
    await page.getByRole('button', { name: 'Accept and continue' }).click();
    await accepted;
    await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible();
  });
});

test.describe('an acceptance that gets no answer', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test('says so beside its document', async ({ page }) => {
    await signUp(page.request);
    await page.route(/documentCenter\.list/, async (route) => {
      const answer = await route.fetch();
      const text = (await answer.text()).replaceAll(/"acceptedAt":"[^"]*"/g, '"acceptedAt":null');
      await route.fulfill({ response: answer, body: text });
    });
    await page.route(/legal\.accept/, (route) => route.abort());
    await page.goto('/documents?tab=legal');
    await page.getByRole('button', { name: 'Accept' }).first().click();
    await expect(page.getByRole('alert')).toContainText('could not be reached');
  });
});

/** A year and two months later. */
const AHEAD_MS = 425 * 24 * 60 * 60 * 1_000;

/** The months from this moment to the end of its quarter. */
function restOfQuarter(at: Date): string[] {
  const first = monthOf(at);
  const months = [first, monthAfter(first), monthAfter(first, 2)];
  return months.filter((month) => quarterOfMonth(month) === quarterOfMonth(first));
}

/** The owner reports these months, with a rent of $400.00 in all, and an admin approves what it leaves. */
async function distribute(
  { owner, admin }: { owner: APIRequestContext; admin: APIRequestContext },
  propertyId: number,
  months: readonly string[],
): Promise<void> {
  for (const [at, month] of months.entries()) {
    const lines = { ...noLines, rentCents: at === 0 ? 40_000 : 0 };
    const data = { propertyId, month, lines, requestId: randomUUID() };
    await answered(owner.post('/api/trpc/distributions.reportMonth', { data }));
  }
  const id = distributionIdOf(propertyId, quarterOf(months[0] ?? ''));
  const input = encodeURIComponent(JSON.stringify({ id }));
  // A job prepares it.
  await expect(async () => {
    const { result } = await answered(admin.get(`/api/trpc/distributions.statement?input=${input}`));
    const { netCents: expectedNetCents, preparedAt } = result.data;
    const data = { id, expectedNetCents, preparedAt, requestId: randomUUID() };
    await answered(admin.post('/api/trpc/distributions.approve', { data }));
  }).toPass({ timeout: 60_000 });
}

test('a year of an investor leads from a purchase through statements, a distribution and a sale to the tax pack', async ({
  browser,
  playwright,
}) => {
  test.setTimeout(240_000);
  const folder = await mkdtemp(path.join(tmpdir(), 'commonhold-year-'));
  const env = { DATA_DIR: path.join(folder, 'data'), SAMPLE_DATA: '1', RATE_LIMITS: 'off' };
  await copySampleWorld(env.DATA_DIR);
  const personOn = ({ url }: { url: string }) => playwright.request.newContext({ baseURL: url });

  const now = await startBuiltServer(env);
  const investor = await personOn(now);
  const account = await signUp(investor, { cash: 900 });
  const other = await signUp(await personOn(now), { cash: 900 });
  const owner = await personOn(now);
  const landlord = await signUp(owner, { confirmed: true });
  const terms = { pricePerShare: '100.00', minimumShares: 0 };
  const months = restOfQuarter(new Date());
  const { id: propertyId, name } = await marketOf(owner, await personOn(now)).offer(terms);
  await buy(investor, propertyId, 5);
  await now.stop();

  const clock = path.join(import.meta.dirname, '../support/start-ahead.mjs');
  const ahead = { NODE_OPTIONS: `--import ${pathToFileURL(clock)}`, TEST_CLOCK_AHEAD_MS: String(AHEAD_MS) };
  const later = await startBuiltServer({ ...env, ...ahead });
  const context = await browser.newContext({ baseURL: later.url });
  await context.addInitScript(putClockAhead, AHEAD_MS);
  const page = await context.newPage();
  await signIn(page.request, account);
  const listed = { propertyId, shares: 5, pricePerShareCents: 12_000 };
  await expect(() => order(page.request, 'openListing', listed)).toPass({ timeout: 60_000 });
  const buyer = await personOn(later);
  await signIn(buyer, other);
  await order(buyer, 'placeBid', listed);
  const [lateOwner, admin] = [await personOn(later), await personOn(later)];
  await signIn(lateOwner, landlord);
  await signIn(admin, SAMPLE_ADMIN);
  await distribute({ owner: lateOwner, admin }, propertyId, months);

  const year = new Date(Date.now() + AHEAD_MS).getUTCFullYear();
  await expect(async () => {
    await page.goto(`/reports?year=${year - 1}`);
    await expect(page.getByRole('rowheader', { name: `December ${year - 1}` })).toBeVisible();
  }).toPass({ timeout: 60_000 });
  await page.goto('/reports');
  await page.getByRole('tab', { name: 'Capital Gains' }).click();
  // Sold for 600.00; bought for 500.00 and a fee of 12.50.
  const sale = page.getByRole('row').filter({ hasText: name });
  await expect(sale).toContainText('$87.50');
  await expect(sale).toContainText(/long/i);
  const [gains] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const written = parse(await readFile(await gains.path()), {
    bom: true,
    relax_column_count: true,
  }) as string[][];
  expect(written.find(([property]) => property === name)).toContain('87.50');
  // 5 of 100 shares had 5% of the rent: $20.00, less a fee of 1.5%. They were sold after its record date.
  await page.getByRole('tab', { name: 'Tax' }).click();
  const paid = page.getByRole('table', { name: `Distributions of ${year} by property` });
  await expect(paid.getByRole('row', { name })).toContainText('$19.70');
  await page.getByRole('tab', { name: 'Downloads' }).click();
  const [pack] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Download ${year} Tax Summary as PDF` }).click(),
  ]);
  const text = await textOfPdf(await readFile(await pack.path()));
  expect(text).toContain(`${year} Tax Summary`);
  expect(text).toContain('$87.50');
  expect(text).toContain('$19.70');
  await context.close();
  await later.stop();
  await rm(folder, { recursive: true, force: true });
});
