import type { Page } from '@playwright/test';
import { aPdf } from '../support/uploads.ts';
import { addCash, answered, expectToast, figure, signIn, signUp } from './actors.ts';
import { expect, expectAccessible, test as inBrowser, signInAs, withSampleServer } from './fixtures.ts';

/** As in production: what moves other people's money takes two admins. */
const test = inBrowser.extend({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => withSampleServer({ APPROVALS: '2' }, use),
    { scope: 'worker', timeout: 60_000 },
  ],
});

const PROPERTY = { id: 1, name: 'Sunset Villas' };

/** Files a valuation of the owner's property with an appraisal of today. */
async function fileValuation(owner: Page, amount: string) {
  const effectiveOn = new Date().toISOString().slice(0, 10);
  const facts = new URLSearchParams({ kind: 'appraisal', title: 'Appraisal', dated: effectiveOn });
  const document = await answered(
    owner.request.post(`/api/properties/${PROPERTY.id}/documents?${facts}`, {
      headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'appraisal.pdf' },
      data: Buffer.from(aPdf()),
    }),
  );
  await owner.goto(`/property/${PROPERTY.id}?tab=value`);
  const open = owner.getByRole('button', { name: 'File a valuation' });
  await open.click();
  const dialog = owner.getByRole('dialog', { name: 'File a valuation' });
  await dialog.getByLabel('Date of the valuation').fill(effectiveOn);
  await dialog.getByLabel('Valuation of the whole property').fill(amount);
  await dialog.getByLabel('Mortgage and other debt that day').fill('0');
  await dialog.getByLabel('Based on').selectOption('appraisal');
  await dialog.getByLabel('Document', { exact: true }).selectOption(document.id);
  await owner.reload();
  await open.click();
  await expect(dialog.getByLabel('Document', { exact: true })).toHaveValue(document.id);
  await dialog.getByRole('button', { name: 'File valuation' }).click();
  await expectToast(owner, 'Valuation filed', 'It takes effect once an admin approves it.');
}

/** The value of a portfolio in dollars, as its open page shows it. */
async function portfolioValue(page: Page): Promise<number> {
  const text = await figure(page.getByRole('main'), 'Portfolio Value').textContent();
  return Number(text?.replace(/[$,]/g, ''));
}

test('a large gain is requested by one admin and approved by another, halts trading, and changes what holders have', async ({
  page,
  openPage,
}) => {
  test.slow();
  const [second, owner, investor] = [await openPage('phone'), await openPage(), await openPage('phone')];
  await signInAs(owner, 'owner');
  await signInAs(investor, 'investor');
  await investor.goto('/dashboard');
  const before = await portfolioValue(investor);
  await fileValuation(owner, '540,000');

  await test.step('one admin alone can only ask for it', async () => {
    await signInAs(second, 'admin2');
    await second.goto('/admin-approvals');
    await signInAs(page, 'admin');
    await page.goto('/admin-valuations');
    await expect(page.getByText('A change of more than 10%')).toBeVisible();
    await page.getByRole('button', { name: `Approve ${PROPERTY.name}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason for the request').fill('The appraiser is known to us.');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Request approval' }).click();
    await expectToast(page, 'Approval requested', 'The other admins were notified.');
    await page.goto('/admin-approvals');
    await expect(page.getByText('Another admin has to approve it.')).toBeVisible();
    await investor.reload();
    expect(await portfolioValue(investor)).toBe(before);
  });

  await test.step('the second one carries it out', async () => {
    await expect(second.getByRole('button', { name: 'Approve: ' })).toBeVisible();
    await expectAccessible(second);
    await second.getByRole('button', { name: 'Approve: ' }).click();
    await second.getByRole('dialog').getByRole('button', { name: 'Approve and carry out' }).click();
    await expectToast(second, 'Request approved', `Done: Approve the valuation of ${PROPERTY.name}.`);
  });

  await test.step('its holders have more, and nobody trades by the old value', async () => {
    await expect.poll(() => portfolioValue(investor)).toBeGreaterThan(before);
    await investor.goto(`/property/${PROPERTY.id}?tab=trading`);
    await expect(investor.getByText(/changed the value of a share by more than 10%/).first()).toBeVisible();
    await investor.goto('/notifications');
    // With two other updates of the day it is within their group.
    const worth = investor.getByText(new RegExp(`a share of ${PROPERTY.name} is now worth`));
    await expect(worth.first()).toBeAttached();
  });
});

test('a person becomes an admin by two others, sees the admin panel, and loses it the same way', async ({
  page,
  openPage,
}) => {
  const [second, person] = [await openPage(), await openPage()];
  await signInAs(page, 'admin');
  await signInAs(second, 'admin2');
  const account = await signUp(person.request, { confirmed: true });
  const { id } = await answered(person.request.get('/api/auth/user'));

  /** One admin requests the change on the page of the account, another carries it out. */
  async function change(button: string, title: string) {
    await page.goto(`/admin-users/${id}`);
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('dialog').getByLabel('Reason for the request').fill('The office changes.');
    await page.getByRole('dialog').getByRole('button', { name: 'Request approval' }).click();
    await expectToast(page, 'Approval requested', 'The other admins were notified.');
    await second.goto('/admin-approvals');
    await second.getByRole('button', { name: `Approve: ${title}` }).click();
    await second.getByRole('dialog').getByRole('button', { name: 'Approve and carry out' }).click();
    await expectToast(second, 'Request approved', `Done: ${title}.`);
  }

  await change('Make admin', 'Make Ada Quill an admin');
  await signIn(person.request, account);
  await person.setViewportSize({ width: 360, height: 740 });
  await person.goto('/admin');
  await expect(person.getByRole('heading', { name: 'Waiting for you' })).toBeVisible();

  await person.goto('about:blank');
  await change('Remove admin role', 'Remove the admin role from Ada Quill');
  await signIn(person.request, account);
  await person.goto('/admin');
  await expectToast(person, 'Unauthorized', 'Admin access required. Redirecting...');
  await expect(person.getByRole('heading', { name: 'Waiting for you' })).toHaveCount(0);
});

/** The sample property whose owner is late: a quarter of it can be reported, approved and paid at once. */
const LATE = { id: 3, name: 'Highland Park Duplex' };

/** A bank's rows of a month under headings of its own. */
const bankCsv = (month: Date, rows: readonly (readonly [day: number, name: string, amount: string])[]) =>
  Buffer.from(
    [
      'Booked;Other side;Sum',
      ...rows.map(
        ([day, name, amount]) =>
          `${day}/${month.getUTCMonth() + 1}/${month.getUTCFullYear()};${name};${amount}`,
      ),
    ].join('\n'),
  );

test('a month from a CSV whose columns are chosen once is distributed by two admins and seen down to the receipt @release', async ({
  page: first,
  openPage,
}) => {
  test.slow();
  const [second, owner, investor] = [await openPage(), await openPage(), await openPage()];
  await signInAs(owner, 'owner');
  await addCash(owner.request, 2_000);

  await test.step('the columns of the first file are chosen, and the second one brings its rows by itself', async () => {
    await owner.goto('/owner-distributions');
    await owner.getByRole('link', { name: `Report a month of ${LATE.name}` }).click();
    const report = owner.getByRole('button', { name: /^Report \w+ 20\d\d$/ });
    const [, name = ''] = /Report (\w+ \d{4})/.exec((await report.textContent()) ?? '') ?? [];
    const month = new Date(`1 ${name} UTC`);
    const taxes = owner.getByLabel('Property taxes');
    await taxes.fill('1,5');
    await report.click();
    await expect(taxes).toBeFocused();
    await expect(taxes).toHaveAccessibleDescription(/such as 500\.00/);
    await taxes.fill('');
    await owner.getByRole('tab', { name: 'Entries and bank files' }).click();
    const send = (name: string, rows: Parameters<typeof bankCsv>[1]) =>
      owner
        .getByLabel('Bank file', { exact: true })
        .setInputFiles({ name, mimeType: 'text/csv', buffer: bankCsv(month, rows) });
    await send('first.csv', [
      [3, 'Ada Tenant', '1900.00'],
      [4, '=HYPERLINK("http://evil.example")', '-210.25'],
    ]);
    const dialog = owner.getByRole('dialog', { name: 'Match the columns' });
    await dialog.getByRole('button', { name: 'Import the file' }).click();
    await expect(dialog.getByText('Choose the date format.')).toBeVisible();
    await expectAccessible(owner);
    for (const [label, value] of [
      ['Date', '0'],
      ['Date format', 'dmy'],
      ['Payer or payee', '1'],
      ['Amount (positive or negative)', '2'],
    ] as const)
      await dialog.getByLabel(new RegExp(`^${label}`)).selectOption(value);
    await dialog.getByRole('button', { name: 'Import the file' }).click();
    await expectToast(owner, 'File imported', 'Choose a line for 2 of its rows.');
    // The answers to the import and to the saves are enough: the entries are not loaded again.
    let loads = 0;
    owner.on('request', (request) => {
      if (request.url().includes('distributions.monthDraft')) loads += 1;
    });
    await send('second.csv', [[5, 'To savings', '-500.00']]);
    await expectToast(owner, 'File imported', 'Choose a line for 1 of its rows.');
    const entries = owner.getByRole('table', { name: 'Entries of the month' });
    await entries.getByLabel('Line of Ada Tenant').selectOption('Gross rent');
    await entries.getByLabel('Line of =HYPERLINK("http://evil.example")').selectOption('Property taxes');
    await entries.getByLabel('Line of To savings').selectOption('Leave out');
    const receipt = { name: 'tax-bill.pdf', mimeType: 'application/pdf', buffer: Buffer.from(aPdf()) };
    const addReceipt = entries.getByLabel('Add a receipt to =HYPERLINK');
    await addReceipt.setInputFiles(receipt);
    await entries.getByRole('button', { name: 'Remove the receipt of =HYPERLINK' }).press('Enter');
    await expect(owner.locator(':is(h1, h2, h3):focus')).toHaveCount(1);
    await addReceipt.setInputFiles(receipt);
    await expect(entries.getByRole('link', { name: 'tax-bill.pdf' })).toBeVisible();
    await expect(owner.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
    expect(loads).toBe(0);
    await report.click();
    await expectToast(owner, 'Month reported', '$1,689.75 was paid in');
  });

  await test.step('one admin can only ask for the payout', async () => {
    await signInAs(first, 'admin');
    await first.goto('/admin-distributions');
    await first.getByRole('button', { name: `Approve ${LATE.name}` }).click({ timeout: 20_000 });
    await first.getByRole('dialog').getByLabel('Reason for the request').fill('The entries add up.');
    await first.getByRole('dialog').getByRole('button', { name: 'Request approval' }).click();
    await expectToast(first, 'Approval requested', 'The other admins were notified.');
  });

  await test.step('the other one carries it out', async () => {
    await signInAs(second, 'admin2');
    await second.goto('/admin-approvals');
    await second.getByRole('button', { name: new RegExp(`^Approve: .*${LATE.name}`) }).click();
    await second.getByRole('dialog').getByRole('button', { name: 'Approve and carry out' }).click();
    await expect(second.getByText('Request approved', { exact: true })).toBeVisible();
  });

  await test.step('a holder is paid, and reads the entries down to the receipt', async () => {
    await signInAs(investor, 'investor');
    await investor.goto('/transaction-history');
    const newest = investor
      .getByRole('table', { name: 'Transactions, newest first' })
      .getByRole('row')
      .nth(1);
    await expect(newest).toContainText(`Distribution from ${LATE.name}`, { timeout: 20_000 });
    await investor.goto(`/property/${LATE.id}?tab=distributions`);
    const paid = investor.getByRole('table', { name: 'Distributions, newest first' }).getByRole('row');
    await paid.filter({ hasText: 'Paid' }).first().getByRole('link').click();
    await investor.getByRole('button', { name: 'Property taxes' }).click();
    const entry = investor.getByRole('table', { name: 'Entries of Property taxes' }).getByRole('row');
    const bill = entry.filter({ hasText: 'HYPERLINK' }).getByRole('link');
    const [download] = await Promise.all([investor.waitForEvent('download'), bill.click()]);
    expect(download.suggestedFilename()).toBe('tax-bill.pdf');
  });
});
