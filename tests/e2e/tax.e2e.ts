import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { formatUsdExact, parseUsd } from '#kernel/money.ts';
import { textOfPdf } from '../support/pdf-text.ts';
import { aPdf } from '../support/uploads.ts';
import { answered, expectToast } from './actors.ts';
import { expect, expectAccessible, test as inBrowser, signInAs, withSampleServer } from './fixtures.ts';

/** As in production: a classification and a release of figures take two admins. */
const test = inBrowser.extend({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => withSampleServer({ APPROVALS: '2' }, use),
    { scope: 'worker', timeout: 60_000 },
  ],
});

const PROPERTY = { id: 1, name: 'Sunset Villas' };

const bytesOf = async (download: Download) => readFile(await download.path());

async function downloadBy(page: Page, button: string | RegExp): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).first().click(),
  ]);
  return bytesOf(download);
}

test('two admins classify a year with its document; a holder has the boxes in the final summary, and the file by template has their sum', async ({
  page,
  openPage,
}) => {
  test.slow();
  const year = new Date().getUTCFullYear() - 1;
  const [second, investor] = [await openPage(), await openPage()];
  await signInAs(page, 'admin');
  await signInAs(second, 'admin2');
  await signInAs(investor, 'investor');

  /** The open dialog of the first admin is requested, and carried out by the second. */
  async function byTwo(title: RegExp) {
    await page
      .getByRole('dialog')
      .getByLabel('Reason for the request')
      .fill('By the letter of the accountant.');
    await page.getByRole('dialog').getByRole('button', { name: 'Request approval' }).click();
    await expectToast(page, 'Approval requested', 'The other admins were notified.');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await second.goto('/admin-approvals');
    await second.getByRole('button', { name: title }).click();
    await second.getByRole('dialog').getByRole('button', { name: 'Approve and carry out' }).click();
    await expectToast(second, 'Request approved', 'Done: ');
  }

  await test.step('the boxes have to add up, and the letter is chosen', async () => {
    const facts = new URLSearchParams({
      kind: 'tax_record',
      title: 'Corrected letter',
      dated: `${year}-12-31`,
    });
    const letter = await answered(
      page.request.post(`/api/properties/${PROPERTY.id}/documents?${facts}`, {
        headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'letter.pdf' },
        data: Buffer.from(aPdf()),
      }),
    );
    await page.goto(`/admin-tax?year=${year}`);
    await page
      .getByRole('button', { name: new RegExp(`^(Classify|Correct) ${PROPERTY.name}, ${year}$`) })
      .click();
    const dialog = page.getByRole('dialog');
    const [, distributed = ''] =
      /add up to the (\$[\d,.]+) that/.exec((await dialog.textContent()) ?? '') ?? [];
    for (const field of await dialog.getByRole('textbox').all()) await field.fill('');
    await dialog.getByLabel(/^1a /).fill('1');
    await dialog.getByLabel('Supporting document').selectOption(letter.id);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByRole('alert')).toContainText(distributed);
    await dialog.getByLabel(/^1a /).fill(distributed);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await byTwo(new RegExp(`^Approve: .* the distributions of ${PROPERTY.name} in ${year}`));
  });

  const row = investor
    .getByRole('table', { name: `Distributions of ${year} by property` })
    .getByRole('row', { name: PROPERTY.name });
  await test.step('a holder has all of it in box 1a, in the table and in the final summary', async () => {
    await investor.goto(`/reports?year=${year}&tab=tax`);
    await expect(row).toBeVisible();
    // An exact amount is there twice: as it is shown, and as it is read out.
    const cells = (await row.getByRole('cell').allTextContents()).map((text) => text.slice(text.length / 2));
    const [cash = '', ordinary, ...others] = cells;
    expect(parseUsd(cash.replaceAll(/[$,]/g, ''))).toBeGreaterThan(0);
    expect(ordinary).toBe(cash);
    expect(new Set(others)).toEqual(new Set(['$0.00']));

    await investor.goto('/documents?tab=tax');
    const name = `${year} Tax Summary`;
    await investor.getByLabel('Search documents').fill('no such paper');
    await expect(investor.getByText('No documents match your search')).toBeVisible();
    await investor.getByLabel('Search documents').fill('');
    // While the search still waits for a pause: neither of the two is lost.
    await investor.getByLabel('Year').selectOption(String(year));
    const found = investor.getByRole('listitem').filter({ hasText: 'Tax Summary' });
    await expect(found.filter({ hasText: name })).not.toHaveCount(0);
    await expect(found.filter({ hasNotText: name })).toHaveCount(0);
    const text = await textOfPdf(await downloadBy(investor, `Download ${name}`));
    expect(text).toContain(name);
    expect(text).toContain(cash);
    const zip = await downloadBy(investor, 'Download all as zip');
    expect(zip.subarray(0, 2).toString()).toBe('PK');
    const [printed] = await Promise.all([
      investor.context().waitForEvent('page'),
      investor
        .getByRole('button', { name: `Print ${name}` })
        .first()
        .click(),
    ]);
    await printed.close();
  });

  await test.step('a template with unknown columns is refused; the file has the columns of a known one', async () => {
    await page.goto(`/admin-tax?year=${year}`);
    const template = page.getByLabel('Template header row');
    await template.fill('Recipient Name, Box 1a, Shoe size');
    await page.getByRole('button', { name: 'Request file' }).click();
    await expect(template).toHaveAccessibleDescription(/Unknown columns for Form 1099-DIV: Shoe size\./);
    await template.fill('Tax Year, Recipient Name, Box 1a, Box 3');
    await page.getByRole('button', { name: 'Request file' }).click();
    await byTwo(new RegExp(`^Approve: Release the Form 1099-DIV figures for ${year}`));
    const csv = await downloadBy(page, new RegExp(`Download CSV of Form 1099-DIV, ${year}`));
    const [header, ...lines] = parse(csv, { bom: true }) as string[][];
    expect(header).toEqual(['Tax Year', 'Recipient Name', 'Box 1a', 'Box 3']);
    const cents = lines
      .flatMap((line) => line.slice(2))
      .reduce((sum, text) => sum + (parseUsd(text) ?? 0), 0);
    await expect(page.getByText(`totaling ${formatUsdExact(cents)}. With `)).toBeVisible();
  });
});
