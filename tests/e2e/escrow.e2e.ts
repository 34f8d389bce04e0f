import {
  type Account,
  buy,
  cashOf,
  expectToast,
  marketOf,
  type Offering,
  purchases,
  SAMPLE_ADMIN,
  signIn,
  signUp,
} from './actors.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { daysLater } from './later.ts';

test('an investor buys, cancels within 48 hours, and has money and shares as before @phone-only', async ({
  page,
  market,
}) => {
  const property = await market.offer({ totalShares: 40, minimumShares: 20, fundingDays: 30 });
  await signUp(page.request, { cash: 600 });

  await test.step('the page says what happens to the money', async () => {
    await page.goto(`/property/${property.id}`);
    const escrow = page.getByRole('region', { name: 'Escrow' });
    await expect(escrow).toContainText('Open');
    await expect(escrow).toContainText('$0 of at least $2,000');
    await expect(escrow).toContainText('29 days left');
    await expect(escrow).toContainText('investors get all of it back, fees included');
    await expect(page.getByText(/^if the offering succeeds by /)).toBeVisible();
    await page.getByRole('tab', { name: 'Trading' }).click();
    await expect(page.getByText('Trading has not begun')).toBeVisible();
  });

  await test.step('buy', async () => {
    await page.getByRole('button', { name: 'Invest Now' }).click();
    const dialog = page.getByRole('dialog', { name: `Invest in ${property.name}` });
    await expect(dialog).toContainText('A purchase can be canceled within 48 hours');
    await dialog.getByLabel('Number of shares').fill('5');
    await dialog.getByRole('button', { name: 'Buy 5 shares for $512.50' }).click();
    await expectToast(page, 'Investment Successful', property.name);
    await expect(page.getByRole('region', { name: 'Escrow' })).toContainText('$500 of at least $2,000');
  });

  await test.step('cancel', async () => {
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Purchases you can cancel' })).toBeVisible();
    await expectAccessible(page, 'main');
    await page.getByRole('button', { name: `Cancel purchase of 5 shares of ${property.name}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel this purchase?' });
    await expect(dialog).toContainText('$512.50, fees included, goes back to your available cash');
    await expect(dialog).toContainText('47 hours left');
    await dialog.getByRole('button', { name: 'Cancel purchase' }).click();
    await expectToast(page, 'Purchase canceled', '$512.50 is back in your available cash.');
    await expect(page.getByRole('heading', { name: 'Purchases you can cancel' })).toBeHidden();
    await expect(page.getByText('No investments yet')).toBeVisible();
  });

  await test.step('everything is as before, and the history says what happened', async () => {
    expect(await cashOf(page.request)).toBe('600.00');
    await page.goto('/transaction-history');
    await expect(page.getByText(`Canceled the purchase of 5 shares of ${property.name}`)).toBeVisible();
    await page.goto(`/property/${property.id}`);
    await expect(page.getByRole('region', { name: 'Escrow' })).toContainText('$0 of at least $2,000');
  });
});

test('an admin sees the status of offerings and changes the terms until something is sold', async ({
  page,
  openPage,
  market,
}) => {
  const property = await market.offer({ totalShares: 40 });
  await signIn(page.request, SAMPLE_ADMIN);
  await page.goto(`/admin?q=${encodeURIComponent(property.name)}`);
  const row = page.getByRole('row', { name: property.name });
  await expect(row).toContainText('$0 of at least $4,000');
  await row.getByRole('button', { name: `Edit the terms of ${property.name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Terms of ${property.name}` });
  await dialog.getByLabel('Minimum shares to sell').fill('41');
  await dialog.getByRole('button', { name: 'Save terms' }).click();
  await expect(dialog).toContainText('Enter a whole number from 0 to 40.');
  await dialog.getByLabel('Minimum shares to sell').fill('10');
  await dialog.getByRole('button', { name: 'Save terms' }).click();
  await expectToast(page, 'Terms changed', property.name);
  await expect(row).toContainText('$0 of at least $1,000');

  const other = await openPage();
  await other.goto(page.url());
  await signUp(other.request, { cash: 200 });
  await buy(other.request, property.id, 1);
  await expect(row).toContainText('$100 of at least $1,000');
  await expect(row.getByRole('button', { name: `Edit the terms of ${property.name}` })).toBeHidden();
});

test('an offering that misses its minimum gives everyone everything back @release', async ({
  playwright,
  browser,
}) => {
  test.setTimeout(180_000);
  let account: Account;
  let property: Offering;
  await daysLater({
    async before({ url: baseURL }) {
      const [admin, owner, investor] = await Promise.all(
        [1, 2, 3].map(() => playwright.request.newContext({ baseURL })),
      );
      if (!admin || !owner || !investor) throw new Error('Someone is missing.');
      await signUp(owner, { confirmed: true });
      account = await signUp(investor, { cash: 1_000 });
      property = await marketOf(owner, admin).offer({ totalShares: 40, fundingDays: 1 });
      await buy(investor, property.id, 7);
      expect(await cashOf(investor)).toBe('282.50');
      for (const one of [admin, owner, investor]) await one.dispose();
    },
    days: 2,
    async after({ url: baseURL }) {
      const context = await browser.newContext({ baseURL });
      const page = await context.newPage();
      await signIn(page.request, account);
      await expect.poll(() => cashOf(page.request), { timeout: 30_000 }).toBe('1000.00');
      expect(await purchases(page.request)).toEqual([[property.id, 7]]);
      await page.goto('/transaction-history');
      await expect(page.getByText(`Refund of 7 shares of ${property.name}`)).toBeVisible();
      await page.goto('/notifications');
      await expect(page.getByText(`You got $717.50 back for your shares of ${property.name}`)).toBeVisible();
      await context.close();
    },
  });
});
