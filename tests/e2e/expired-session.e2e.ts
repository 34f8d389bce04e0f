import type { Page } from '@playwright/test';
import { expectToast, purchases, signIn, signInByForm, signUp, uniqueName } from './actors.ts';
import { expect, test } from './fixtures.ts';

test.use({ expectedErrors: [/status of 401/] });

async function expectSignInFor(page: Page, messages: string[], address: string) {
  await expect
    .poll(() => messages.splice(0))
    .toContain('Unauthorized: You are logged out. Logging in again...');
  await expect(page).toHaveURL(`/login?returnTo=${encodeURIComponent(address)}`);
}

test('an order survives an expired session: the dialog comes back as typed and buys exactly once', async ({
  page,
  messages,
  market,
}) => {
  const property = await market.offer();
  const account = await signUp(page.request, { cash: 1_000 });
  await page.goto(`/investor-marketplace?q=${encodeURIComponent(property.name)}`);
  await page
    .getByRole('listitem', { name: property.name })
    .getByRole('button', { name: 'Invest Now' })
    .click();
  const dialog = page.getByRole('dialog', { name: `Invest in ${property.name}` });
  await dialog.getByLabel('Number of shares').fill('3');
  await page.context().clearCookies();
  const { pathname, search } = new URL(page.url());
  await dialog.getByRole('button', { name: 'Buy 3 shares for $307.50' }).click();
  await expectSignInFor(page, messages, pathname + search);

  await signInByForm(page, account);
  await expect(dialog.getByLabel('Number of shares')).toHaveValue('3');
  expect(await purchases(page.request)).toEqual([]);
  await dialog.getByRole('button', { name: 'Buy 3 shares for $307.50' }).dblclick();
  await expectToast(page, 'Investment Successful', `You have successfully invested in ${property.name}!`);
  await expect(dialog).toBeHidden();
  expect(await purchases(page.request)).toEqual([[property.id, 3]]);
});

test('a session that another device ends leads to sign-in, and the order is still there after it', async ({
  page,
  messages,
  openPage,
  market,
}) => {
  const property = await market.offer();
  const account = await signUp(page.request, { cash: 1_000 });
  const address = `/property/${property.id}?invest=${property.id}`;
  await page.goto(address);
  const dialog = page.getByRole('dialog', { name: `Invest in ${property.name}` });
  await dialog.getByLabel('Number of shares').fill('4');

  const other = await openPage();
  await signIn(other.request, account);
  await other.goto('/settings?view=security');
  await other.getByRole('button', { name: /^Sign out / }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Sign out device' }).click();
  await expectToast(other, 'Session ended', 'has been signed out.');
  await expect(other.getByRole('button', { name: /^Sign out / })).toHaveCount(0);

  await expectSignInFor(page, messages, address);
  await signInByForm(page, account);
  await expect(dialog.getByLabel('Number of shares')).toHaveValue('4');
  await dialog.getByRole('button', { name: 'Buy 4 shares for $410.00' }).click();
  await expect(dialog).toBeHidden();
  expect(await purchases(page.request)).toEqual([[property.id, 4]]);
});

test('a half-filled submission survives an expired session and is sent exactly once @release', async ({
  page,
  messages,
  market,
}) => {
  const name = uniqueName('Aspen Yard');
  const account = await signUp(page.request, { confirmed: true });
  await page.goto('/submit-property');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Street address').fill('1048 Pearl Street');
  await page.getByLabel('Location', { exact: true }).fill('Boulder, CO');
  await page.getByLabel('Property type').selectOption('industrial');
  await page.getByLabel('Price per share').fill('50');
  await page.getByLabel('Total shares').fill('10');
  await page.getByLabel('Annual yield').fill('6.5');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expectSignInFor(page, messages, '/submit-property');

  await signInByForm(page, account);
  for (const [field, value] of [
    ['Name', name],
    ['Street address', '1048 Pearl Street'],
    ['Location', 'Boulder, CO'],
    ['Property type', 'industrial'],
    ['Price per share', '50'],
    ['Total shares', '10'],
    ['Annual yield', '6.5'],
  ] as const) {
    await expect(page.getByLabel(field)).toHaveValue(value);
  }
  await page.getByRole('button', { name: 'Submit' }).click();
  await expectToast(page, 'Property Submitted', 'Your property has been submitted for review.');
  expect(await market.count(name)).toBe(1);
});

test('what was typed in the wallet and in the profile survives an expired session @release', async ({
  page,
  messages,
}) => {
  const account = await signUp(page.request, { cash: 50, confirmed: true });
  await page.goto('/wallet?dialog=withdraw');
  const dialog = page.getByRole('dialog', { name: 'Withdraw' });
  await dialog.getByLabel('Amount').fill('20');
  await page.context().clearCookies();
  await dialog.getByRole('button', { name: 'Withdraw $20.00' }).click();
  await expectSignInFor(page, messages, '/wallet?dialog=withdraw');
  await signInByForm(page, account);
  await expect(dialog.getByLabel('Amount')).toHaveValue('20');
  await dialog.getByRole('button', { name: 'Withdraw $20.00' }).click();
  await expectToast(page, 'Withdrawal started', '$20.00 is on its way to your bank.');

  await page.goto('/settings');
  await page.getByLabel('First name').fill('Grace');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expectSignInFor(page, messages, '/settings');
  await signInByForm(page, account);
  await expect(page.getByLabel('First name')).toHaveValue('Grace');
});

test('the next person at the same browser finds nothing of what the last one typed', async ({
  page,
  market,
}) => {
  const property = await market.offer();
  await signUp(page.request, { cash: 1_000 });
  const address = `/property/${property.id}?invest=${property.id}`;
  await page.goto(address);
  await page.getByLabel('Number of shares').fill('7');
  await page.getByRole('dialog').press('Escape');
  await page.goto('/submit-property');
  await page.getByLabel('Name').fill('Secret Garden');
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();

  await signUp(page.request);
  await page.goto('/submit-property');
  await expect(page.getByLabel('Name')).toHaveValue('');
  await page.goto(address);
  await expect(page.getByLabel('Number of shares')).toHaveValue('1');

  // Nor where the last one signed out elsewhere, and this tab was left as it was.
  await page.goto('/submit-property');
  await page.getByLabel('Name').fill('Secret Garden');
  await page.context().clearCookies();
  await signUp(page.request);
  await page.goto('/submit-property');
  await expect(page.getByLabel('Name')).toHaveValue('');
});

test('one message shows at a time, also when a session is lost while another is shown', async ({
  page,
  messages,
}) => {
  let mostAtOnce = 0;
  await page.exposeFunction('reportToasts', (count: number) => {
    mostAtOnce = Math.max(mostAtOnce, count);
  });
  await page.addInitScript(() => {
    const { reportToasts } = globalThis as unknown as { reportToasts: (count: number) => void };
    new MutationObserver(() => {
      const toasts = [...document.querySelectorAll('[data-sonner-toast]')];
      reportToasts(toasts.filter((one) => one.checkVisibility()).length);
    }).observe(document, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['style', 'data-removed'],
    });
  });
  await signUp(page.request);
  await page.goto('/settings');
  const save = page.getByRole('button', { name: 'Save profile' });
  for (const name of ['Grace', 'Mary']) {
    await page.getByLabel('First name').fill(name);
    await save.click();
    await expect.poll(() => messages.splice(0)).toContainEqual(expect.stringMatching(/^Profile/));
  }
  // Lost with the request itself: a refresh of the page would notice it sooner than the click.
  await page.route(/identity\.updateProfile/, async (route) => {
    await page.context().clearCookies();
    await route.continue();
  });
  await page.getByLabel('First name').fill('Ada');
  await save.click();
  await expect.poll(() => messages).toContain('Unauthorized: You are logged out. Logging in again...');
  expect(mostAtOnce).toBe(1);
});
