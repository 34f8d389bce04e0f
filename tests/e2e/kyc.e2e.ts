import type { Page } from '@playwright/test';
import { MAX_FILE_BYTES } from '#features/files/files.contract.ts';
import { containsDigits } from '../support/contains-digits.ts';
import { aPdf, aPhoto } from '../support/uploads.ts';
import { buy, expectToast, holdBack, signInByForm, signUp, submitIdentityCheck } from './actors.ts';
import { expect, expectAccessible, signInAs, test } from './fixtures.ts';
import { keyboardOf } from './keyboard.ts';

const next = (page: Page) => page.getByRole('button', { name: 'Next' });
const submit = (page: Page) => page.getByRole('button', { name: 'Submit for Review' });
const step = (page: Page, number: number) => expect(page.getByText(`Step ${number} of 4`)).toBeVisible();
const status = (page: Page, title: string) =>
  expect(page.getByRole('heading', { name: title })).toBeFocused();

const png = async (name = 'passport.png') => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(await aPhoto({ format: 'png' })),
});
const pdf = (name = 'bill.pdf') => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(aPdf()) });

async function fillPersonal(page: Page) {
  await page.getByLabel('Date of birth').fill('1990-02-28');
  await page.getByLabel('Social Security number').fill('219-45-6789');
  await page.getByLabel('Phone').fill('(212) 555-0142');
}

async function fillAddress(page: Page) {
  await page.getByLabel('Address', { exact: true }).fill('12 Orchard Lane');
  await page.getByLabel('City').fill('Austin');
  await page.getByLabel('State').selectOption('TX');
  await page.getByLabel('ZIP code').fill('78701');
}

async function fillEmployment(page: Page) {
  await page.getByLabel('Employment status').selectOption('employed');
  await page.getByLabel('Annual income').selectOption('50k-100k');
}

/** Fills the steps before this one, each from an empty form. */
async function fillUntil(page: Page, until: 2 | 3 | 4) {
  const fill = [fillPersonal, fillAddress, fillEmployment].slice(0, until - 1);
  for (const [at, one] of fill.entries()) {
    await step(page, at + 1);
    await one(page);
    await next(page).click();
  }
  await step(page, until);
}

async function addDocuments(page: Page) {
  await page.getByLabel('ID document', { exact: true }).setInputFiles(await png());
  await expect(page.getByRole('link', { name: 'passport.jpg' })).toBeVisible();
  await page.getByLabel('Proof of address', { exact: true }).setInputFiles(pdf());
  await expect(page.getByRole('link', { name: 'bill.pdf' })).toBeVisible();
}

async function acceptRisk(page: Page) {
  await page.getByRole('checkbox', { name: /^I understand that investments can lose value/ }).check();
}

/** The open case of the person with this email, as a reviewer finds it. */
async function openCase(page: Page, email: string) {
  await page.goto(`/admin-kyc?q=${encodeURIComponent(email)}`);
  await page.getByRole('link', { name: 'Review Ada Quill' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Quill' })).toBeVisible();
}

async function expectToFit(page: Page) {
  const width = page.viewportSize()?.width ?? 0;
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(width);
}

test('@phone-only a person is verified: fills in the form, is asked for more, answers, and is approved', async ({
  page,
  openPage,
  messages,
  expectedErrors,
}) => {
  test.slow();
  expectedErrors.push(/status of 409/);
  const { email } = await signUp(page.request);
  const reviewer = await openPage();

  await test.step('each step wants all of its answers, and says what is wrong with them', async () => {
    await page.goto('/onboarding/kyc');
    await step(page, 1);
    await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
    await expect(next(page)).toBeDisabled();
    await fillPersonal(page);
    await page.getByLabel('Date of birth').fill('2020-01-01');
    await page.getByLabel('Social Security number').fill('000-12-3456');
    await next(page).click();
    await expect(page.getByText('You must be at least 18 years old to invest.')).toBeVisible();
    await expect(page.getByText('Enter a valid Social Security number, such as 123-45-6789.')).toBeVisible();
    await expectAccessible(page);
    await fillPersonal(page);
    await next(page).click();
    await expect(page.getByRole('heading', { name: 'Address' })).toBeFocused();
    await expectToFit(page);
    await fillAddress(page);
    await expectAccessible(page);
    await next(page).click();
    await fillEmployment(page);
    await expectAccessible(page);
    await expectToFit(page);
    await next(page).click();
  });

  await test.step('files that are no documents are refused, here and by the server, and others are stored', async () => {
    await expect(submit(page)).toBeDisabled();
    const field = page.getByLabel('ID document', { exact: true });
    await field.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
    const type = page.getByText('This file is not an image (JPEG, PNG or WebP) or a PDF');
    await expect(type).toBeVisible();
    await field.setInputFiles({
      name: 'huge.png',
      mimeType: 'image/png',
      buffer: Buffer.alloc(MAX_FILE_BYTES + 1, 7),
    });
    await expect(page.getByText('This file is larger than 10 MB. Choose a smaller one.')).toBeVisible();
    await expect(type).toHaveCount(0);
    await addDocuments(page);
    await expect(page.getByText('This file is larger than 10 MB.')).toHaveCount(0);
    await field.setInputFiles(await png('licence.png'));
    await expect(page.getByRole('link', { name: 'licence.jpg' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'passport.jpg' })).toHaveCount(0);
    await page.getByLabel('Income verification').setInputFiles(pdf('pay.pdf'));
    await page.getByRole('button', { name: 'Remove Income verification' }).click();
    await expect(page.getByRole('link', { name: 'pay.pdf' })).toHaveCount(0);
    await expectAccessible(page);
    await expectToFit(page);
  });

  await test.step('the review shows everything but the encrypted values, and submitting asks for the risk', async () => {
    const review = page.getByRole('region', { name: 'Review your answers' });
    await expect(review).toContainText('12 Orchard Lane');
    await expect(review).toContainText('On file, encrypted');
    expect(containsDigits(await page.content(), '6789')).toBe(false);
    await expect(submit(page)).toBeDisabled();
    await acceptRisk(page);
    await submit(page).dblclick();
    await status(page, 'Your verification is under review');
    const message = "Your verification is under review. You'll be notified within 1-3 business days.";
    await expect.poll(() => messages).toContain(`KYC Application Submitted: ${message}`);
    await expectAccessible(page);
    await page.goto('/onboarding/kyc?step=2');
    await expect(page).toHaveURL('/onboarding/kyc');
    await status(page, 'Your verification is under review');
  });

  const second = await openPage();
  await test.step('another reviewer is about to approve it', async () => {
    await signInAs(second, 'admin2');
    await openCase(second, email);
    await second.getByRole('button', { name: 'Approve' }).click();
  });

  await test.step('a reviewer finds it, looks at the documents and asks for more', async () => {
    await signInAs(reviewer, 'admin');
    await reviewer.goto('/admin-kyc');
    await expect(reviewer.getByRole('heading', { level: 1, name: 'Identity checks' })).toBeVisible();
    await expectAccessible(reviewer);
    await openCase(reviewer, email);
    await expectAccessible(reviewer);
    expect(containsDigits(await reviewer.content(), '6789')).toBe(false);
    await reviewer.getByRole('button', { name: 'View ID document' }).click();
    await expect(reviewer.getByRole('img', { name: 'ID document, as it was uploaded' })).toBeVisible();
    await expectAccessible(reviewer);
    await reviewer.keyboard.press('Escape');
    const download = reviewer.waitForEvent('download');
    await reviewer.getByRole('link', { name: 'Download Proof of address' }).click();
    expect((await download).suggestedFilename()).toBe('bill.pdf');
    await reviewer.getByLabel('Date of birth on the document').fill('1990-02-28');
    await reviewer.getByRole('button', { name: 'Compare' }).click();
    await expect(reviewer.getByText('This matches the date of birth the applicant gave.')).toBeVisible();
    await reviewer.getByRole('button', { name: 'Request information' }).click();
    const dialog = reviewer.getByRole('dialog', { name: 'Ask Ada Quill for more information?' });
    await dialog.getByRole('button', { name: 'Send list' }).click();
    await expect(dialog.getByText('Add at least one item.')).toBeVisible();
    await dialog.getByLabel('What is needed (1)').fill('A bill of the last three months');
    await dialog.getByRole('button', { name: 'Add another line' }).click();
    await dialog.getByLabel('What is needed (2)').fill('The back of your ID');
    await expectAccessible(reviewer);
    await dialog.getByRole('button', { name: 'Send list' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('the person sees the list at once, answers it and submits again', async () => {
    await status(page, 'We need more information');
    await expect(page.getByText('The back of your ID')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Update your application' }).click();
    await step(page, 4);
    await expect(page.getByText('A bill of the last three months')).toBeVisible();
    await page.getByLabel('Proof of address', { exact: true }).setInputFiles(pdf('newer bill.pdf'));
    await expect(page.getByRole('link', { name: 'newer bill.pdf' })).toBeVisible();
    await acceptRisk(page);
    await submit(page).click();
    await status(page, 'Your verification is under review');
  });

  await test.step('the other reviewer, who has read only the first documents, cannot approve the new ones', async () => {
    const dialog = second.getByRole('dialog', { name: 'Approve Ada Quill?' });
    await expect(second.getByText('newer bill.pdf')).toBeAttached();
    await dialog.getByRole('button', { name: 'Approve application' }).click();
    await expect(dialog).toContainText('This application was submitted again in the meantime.');
  });

  await test.step('the reviewer approves, and the person sees it', async () => {
    await openCase(reviewer, email);
    await expect(reviewer.getByText('Information requested')).toBeVisible();
    await reviewer.getByRole('button', { name: 'Approve' }).click();
    await reviewer.getByRole('button', { name: 'Approve application' }).click();
    await expect(reviewer.getByText('There is nothing to decide. Status: Approved.')).toBeVisible();
    await status(page, 'Your identity is verified');
    await expectAccessible(page);
    await expectToFit(page);
    await expect(page.getByRole('link', { name: 'Return to dashboard' })).toHaveAttribute(
      'href',
      '/dashboard',
    );
    await page.getByRole('link', { name: 'Start Investing' }).click();
    await expect(page).toHaveURL('/investor-marketplace');
    await page.goto('/notifications');
    await expect(page.getByRole('button', { name: /account updates/ })).toContainText(
      'Your identity is verified',
    );
  });
});

test('a rejected application shows the reason and can be corrected', async ({ page, openPage }) => {
  const { email } = await signUp(page.request);
  await submitIdentityCheck(page.request, '219-45-6789');
  await page.goto('/onboarding/kyc');
  await expect(page.getByRole('heading', { name: 'Your verification is under review' })).toBeVisible();
  const reviewer = await openPage();
  await signInAs(reviewer, 'admin');
  await openCase(reviewer, email);
  await reviewer.getByRole('button', { name: 'Reject' }).click();
  const dialog = reviewer.getByRole('dialog', { name: 'Reject Ada Quill?' });
  await dialog.getByRole('button', { name: 'Reject application' }).click();
  await expect(dialog.getByText('Say why. The applicant will see it.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('The photograph does not show your face.');
  await dialog.getByRole('button', { name: 'Reject application' }).click();
  await expect(dialog).toBeHidden();
  await status(page, 'Your identity could not be verified');
  await expect(page.getByText('The photograph does not show your face.')).toBeVisible();
  await expectAccessible(page);
  // Its application is none to review while it is corrected, which the page would load again.
  await reviewer.close();
  await page.getByRole('button', { name: 'Correct and try again' }).click();
  await step(page, 1);
  await expect(page.getByLabel('Phone')).toHaveValue('(212) 555-0142');
  await expect(page.getByLabel('Social Security number')).toHaveValue('');
  await expect(next(page)).toBeEnabled();
});

test('the wizard continues where it was left, and the address and the browser’s back go between steps', async ({
  page,
}) => {
  await signUp(page.request);
  await page.goto('/onboarding/kyc?step=4');
  await step(page, 1);
  await fillUntil(page, 3);
  await page.goBack();
  await step(page, 2);
  await expect(page.getByLabel('City')).toHaveValue('Austin');
  await page.goForward();
  await step(page, 3);
  await page.goto('/onboarding/kyc');
  await step(page, 3);
  await page.goto('/onboarding/kyc?step=1');
  await step(page, 1);
  await expect(page.getByText('On file, encrypted.')).toHaveCount(2);
  await next(page).click();
  await step(page, 2);
});

test('the keyboard alone fills in every step, chooses and removes files, and submits @release', async ({
  page,
}) => {
  await signUp(page.request);
  const release = await holdBack(page, /kyc\.application/);
  await page.goto('/onboarding/kyc');
  // While it loads, the page has its head and the shape of the form.
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Identity verification" [level=1]
      - status: Loading the form
  `);
  release();
  const keyboard = keyboardOf(page);
  // A date has a stop for each of its parts.
  await keyboard.reach(page.getByLabel('Date of birth'));
  await page.keyboard.type('02281990');
  await keyboard.type(page.getByLabel('Social Security number'), '219-45-6789');
  await keyboard.type(page.getByLabel('Phone'), '(212) 555-0142');
  await page.keyboard.press('Enter');
  await step(page, 2);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Identity verification" [level=1]
      - progressbar "Step 2 of 4"
      - heading "Address" [level=2]
      - textbox "Address"
      - textbox "City"
      - combobox "State"
      - textbox "ZIP code"
      - button "Previous"
      - button "Next"
  `);
  await keyboard.type(page.getByLabel('Address', { exact: true }), '12 Orchard Lane');
  await keyboard.type(page.getByLabel('City'), 'Austin');
  await keyboard.choose(page.getByLabel('State'), 'Texas');
  await keyboard.type(page.getByLabel('ZIP code'), '78701');
  await page.keyboard.press('Enter');
  await step(page, 3);
  await keyboard.choose(page.getByLabel('Employment status'), 'Employed');
  await keyboard.choose(page.getByLabel('Annual income'), '$50,000 to $100,000');
  await keyboard.press(next(page));
  await step(page, 4);
  // The heading of a step takes the focus a moment after the step is there.
  await expect(page.getByRole('heading', { name: 'Documents' })).toBeFocused();
  const proof = page.getByLabel('ID document', { exact: true });
  await keyboard.attach(proof, await png());
  await expect(page.getByRole('link', { name: 'passport.jpg' })).toBeVisible();
  await keyboard.press(page.getByRole('button', { name: 'Remove ID document' }));
  await expect(page.getByRole('link', { name: 'passport.jpg' })).toHaveCount(0);
  await expect(proof).toBeFocused();
  await keyboard.attach(proof, await png('license.png'));
  await expect(page.getByRole('link', { name: 'license.jpg' })).toBeVisible();
  await keyboard.attach(page.getByLabel('Proof of address', { exact: true }), pdf());
  await expect(page.getByRole('link', { name: 'bill.pdf' })).toBeVisible();
  await keyboard.check(page.getByRole('checkbox', { name: /^I understand that investments can lose value/ }));
  await keyboard.press(submit(page));
  await status(page, 'Your verification is under review');
});

test('a second tab that submits the application closes the form in the first one @release', async ({
  page,
  context,
}) => {
  await signUp(page.request);
  await page.goto('/onboarding/kyc');
  await fillUntil(page, 4);
  await addDocuments(page);
  const second = await context.newPage();
  await second.goto('/onboarding/kyc');
  await step(second, 4);
  await acceptRisk(second);
  await submit(second).click();
  await status(second, 'Your verification is under review');
  await expect(
    page.getByText('Your application was submitted in another tab or on another device'),
  ).toBeVisible();
  await expect(second.getByText('was submitted in another tab')).toHaveCount(0);
});

test.describe('with a lost session', () => {
  test.use({ expectedErrors: [/status of 401/] });

  test('what was typed comes back, and the SSN and the date of birth are stored by no browser', async ({
    page,
  }) => {
    const account = await signUp(page.request);
    await page.goto('/onboarding/kyc');
    await fillPersonal(page);
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie]),
    );
    expect(stored).toContain('555-0142');
    for (const digits of ['6789', '1990']) expect(containsDigits(stored, digits)).toBe(false);
    await page.context().clearCookies();
    await next(page).click();
    await expect(page).toHaveURL(/^[^?]+\/login\?returnTo=/);
    await signInByForm(page, account);
    await expect(page.getByLabel('Phone')).toHaveValue('(212) 555-0142');
    await expect(page.getByLabel('Social Security number')).toHaveValue('');
    await expect(page.getByText('never stored in the browser')).toBeVisible();
    await expect(next(page)).toBeDisabled();
  });

  test('a visitor is sent to sign in, and an admin page is for admins @release', async ({ page }) => {
    await page.goto('/onboarding/kyc');
    await expect(page).toHaveURL('/login?returnTo=%2Fonboarding%2Fkyc');
    await signUp(page.request);
    await page.goto('/admin-kyc');
    await expect(page.getByText('Admin access required. Redirecting...').first()).toBeVisible();
    await expect(page).toHaveURL('/');
  });
});

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] });

  test('a step says that it is not saved and does not lose what was typed until it is @release', async ({
    page,
    context,
  }) => {
    await signUp(page.request);
    await page.goto('/onboarding/kyc');
    await fillPersonal(page);
    await context.setOffline(true);
    await next(page).click();
    await expect(page.getByRole('alert')).toContainText('Not saved yet');
    await expect(page.getByLabel('Social Security number')).toHaveValue('219-45-6789');
    await context.setOffline(false);
    await next(page).click();
    await step(page, 2);
    await fillAddress(page);
    await context.setOffline(true);
    await next(page).click();
    await expect(page.getByRole('alert')).toContainText('What you typed stays in this tab');
    await context.setOffline(false);
    await page.reload();
    await expect(page.getByLabel('City')).toHaveValue('Austin');
    await next(page).click();
    await step(page, 3);
  });
});

test('it is found from the menu and from settings', async ({ page }) => {
  await signUp(page.request);
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Open identity verification' }).click();
  await expect(page).toHaveURL('/onboarding/kyc');
  await page.getByRole('banner').getByRole('button', { name: 'Investor' }).click();
  await expect(page.getByRole('menuitem', { name: 'Identity verification' })).toBeVisible();
});

test.describe('over the limit', () => {
  test('an order says how much is left and cannot be confirmed, and the one that the limit allows can @release', async ({
    page,
    market,
  }) => {
    test.slow();
    const property = await market.offer({ totalShares: 200 });
    await signUp(page.request, { cash: 12_000 });
    await buy(page.request, property.id, 97);
    await page.goto(`/property/${property.id}?invest=${property.id}`);
    const dialog = page.getByRole('dialog', { name: `Invest in ${property.name}` });
    await expect(dialog.getByText(/^You can invest up to \$300\.00 more before /)).toBeVisible();
    await dialog.getByLabel('Number of shares').fill('4');
    const message = 'You can invest $300.00 more this calendar month (limit $10,000.00).';
    await expect(dialog.getByRole('status').filter({ hasText: message })).toContainText(
      'Over your investment limit',
    );
    await expectAccessible(page);
    await expect(dialog.getByRole('button', { name: 'Buy 4 shares for $410.00' })).toBeDisabled();
    await dialog.getByLabel('Number of shares').press('Enter');
    await expectToast(page, 'Investment Failed', message);
    await dialog.getByRole('button', { name: 'Choose 3 shares' }).click();
    await expect(dialog.getByRole('heading', { level: 2 })).toBeFocused();
    await dialog.getByRole('button', { name: 'Buy 3 shares for $307.50' }).click();
    await expectToast(page, 'Investment Successful', `You have successfully invested in ${property.name}!`);
  });
});
