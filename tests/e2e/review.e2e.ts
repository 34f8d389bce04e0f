import type { APIRequestContext, Page } from '@playwright/test';
import { aPdf, aPhoto } from '../support/uploads.ts';
import { answered, expectToast, holdBack, lastMonth, signUp, uniqueName } from './actors.ts';
import { expect, expectAccessible, signInAs, test } from './fixtures.ts';

async function upload(api: APIRequestContext, kind: string): Promise<string> {
  const isPhoto = kind === 'photo';
  const response = await api.post(`/api/submission-documents?wayIn=quick&kind=${kind}&dated=${lastMonth()}`, {
    headers: {
      'content-type': 'application/octet-stream',
      'x-file-name': isPhoto ? 'house.jpg' : `${kind}.pdf`,
    },
    data: Buffer.from(isPhoto ? await aPhoto() : aPdf()),
  });
  expect(response.status(), await response.text()).toBeLessThan(300);
  return (await response.json()).id;
}

/** A quick submission of the person whom `api` is signed in as. */
async function submitWithDocuments(api: APIRequestContext, name: string): Promise<string> {
  const documentIds: string[] = [];
  for (const kind of ['rentRoll', 'financials', 'photo', 'appraisal', 'ownership'])
    documentIds.push(await upload(api, kind));
  const { result } = await answered(
    api.post('/api/trpc/submissions.submit', {
      data: {
        name,
        streetAddress: '12 Orchard Lane',
        city: 'Austin',
        state: 'TX',
        zipCode: '78701',
        description: 'Six apartments around a garden.',
        propertyType: 'residential',
        valuationCents: 100_000_000,
        equityOfferedBps: 4_000,
        documentIds,
        requestId: uniqueName('submission').replaceAll(' ', '-'),
      },
    }),
  );
  return result.data.id;
}

async function confirm(page: Page, item: string, values: Record<string, string> = {}) {
  await page.getByRole('button', { name: `Confirm ${item}` }).click();
  const form = page.getByRole('form', { name: /^Confirm: / });
  for (const [label, text] of Object.entries(values)) {
    const field = form.getByLabel(label);
    if (label === 'Based on') await field.selectOption(text);
    else await field.fill(text);
  }
  await expect(form.getByLabel('Document', { exact: true })).not.toHaveValue('');
  await form.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('button', { name: `Change ${item}` })).toBeFocused();
}

test.use({ expectedErrors: [/status of (409|422)/] });

test('a reviewer confirms every figure against a document and approves, and another one sees it at once', async ({
  page,
  openPage,
}) => {
  const name = uniqueName('Orchard House');
  await signUp(page.request, { confirmed: true });
  const id = await submitWithDocuments(page.request, name);
  const admin = await openPage();
  await signInAs(admin, 'admin');

  await test.step('it is in the queue, and cannot be approved yet', async () => {
    await admin.goto(`/admin-review?q=${encodeURIComponent(name)}`);
    await expect(admin.getByRole('heading', { level: 1, name: 'Review Properties' })).toBeVisible();
    await expectAccessible(admin);
    await admin.getByRole('button', { name: `Approve ${name}` }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Approve property' }).click();
    await expect(admin.getByRole('dialog')).toContainText('Not confirmed against a document yet: Name,');
    await expect(admin.getByText('Decision not saved', { exact: true })).toHaveCount(0);
    await admin.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await admin.getByRole('link', { name: `Review ${name}` }).click();
    await expect(admin.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(admin.getByText('Owner: $1,000,000.00')).toBeVisible();
    await expectAccessible(admin);
  });

  const second = await openPage();
  await signInAs(second, 'admin2');
  await second.goto(`/admin-review/${id}`);
  await expect(second.getByRole('button', { name: `Approve ${name}` })).toBeVisible();

  await test.step('a document has the date that the reviewer reads on it, and a photo the day of its upload', async () => {
    const dated = admin.getByLabel('Date on the document: T12 financials');
    await expect(admin.getByLabel('Date on the document: Property photos')).toHaveCount(0);
    await expect(admin.getByText(/^Uploaded [A-Z][a-z]{2} \d+, \d{4}$/)).toHaveCount(1);
    await dated.fill('2025-01-31');
    await expect(admin.getByText('Dated more than 12 months ago.', { exact: true })).toBeVisible();
    await admin.getByRole('button', { name: 'Accept T12 financials' }).click();
    await expectToast(admin, 'Document accepted', 'T12 financials: the verdict is on record.');
    await admin.reload();
    await expect(dated).toHaveValue('2025-01-31');
  });

  await test.step('a document is read beside the checklist, and the focus goes there and back', async () => {
    const view = admin.getByRole('button', { name: 'View Recent appraisal or BPO' });
    const shown = admin.getByRole('region', { name: 'Shown document' });
    await view.press('Enter');
    await expect(shown).toBeFocused();
    await expect(shown.locator('iframe')).toBeVisible();
    await expectAccessible(admin);
    await admin.keyboard.press('Escape');
    await expect(shown).toHaveCount(0);
    await expect(view).toBeFocused();
    await view.press('Enter');
    await shown.getByLabel('Document shown').selectOption({ label: 'Property photos: house.jpg' });
    await expect(shown.getByRole('img', { name: 'Property photos, as it was uploaded' })).toBeVisible();
    await shown
      .getByLabel('Document shown')
      .selectOption({ label: 'Recent appraisal or BPO: appraisal.pdf' });
    await admin.getByRole('button', { name: 'Confirm valuation' }).click();
    const field = admin.getByRole('form', { name: 'Confirm: Valuation' }).getByLabel('Valuation');
    await expect(field).toBeFocused();
    await expect(shown).toBeInViewport();
    await field.press('Enter');
    await expect(admin.getByText('Choose what the valuation is based on.')).toBeVisible();
    await expect(admin.getByLabel('Based on')).toBeFocused();
    await admin.getByRole('button', { name: 'Cancel' }).click();
    await expect(admin.getByRole('button', { name: 'Confirm valuation' })).toBeFocused();
  });

  await test.step('every item is confirmed', async () => {
    await confirm(admin, 'name');
    await confirm(admin, 'property type');
    await confirm(admin, 'valuation', { Valuation: '950000', 'Based on': 'broker_opinion' });
    await confirm(admin, 'annual net income', { 'Annual net income': '66500' });
    await admin.getByRole('button', { name: 'Confirm annual yield' }).click();
    await expect(admin.getByText('The confirmed net income is 7.0% of the valuation.')).toBeVisible();
    const field = admin.getByRole('textbox', { name: 'Annual yield' });
    await field.fill('9.6');
    await field.press('Enter');
    await expect(admin.getByText('$66,500 a year on $950,000 is 7.0%.')).toBeVisible();
    await admin.getByRole('button', { name: 'Cancel' }).click();
    await confirm(admin, 'annual yield', { 'Annual yield': '7' });
    await confirm(admin, 'equity offered');
    await confirm(admin, 'funding terms', {
      ...{ 'Shares that must be sold': '0', 'Mortgage and other debt': '0' },
      'Repaid from the proceeds': '0',
    });
    await expect(admin.getByText('Every figure is confirmed against a document.')).toBeVisible();
  });

  await test.step('the approval puts it on the market', async () => {
    await admin.getByRole('button', { name: `Approve ${name}` }).click();
    const dialog = admin.getByRole('dialog');
    await expect(dialog).toContainText('3,800 at $100.00');
    await dialog.getByRole('button', { name: 'Approve property' }).click();
    await expectToast(admin, 'Property Approved', `${name} is on the market, and Ada Quill was notified.`);
    await expectToast(second, 'Decided by another admin', `Sample Admin approved ${name}.`);
    await expect(second.getByText(/^Approved by Sample Admin/)).toBeVisible();
    await expect(second.getByRole('button', { name: `Approve ${name}` })).toHaveCount(0);
    await expect(admin.getByRole('link', { name: 'Open the property' })).toBeVisible();
    await expect(admin.getByText(/^Approved by /)).toBeVisible();
    await expect(admin.getByRole('button', { name: `Reject ${name}` })).toHaveCount(0);
  });
});

test('@phone-only a reviewer rejects with a reason at 360 px, and a second one reads who did', async ({
  page,
  openPage,
}) => {
  const name = uniqueName('Lane House');
  await signUp(page.request, { confirmed: true });
  const id = await submitWithDocuments(page.request, name);
  const [admin, second, third] = [await openPage(), await openPage(), await openPage()];
  await signInAs(second, 'admin2');
  await second.goto(`/admin-review?q=${encodeURIComponent(name)}`);
  await expect(second.getByRole('button', { name: `Approve ${name}` })).toBeVisible();
  await signInAs(admin, 'admin');
  await answered(
    admin.request.post('/api/trpc/submissions.ask', {
      data: { submissionId: id, body: 'Is it let?', requestId: uniqueName('question').replaceAll(' ', '-') },
    }),
  );
  // The list of the second one shows the question before its dialog opens.
  await expect(second.getByText('Waiting for the owner')).toBeVisible();
  await second.getByRole('button', { name: `Approve ${name}` }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Approve property' }).click();
  await expectToast(second, 'Decision not saved', 'It has changed since you opened it: Question.');
  // The second one is asked to confirm while the first one decides.
  await second.getByRole('button', { name: `Approve ${name}` }).click();
  // Another one confirms on the page of the submission, and the server gets it after the decision of the first one.
  await signInAs(third, 'admin2');
  await third.goto(`/admin-review/${id}`);
  const release = await holdBack(third, /submissions\.approve/);
  await third.getByRole('button', { name: `Approve ${name}` }).click();
  await third.getByRole('dialog').getByRole('button', { name: 'Approve property' }).click();
  await admin.goto(`/admin-review?q=${encodeURIComponent(name)}`);
  await admin.getByRole('button', { name: `Reject ${name}` }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Reject property' }).click();
  await expect(admin.getByText('Enter a reason.')).toBeVisible();
  await admin.getByLabel('Reason').fill('The rent roll is from 2019.');
  const rejected = admin.waitForResponse(/submissions\.reject/);
  await admin.getByRole('dialog').getByRole('button', { name: 'Reject property' }).click();
  await rejected;
  release();
  await expectToast(
    admin,
    'Property Rejected',
    `${name} is not listed, and Ada Quill was notified of your reason.`,
  );
  await expect(third.getByText(/^Rejected by Sample Admin/)).toBeVisible();
  await expectToast(third, 'Decision not saved', 'Sample Admin rejected this submission on ');
  await second.getByRole('dialog').getByRole('button', { name: 'Approve property' }).click();
  await expectToast(second, 'Decision not saved', 'Sample Admin rejected this submission on ');
  await expect(second.getByText('Nothing matches your search')).toBeVisible();
  await admin.goto(`/admin-review?status=rejected&q=${encodeURIComponent(name)}`);
  await admin.getByRole('link', { name: `Open ${name}` }).click();
  await expect(admin.getByText(/The rent roll is from 2019\.$/)).toBeVisible();
  const width = await admin.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(admin.viewportSize()?.width ?? 0);
});
