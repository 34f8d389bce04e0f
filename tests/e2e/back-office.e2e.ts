import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Locator, Page } from '@playwright/test';
import { anAccount, answered, expectToast } from './actors.ts';
import { expect, test as inBrowser, signInAs, withSampleServer } from './fixtures.ts';

/** Jobs that were given up: one that can run again, and one that nothing handles. */
const DEAD_JOBS = ['platform.pruneSpentLimits', 'bank.forgotten'] as const;

/** Adds a cent to the escrow of a property, and the dead jobs, past every guard of the product. */
async function plantTrouble(dataDir: string): Promise<void> {
  const database = await PGlite.create(path.join(dataDir, 'database'));
  await database.exec(
    `update ledger_accounts set balance = balance + 1
     where id = (select id from ledger_accounts where kind = 'property_escrow' and balance > 0 order by id limit 1)`,
  );
  await database.query(
    `insert into jobs (id, kind, key, payload, status, run_at, attempts, last_error, created_at, finished_at)
     select gen_random_uuid(), kind, 'planted:' || kind, '{}', 'dead', now(), 5, 'Planted by a test', now(), now()
     from unnest($1::text[]) kind`,
    [DEAD_JOBS],
  );
  await database.close();
}

const test = inBrowser.extend({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => withSampleServer({ VERIFY_HOURS: '0' }, use, plantTrouble),
    { scope: 'worker', timeout: 60_000 },
  ],
});

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 360, height: 740 };

const cents = (text: string | null) => Number((text ?? '').replaceAll(/[^\d]/g, ''));

/** Figures of a column of a table, from its first row to its last. */
async function figuresOf(table: Locator, column: number): Promise<number[]> {
  const cells = await table.getByRole('row').locator(`td:nth-child(${column})`).allTextContents();
  return cells.map(cents);
}

const expectNoSidewaysScroll = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width);

test('the owner dashboard is filtered and sorted by its address, and is cards on a phone', async ({
  page,
}) => {
  await page.setViewportSize(WIDE);
  await signInAs(page, 'owner');
  await page.goto('/owner-dashboard');
  const table = page.getByRole('table', { name: 'Your properties' });
  await table.getByRole('columnheader', { name: 'Equity sold' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=equitySold/);
  await expect(table.getByRole('columnheader', { name: 'Equity sold' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect
    .poll(async () => {
      const sold = await figuresOf(table, 4);
      return sold.length > 2 && sold.every((one, at) => at === 0 || one >= (sold[at - 1] ?? 0));
    })
    .toBe(true);
  await expect(table.getByText('Not reported').first()).toBeVisible();

  await page.getByLabel('Status').selectOption({ label: 'Fully Funded' });
  await expect(page).toHaveURL(/status=/);
  await expect(table.getByText('Active', { exact: true })).toHaveCount(0);
  await expect(table.getByText('Fully Funded', { exact: true }).first()).toBeVisible();

  await page.setViewportSize(NARROW);
  await page.reload();
  await expect(page.getByLabel('Sort by')).toHaveValue(/equitySold/);
  // Nobody tabs into headings that are out of sight; they are still read out with the table.
  await expect(table.getByRole('columnheader', { name: 'Equity sold' })).toBeAttached();
  await expect(table.getByRole('columnheader').getByRole('button')).toHaveCount(0);
  await expect(page.getByText('Fully Funded', { exact: true }).locator('visible=true').first()).toBeVisible();
  const capRate = table.locator('td[data-label="Cap rate"]').first();
  await expect(capRate).toBeHidden();
  await table
    .getByRole('button', { name: /^Details of / })
    .first()
    .press('Enter');
  await expect(capRate).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('analytics cover a period that the admin chooses, in charts, tables and files', async ({ page }) => {
  await page.setViewportSize(WIDE);
  await signInAs(page, 'admin');
  await page.goto('/admin-analytics');
  const equity = page.getByRole('figure', { name: 'Monthly equity raised' });
  await equity.getByRole('button', { name: 'Show as table' }).click();
  await expect(equity.getByRole('table').getByRole('row').nth(1)).toBeVisible();

  const period = page.getByRole('form', { name: 'Period of the charts' });
  await period.getByLabel('From').fill('2001-02-01');
  await period.getByLabel('To').fill('2001-01-01');
  await period.getByRole('button', { name: 'Show period' }).click();
  await expect(period.getByText('The end date cannot be before the start date.')).toBeVisible();
  await period.getByLabel('To').fill('2001-03-01');
  await period.getByRole('button', { name: 'Show period' }).click();
  await expect(page.getByText('No data for this period. Choose a longer one.')).toHaveCount(2);
  await period.getByRole('button', { name: 'Last 12 months' }).click();
  await expect(equity).toBeVisible();

  const table = page.getByRole('table', { name: /propert/i }).last();
  await table.getByRole('columnheader', { name: 'Investors' }).getByRole('button').click();
  await expect
    .poll(async () => {
      const investors = await figuresOf(table, 5);
      return (
        investors.length > 2 && investors.every((one, at) => at === 0 || one >= (investors[at - 1] ?? 0))
      );
    })
    .toBe(true);
  for (const name of ['Export CSV', 'Export months']) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
  }
  await page.setViewportSize(NARROW);
  await expectNoSidewaysScroll(page);
});

test('a cent planted in the database is found on the page of the books', async ({ page }) => {
  await signInAs(page, 'admin');
  await page.goto('/admin-books');
  await page.getByRole('button', { name: 'Verify now' }).click();
  await expect(page.getByText(/^Drift: \d+ of \d+ invariants do not hold\.$/)).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByText(/^property:\d+:escrow/).first()).toBeVisible();
  await page.goto('/admin');
  await expect(page.getByRole('link', { name: /books that do not add up/i }).first()).toBeVisible();
});

test('a register of holders is released with a purpose, downloaded, and both are in the audit log', async ({
  page,
}) => {
  await signInAs(page, 'admin');
  await page.goto('/admin-panel');
  await page
    .getByRole('button', { name: /^Export register of / })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('The yearly meeting of holders.');
  await dialog.getByRole('button', { name: 'Release register' }).click();
  await expectToast(page, 'Register released', 'Download it under Registers.');
  await page.goto('/admin-registers');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: /Download/ })
      .first()
      .click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  await page.goto('/admin-audit');
  const row = (name: string) => page.getByRole('rowheader', { name });
  const [released, downloaded] = [row('registers.releaseRegister'), row('registers.downloadRegister')];
  for (const one of [released, downloaded]) await expect(one.first()).toBeVisible();
  await page.getByLabel('Action').selectOption('registers.releaseRegister');
  await page.getByRole('button', { name: 'Show changes' }).click();
  await expect(downloaded).toHaveCount(0);
  await expect(released).toHaveCount(1);
});

test('a job that was given up is tried again or dismissed, each with a reason, also on a phone', async ({
  page,
}) => {
  const [again, dismissed] = DEAD_JOBS;
  const line = (kind: string) => page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: kind });
  async function decide(button: string, kind: string, reason: string, confirm: string) {
    await line(kind).getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill(reason);
    await dialog.getByRole('button', { name: confirm }).click();
  }
  await page.setViewportSize(WIDE);
  await signInAs(page, 'admin');
  await page.goto('/admin-jobs');
  await expect(line(again)).toContainText('Error: Planted by a test');
  await decide('Try again', again, 'The disk has room now.', 'Try again');
  await expectToast(page, 'Job queued', again);
  await expect(line(again)).toHaveCount(0);

  await page.setViewportSize(NARROW);
  await decide('Dismiss', dismissed, 'Its bank is gone.', 'Dismiss job');
  await expectToast(page, 'Job dismissed', dismissed);
  await page.getByRole('tab', { name: 'Dismissed' }).click();
  await expect(line(dismissed)).toContainText('Dismissed because: Its bank is gone.');
  await expectNoSidewaysScroll(page);
});

test('the exported log has the lines that the filters leave, and a name that a spreadsheet would run is only text', async ({
  page,
  openPage,
}) => {
  const person = await openPage();
  const account = { ...anAccount(), firstName: '=HYPERLINK("https://example.test")' };
  await answered(person.request.post('/api/auth/sign-up', { data: account }));
  await answered(person.request.post('/api/trpc/onboarding.skip', { data: { step: 1, answers: {} } }));
  await page.setViewportSize(WIDE);
  await signInAs(page, 'admin');
  await page.goto('/admin-audit');
  await page.getByLabel('Who').fill(account.email);
  await page.getByRole('button', { name: 'Show changes' }).click();
  const changes = page.getByRole('table', { name: 'Changes' }).locator('tbody').getByRole('row');
  await expect(changes.filter({ hasNotText: account.firstName })).toHaveCount(0);
  const shown = await changes.count();
  expect(shown).toBeGreaterThan(0);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  await expectToast(page, 'Export Successful', `${shown} ${shown === 1 ? 'line' : 'lines'} exported.`);
  const [, ...lines] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(shown);
  for (const line of lines) expect(line).toContain(`,"'=HYPERLINK(""https://example.test"") Quill",`);

  await page.setViewportSize(NARROW);
  await expectNoSidewaysScroll(page);
});
