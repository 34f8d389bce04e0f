import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { textOfPdf } from '../support/pdf-text.ts';
import { expectToast } from './actors.ts';
import { expect, expectAccessible, signInAs, test } from './fixtures.ts';

// A code that no certificate has is answered so.
test.use({ expectedErrors: [/status of 404/] });

test('an investor keeps the reports of a year, and someone without an account checks a certificate', async ({
  page,
  openPage,
}) => {
  await signInAs(page, 'investor');
  await page.goto('/reports');
  const statements = page.getByRole('table', { name: /^Monthly statements/ });
  const newest = statements.getByRole('row').nth(1);
  const month = (await newest.getByRole('rowheader').textContent())?.split('Issued')[0] ?? '';
  const closing = await newest.getByRole('cell').nth(1).textContent();

  const [csvFile] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const [, first] = parse(await readFile(await csvFile.path()), { bom: true }) as string[][];
  expect(first?.[0]).toBe(month);
  expect(closing?.replaceAll(',', '')).toContain(`$${first?.[2]}`);

  await page.getByRole('tab', { name: 'Performance' }).click();
  await expect(page.getByRole('table', { name: 'By period' })).toContainText('Since the start');
  await page.getByRole('tab', { name: 'Capital Gains' }).click();
  await expect(page.getByText('Purchase prices include fees.')).toBeVisible();

  await page.getByRole('tab', { name: 'Downloads' }).click();
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Download ${month} Statement as PDF` }).click(),
  ]);
  expect(await textOfPdf(await readFile(await pdf.path()))).toContain(`Monthly statement, ${month}`);

  await page.goto('/documents');
  await page.getByRole('tab', { name: 'Share Certificates' }).click();
  await page.getByRole('button', { name: 'Issue certificate' }).click();
  await expectToast(page, 'Certificate Issued', 'Its code is');
  const entry = page
    .getByRole('listitem')
    .filter({ hasText: /code [0-9A-Z]{4}-/ })
    .first();
  const code = /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/.exec((await entry.textContent()) ?? '')?.[0];

  const visitor = await openPage();
  await visitor.goto(`/verify/${code}`);
  await expect(visitor.getByText('These shares are still held.')).toBeVisible();
  await expectAccessible(visitor);
  await visitor.goto('/verify/0000-0000-0000-0000');
  await expect(visitor.getByText('No such certificate')).toBeVisible();
});
