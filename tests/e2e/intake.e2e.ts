import type { Page } from '@playwright/test';
import { newId } from '#kernel/ids.ts';
import { aPdf } from '../support/uploads.ts';
import {
  answered,
  approve,
  ask,
  confirmSubmission,
  expectToast,
  purchases,
  signIn,
  signUp,
  submissionStep,
  submitApplication,
} from './actors.ts';
import { expect, expectAccessible, signInAs, test } from './fixtures.ts';

const next = (page: Page) => page.getByRole('button', { name: 'Next' });
const step = (page: Page, number: number) => expect(page.getByText(`Step ${number} of 5`)).toBeVisible();
const saved = (page: Page) => expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
const ownerName = (page: Page) => page.getByLabel('Owner name');
const pdf = { name: 'deed.pdf', mimeType: 'application/pdf', buffer: Buffer.from(aPdf()) };

async function newestSubmission(page: Page): Promise<string> {
  const { result } = await answered(page.request.get('/api/trpc/submissions.mine?input=%7B%7D'));
  return result.data.items[0].id;
}

async function fillDetails(page: Page) {
  await page.getByLabel('Property Address').fill('12 Orchard Lane');
  await page.getByLabel('City').fill('Austin');
  await page.getByLabel('ZIP Code').fill('78701');
  await expect(next(page)).toBeDisabled();
  await expect(page.getByText('Still needed: Square Footage.')).toBeVisible();
  await page.getByLabel('Square Footage').fill('2,400');
}

/** Saves two versions at once: on a page that was offline, and elsewhere. @returns the dialog that compares them */
async function saveBoth(page: Page, mine: string, elsewhere: Page, theirs: string) {
  await page.context().setOffline(true);
  await ownerName(page).fill(mine);
  await expect(page.getByText('Offline, saved in this browser')).toBeVisible();
  await ownerName(elsewhere).fill(theirs);
  await saved(elsewhere);
  await page.context().setOffline(false);
  const dialog = page.getByRole('dialog', { name: 'This application was changed elsewhere' });
  await expect(dialog.getByRole('listitem')).toContainText([mine]);
  await expect(dialog.getByText(theirs)).toBeVisible();
  await expectAccessible(page);
  return dialog;
}

test.use({ expectedErrors: [/status of 409|ERR_INTERNET_DISCONNECTED/] });

test('@phone-only an owner brings a property in: closed in mid-upload, continued on a desktop, submitted, questioned, approved and bought', async ({
  page,
  openPage,
}) => {
  test.slow();
  const account = await signUp(page.request, { confirmed: true });

  await test.step('each step waits for what it needs', async () => {
    await page.goto('/owner-intake-wizard');
    await step(page, 1);
    await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
    await fillDetails(page);
    await expectAccessible(page);
    await next(page).click();
    await step(page, 2);
    await expect(next(page)).toBeDisabled();
    await page.getByLabel('Property Deed').setInputFiles(pdf);
    await expect(page.getByRole('link', { name: 'deed.pdf' })).toBeVisible();
    await saved(page);
  });

  await test.step('closed while a photo is on its way', async () => {
    const photo = { name: 'front.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(2_000_000) };
    const network = await page.context().newCDPSession(page);
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 2_000,
    });
    await page.getByLabel('Property photos').setInputFiles(photo);
    await expect(page.getByText('front.jpg', { exact: true })).toBeVisible();
    await page.close();
  });

  const first = await openPage();
  const second = await openPage('desktop');
  await test.step('another phone has the draft and the file that arrived', async () => {
    await signIn(first.request, account);
    await first.goto('/owner-intake-wizard');
    await step(first, 2);
    await expect(first.getByRole('link', { name: 'deed.pdf' })).toBeVisible();
    await expect(first.getByText('front.jpg', { exact: true })).toBeHidden();
    await next(first).click();
    await step(first, 3);
    await first.getByRole('button', { name: 'Calculate valuation' }).click();
    await expectToast(first, 'Valuation Complete', '$960,000');
    await expect(first.getByRole('heading', { name: 'Illustrations, not sales' })).toBeVisible();
    await next(first).click();
    await ownerName(first).fill('Ada Quill');
    await first.getByLabel('Ownership percentage').selectOption('other');
    await first.getByLabel('Percentage owned').fill('30');
    await first.getByRole('radio', { name: /^40%/ }).check();
    await expect(first.getByText('This is $96,000 more than your equity after the mortgage')).toBeVisible();
    await saved(first);
  });

  await test.step('of two versions that a phone and a desktop save at once, either can be chosen', async () => {
    await signIn(second.request, account);
    await second.goto('/owner-intake-wizard');
    await expect(ownerName(second)).toHaveValue('Ada Quill');
    const onDesktop = await saveBoth(second, 'Olga Reyes', first, 'Ada B. Quill');
    await onDesktop.getByRole('button', { name: 'Keep my version' }).click();
    await expect(onDesktop).toBeHidden();
    await expect(ownerName(first)).toHaveValue('Olga Reyes');
    const onPhone = await saveBoth(first, 'Ada Quill', second, 'Olga B. Reyes');
    await onPhone.getByRole('button', { name: 'Use the other version' }).click();
    await expect(onPhone).toBeHidden();
    await expect(ownerName(first)).toHaveValue('Olga B. Reyes');
  });

  await test.step('submitted, with the promised days, and empty for another property', async () => {
    await next(second).click();
    await step(second, 5);
    await second.getByRole('button', { name: 'Submit Application' }).click();
    await expectToast(
      second,
      'Application Submitted!',
      "We'll review your property and contact you within 2-3 business days.",
    );
    await expect(second.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible();
    await expect(second.getByText(/^That means contact by .*, and the proposal by/)).toBeVisible();
    await expect(second.getByRole('link', { name: 'See your submission' })).toHaveAttribute(
      'href',
      `/owner-submit/${await newestSubmission(second)}`,
    );
    await expectAccessible(second);
    await expect(first.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible();
    await second.getByRole('button', { name: 'Submit Another Property' }).click();
    await step(second, 1);
    await expect(second.getByLabel('City')).toHaveValue('');
  });

  const name = '12 Orchard Lane';
  const admin = await openPage('desktop');
  await signInAs(admin, 'admin');
  const submissionId = await newestSubmission(second);
  await test.step('the owner answers a question of a reviewer', async () => {
    await ask(admin, submissionId, 'Is it let?');
    await first.goto(`/owner-submit/${submissionId}`);
    await first.getByLabel('Your answer').fill('Yes, until next June.');
    await first.getByRole('button', { name: 'Send answer' }).click();
    await expectToast(first, 'Answer sent', 'The review continues.');
  });

  await test.step('an approval of what changed since the page was opened says what, and the next one counts', async () => {
    await confirmSubmission(admin.request, submissionId);
    await approve(admin, name);
    await expectToast(admin, 'Decision not saved', 'It has changed since you opened it: Answer');
    await expect(admin.getByText('Yes, until next June.')).toBeVisible();
    await expect(admin.getByText('Every figure is confirmed against a document.')).toBeVisible();
    await approve(admin, name);
    await expectToast(admin, 'Property Approved', `${name} is on the market, and Ada Quill was notified.`);
  });

  await test.step('it is on the market, where its shares are bought', async () => {
    const investor = await openPage();
    await signUp(investor.request, { cash: 500 });
    await investor.goto(`/investor-marketplace?q=${encodeURIComponent(name)}`);
    await investor.getByRole('listitem', { name }).getByRole('button', { name: 'Invest Now' }).click();
    const dialog = investor.getByRole('dialog', { name: `Invest in ${name}` });
    await dialog.getByLabel('Number of shares').fill('2');
    await dialog.getByRole('button', { name: 'Buy 2 shares for $205.00' }).click();
    await expectToast(investor, 'Investment Successful', `You have successfully invested in ${name}!`);
    const address = await admin.getByRole('link', { name: 'Open the property' }).getAttribute('href');
    expect(await purchases(investor.request)).toEqual([[Number(address?.split('/').pop()), 2]]);
  });
});

test('a rejected application is started again in the wizard, and one that is begun can be discarded', async ({
  page,
  openPage,
}) => {
  await signUp(page.request, { confirmed: true });
  const submissionId = await submitApplication(page.request);
  const admin = await openPage();
  await signInAs(admin, 'admin');
  await submissionStep(admin.request, 'reject', {
    ...{ submissionId, version: 1, reason: 'The deed is unsigned.' },
    requestId: newId(),
  });

  await page.goto('/owner-intake-wizard');
  await page.getByRole('button', { name: 'Submit Another Property' }).click();
  await page.getByLabel('City').fill('Dallas');
  await saved(page);
  await page.goto(`/owner-submit/${submissionId}`);
  await page.getByRole('link', { name: 'Start again' }).click();
  await expect(page.getByText('You have another application in progress')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Discard it' }).click();
  const dialog = page.getByRole('dialog', { name: 'Discard this application?' });
  await dialog.getByRole('button', { name: 'Discard application' }).click();
  await page.getByRole('button', { name: 'Start again' }).click();
  await step(page, 1);
  await expect(page.getByLabel('City')).toHaveValue('Austin');
  await expect(page.getByLabel('Square Footage')).toHaveValue('2400');
  await next(page).click();
  await expect(page.getByRole('link', { name: 'deed.pdf' })).toBeVisible();
});
