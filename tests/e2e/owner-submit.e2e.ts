import type { Page } from '@playwright/test';
import { MAX_FILE_BYTES } from '#features/files/files.contract.ts';
import { anOfficeFile } from '../support/office-files.ts';
import { aPdf, aPhoto } from '../support/uploads.ts';
import { approve, ask, confirmSubmission, expectToast, reject, signUp, uniqueName } from './actors.ts';
import { expect, expectAccessible, signInAs, test } from './fixtures.ts';

const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(aPdf()) });
const workbook = (name: string, more: Parameters<typeof anOfficeFile>[0] = {}) => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: Buffer.from(anOfficeFile({ as: 'xlsx', ...more })),
});
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'Submit property' }).click();

async function upload(page: Page, label: string, file: ReturnType<typeof pdf>) {
  await field(page, label).setInputFiles(file);
  await expect(page.getByRole('link', { name: file.name })).toBeVisible();
  // Said once the file takes the place of others; until then the form waits for it.
  await expect(page.getByText(`${file.name} was uploaded.`)).toBeAttached();
}

test.use({ expectedErrors: [/status of 422|ERR_FAILED/] });

test('an owner submits with documents, answers a question, is rejected, starts again and is approved', async ({
  page,
  openPage,
}) => {
  test.slow();
  const name = uniqueName('Harbor House');
  await signUp(page.request, { confirmed: true });
  let id = '';

  await test.step('an empty form names its fields and the missing documents', async () => {
    await page.goto('/owner-submit');
    await submit(page);
    await expect(page.getByText('Name is required')).toBeVisible();
    await expect(page.getByText('Percent equity to sell is required')).toBeVisible();
    await expectToast(
      page,
      'Missing Required Documents',
      'Please upload: Rent roll, T12 financials, Property photos, Recent appraisal or BPO, Ownership verification',
    );
    await expectAccessible(page);
  });

  await test.step('files go up when they are chosen, and what is no document does not', async () => {
    const photo = Buffer.from(await aPhoto());
    const big = Buffer.concat([photo, Buffer.alloc(MAX_FILE_BYTES + 1 - photo.length)]);
    await field(page, 'Property photos').setInputFiles([
      { name: 'front.jpg', mimeType: 'image/jpeg', buffer: photo },
      { name: 'roof.jpg', mimeType: 'image/jpeg', buffer: big },
    ]);
    await expect(
      page.getByText('This file is larger than 10 MB. Choose a smaller one.').first(),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: 'front.jpg' })).toBeVisible();
    const program = { name: 'rents.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ program') };
    await field(page, 'Rent roll').setInputFiles(program);
    await expect(
      page.getByText('This must be a PDF, DOC, DOCX, XLS or XLSX file. Choose another file.').first(),
    ).toBeVisible();
    const macros = { more: [{ name: 'xl/vbaProject.bin', content: 'x' }] };
    await field(page, 'Rent roll').setInputFiles(workbook('macros.xlsx', macros));
    await expect(page.getByText(/contains macros/).first()).toBeVisible();
    await upload(page, 'Rent roll', workbook('rents.xlsx'));
    await page.getByLabel(/Date on the document.*Rent roll/).fill('2024-03-01');
    await expect(page.getByText('Dated more than 12 months ago.')).toBeVisible();
  });

  await test.step('an upload shows that it is under way, and a lost one is sent again once, as the same upload', async () => {
    const sent: (string | null)[] = [];
    let lose: () => void = () => undefined;
    const lost = new Promise<void>((resolve) => {
      lose = resolve;
    });
    await page.route('**/api/submission-documents?*', async (route) => {
      sent.push(new URL(route.request().url()).searchParams.get('uploadId'));
      if (sent.length > 1) return route.continue();
      await lost;
      return route.abort();
    });
    await field(page, 'T12 financials').setInputFiles(pdf('t12.pdf'));
    await expect(page.getByRole('progressbar', { name: 't12.pdf' })).toBeVisible();
    lose();
    await page.getByRole('button', { name: 'Try t12.pdf again' }).click();
    await expect(page.getByText('t12.pdf was uploaded.')).toBeAttached();
    await expect(page.getByRole('link', { name: 't12.pdf' })).toHaveCount(1);
    expect(sent).toEqual([sent[0], sent[0]]);
    await page.unroute('**/api/submission-documents?*');
  });

  await test.step('what was typed and uploaded is there after a reload', async () => {
    await page.getByLabel('Property name').fill(name);
    await page.getByLabel('Property type').selectOption('residential');
    await page.getByLabel('Street address').fill('12 Harbor Street');
    await page.getByLabel('City').fill('Austin');
    await page.getByLabel('State').selectOption('TX');
    await page.getByLabel('ZIP code').fill('78701');
    await page.getByLabel('Description').fill('Six apartments by the water.');
    await page.getByLabel('Estimated valuation').fill('150');
    await page.getByLabel('Percent equity to sell').fill('40');
    await submit(page);
    await expect(page.getByText(/worth less than one share of \$100/)).toBeVisible();
    await page.getByLabel('Estimated valuation').fill('1,250,000');
    await expect(page.getByText('That is 5,000 shares at $100 each')).toBeVisible();
    await submit(page);
    await expectToast(
      page,
      'Missing Required Documents',
      'Please upload: Recent appraisal or BPO, Ownership verification',
    );
    await expect(field(page, 'Recent appraisal or BPO')).toBeFocused();
    await page.reload();
    await expect(page.getByRole('link', { name: 'rents.xlsx' })).toBeVisible();
    await expect(page.getByLabel('Property name')).toHaveValue(name);
  });

  await test.step('it is submitted once, with the promised day', async () => {
    await upload(page, 'Recent appraisal or BPO', pdf('appraisal.pdf'));
    await upload(page, 'Ownership verification', pdf('title.pdf'));
    await page.getByRole('button', { name: 'Submit property' }).dblclick();
    await expectToast(
      page,
      'Property Submitted Successfully',
      "We'll review your documents and get back to you shortly.",
    );
    await expect(page.getByRole('heading', { name: `Thank you. ${name} is in review` })).toBeFocused();
    await expect(page.getByText(/^You will hear from us by [A-Z][a-z]{2} \d+, \d{4}$/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Submit Another Property' }).click();
    await expect(page.getByLabel('Property name')).toHaveValue('');
    await expect(page.getByRole('link', { name })).toHaveCount(1);
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { name })).toBeVisible();
    id = page.url().split('/').at(-1) ?? '';
  });

  const admin = await openPage('phone');
  await signInAs(admin, 'admin');

  await test.step('the owner answers a question that a reviewer asks on a phone, with evidence', async () => {
    await ask(admin, id, 'Is the rent roll complete?');
    await expect(page.getByText('Is the rent roll complete?')).toBeVisible();
    await page.getByLabel('Files').setInputFiles(workbook('all rents.xlsx'));
    await expect(page.getByRole('link', { name: 'all rents.xlsx' })).toBeVisible();
    await page.getByLabel('Your answer').fill('No, here is the whole one.');
    await page.getByRole('button', { name: 'Send answer' }).click();
    await expectToast(page, 'Answer sent', 'The review continues.');
    await expect(page.getByText('No, here is the whole one.')).toBeVisible();
    await expect(page.getByLabel('Your answer')).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step('a rejected submission is started again with its fields and the documents not rejected', async () => {
    await admin.reload();
    await admin.getByRole('button', { name: 'Reject Recent appraisal or BPO' }).click();
    const refusal = admin.getByRole('dialog', { name: 'Reject Recent appraisal or BPO?' });
    await refusal.getByLabel('What is wrong with it').fill('It is unsigned.');
    await refusal.getByRole('button', { name: 'Reject document' }).click();
    await expectToast(admin, 'Document rejected', 'Recent appraisal or BPO: the verdict is on record.');
    await reject(admin, name, 'The appraisal is unsigned.');
    await expectToast(
      admin,
      'Property Rejected',
      `${name} is not listed, and Ada Quill was notified of your reason.`,
    );
    await expect(page.getByText('The appraisal is unsigned.')).toBeVisible();
    await page.getByRole('link', { name: 'Start again' }).click();
    await expect(page.getByLabel('Property name')).toHaveValue(name);
    await expect(page.getByText('4 of 5 uploaded')).toBeVisible();
    await upload(page, 'Recent appraisal or BPO', pdf('signed appraisal.pdf'));
    await expect(page.getByRole('link', { name: 'appraisal.pdf', exact: true })).toHaveCount(0);
    await submit(page);
    await page.getByRole('link', { name: 'See your submission' }).click();
    await page.getByRole('link', { name: 'View the earlier, rejected submission' }).click();
    await page.getByRole('link', { name: 'See the new submission' }).click();
    await expect(page.getByRole('heading', { name })).toBeVisible();
  });

  await test.step('its correction is approved, and leads to the property', async () => {
    const correction = page.url().split('/').at(-1) ?? '';
    await confirmSubmission(admin.request, correction);
    await admin.goto(`/admin-review/${correction}`);
    await expect(admin.getByText('No fields changed. Check the documents.')).toBeVisible();
    await approve(admin, name);
    await expectToast(admin, 'Property Approved', `${name} is on the market, and Ada Quill was notified.`);
    await page.getByRole('link', { name: 'See your property' }).click();
    await expect(page).toHaveURL(/\/property\/\d+$/);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  });
});
