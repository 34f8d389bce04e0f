import { randomUUID } from 'node:crypto';
import {
  type Account,
  addCash,
  anAccount,
  answered,
  buy,
  cashOf,
  expectToast,
  figure,
  marketOf,
  type Offering,
  purchases,
  signIn,
  signUp,
  submitProperty,
  takenOver,
  verifyIdentity,
} from './actors.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { daysLater } from './later.ts';

test('a watched property is in the list, its vote is announced, and its shares are bought from there', async ({
  page,
  openClient,
  market,
}) => {
  const owner = await openClient();
  await signUp(owner, { confirmed: true });
  const property = await submitProperty(owner, { minimumShares: 0 });
  await market.setStatus(property.id, 'approved');
  const holder = await openClient();
  await signUp(holder, { cash: 200 });
  await buy(holder, property.id, 1);
  await signUp(page.request, { cash: 500 });

  await test.step('the heart on the property page', async () => {
    await page.goto(`/property/${property.id}`);
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Watching', exact: true })).toBeVisible();
  });

  await test.step('the list, and the alert of a vote', async () => {
    await page.goto('/investor-watchlist');
    const card = page.getByRole('listitem', { name: property.name });
    await expect(card).toContainText('Watching');
    await expectAccessible(page);
    await card.getByRole('button', { name: 'Alerts' }).click();
    const alerts = page.getByRole('dialog', { name: `Alerts for ${property.name}` });
    await alerts.getByLabel('Price change').fill('7');
    await alerts.getByRole('button', { name: 'Save alerts' }).click();
    await expect(page.getByText('Alerts saved')).toBeVisible();
    await expect(card.getByRole('button', { name: 'Custom alerts' })).toBeVisible();
    const proposal = { propertyId: property.id, title: 'A new roof', description: 'Slate.', votingDays: 7 };
    const proposed = await owner.post('/api/trpc/governance.propose', {
      data: { ...proposal, requestId: randomUUID() },
    });
    expect(proposed.ok()).toBe(true);
    await expect(page.getByRole('link', { name: 'Notifications, 2 unread' })).toBeVisible();
  });

  await test.step('from the alert to the purchase', async () => {
    await page.goto('/notifications?view=settings');
    await page.getByLabel('Email frequency').selectOption('weekly');
    await expect(page.getByText('Settings updated')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Email frequency')).toHaveValue('weekly');
    await page.goto('/notifications');
    const alert = page.getByRole('listitem').filter({ hasText: `New vote: ${property.name}` });
    await alert.getByRole('button', { name: 'Take Action' }).click();
    await expect(page).toHaveURL(`/property/${property.id}?tab=governance`);
    await page.goto('/investor-watchlist');
    await page
      .getByRole('listitem', { name: property.name })
      .getByRole('button', { name: 'Invest Now' })
      .click();
    const dialog = page.getByRole('dialog', { name: `Invest in ${property.name}` });
    await dialog.getByLabel('Number of shares').fill('2');
    await dialog.getByRole('button', { name: 'Buy 2 shares for $205.00' }).click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'Done' }).click();
    expect(await purchases(page.request)).toEqual([[property.id, 2]]);
  });

  await test.step('it leaves the list', async () => {
    await page.getByRole('button', { name: `Remove ${property.name} from your watchlist` }).click();
    await expect(page.getByRole('listitem', { name: property.name })).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: 'Watchlist' })).toBeFocused();
  });
});

test('an invitation is carried from its link through sign-up to a purchase, and three of them to the shares of a reward @release', async ({
  playwright,
  browser,
}) => {
  test.setTimeout(240_000);
  let inviter: Account;
  let property: Offering;
  await daysLater({
    async before({ url: baseURL }) {
      const contextFor = () => playwright.request.newContext({ baseURL });
      const admin = await contextFor();
      const owner = await contextFor();
      await signUp(owner, { confirmed: true });
      property = await marketOf(owner, admin).offer({ totalShares: 100, minimumShares: 0 });
      const [own, friends] = [await browser.newContext({ baseURL }), await browser.newContext({ baseURL })];
      const [page, friend] = [await own.newPage(), await friends.newPage()];
      inviter = await signUp(page.request, { confirmed: true });
      await verifyIdentity(page.request, admin, '212-34-5601');
      await page.goto('/invite');
      const link = await page.getByRole('textbox', { name: 'Referral link' }).inputValue();
      expect(link).toMatch(/\?ref=[A-Z0-9]{8}$/);

      await test.step('the link is copied, or selected where the browser does not allow that', async () => {
        const copy = page.getByRole('button', { name: 'Copy link' });
        await own.grantPermissions(['clipboard-read', 'clipboard-write']);
        await copy.click();
        await expectToast(page, 'Copied!', 'Referral link copied to clipboard');
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
        await page.evaluate(() => {
          navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
        });
        await copy.click();
        await expectToast(page, 'Failed to copy', 'Please copy the link manually');
      });

      await test.step('a friend opens the link, signs up and invests', async () => {
        const account = anAccount();
        await friend.goto(link);
        await friend.goto('/login?mode=sign-up');
        await takenOver(friend);
        await friend.getByLabel('First name').fill('Ben');
        await friend.getByLabel('Last name').fill('Larkin');
        await friend.getByLabel('Email', { exact: true }).fill(account.email);
        await friend.getByLabel('Password', { exact: true }).fill(account.password);
        await friend.getByRole('button', { name: 'Create account' }).click();
        await friend.waitForURL((url) => !url.pathname.startsWith('/login'));
        const list = page.getByRole('listitem').filter({ hasText: 'Ben L.' });
        await expect(list).toContainText('Not Invested');
        await expect(list).not.toContainText(account.email);
        await expectAccessible(page);

        await answered(friend.request.post('/api/trpc/onboarding.skip', { data: { step: 1, answers: {} } }));
        await verifyIdentity(friend.request, admin, '212-34-5602');
        await addCash(friend.request, 200);
        await friend.goto(`/property/${property.id}`);
        await friend.getByRole('button', { name: 'Invest Now' }).click();
        const dialog = friend.getByRole('dialog', { name: `Invest in ${property.name}` });
        await dialog.getByLabel('Number of shares').fill('1');
        await dialog.getByRole('button', { name: 'Buy 1 share for $102.50' }).click();
        await expect(dialog).toHaveCount(0);
        await page.reload();
        await expect(list).toContainText('First Investment');
      });

      for (const ssn of ['212-34-5603', '212-34-5604']) {
        const other = await contextFor();
        await other.get(link);
        await signUp(other, { cash: 200 });
        await verifyIdentity(other, admin, ssn);
        await buy(other, property.id, 1);
        await other.dispose();
      }
      await page.reload();
      await expect(figure(page.getByRole('main'), 'Total referrals')).toHaveText('3');
      await expect(figure(page.getByRole('main'), 'Successful referrals')).toHaveText('0');
      for (const one of [own, friends]) await one.close();
      for (const one of [admin, owner]) await one.dispose();
    },
    days: 3,
    operator: ['fund-promotions', '102.50'],
    async after({ url: baseURL }) {
      const context = await browser.newContext({ baseURL });
      const page = await context.newPage();
      await signIn(page.request, inviter);
      const choose = page.getByRole('button', { name: 'Choose a property' });
      await expect(async () => {
        await page.goto('/invite');
        await expect(choose).toBeVisible({ timeout: 3_000 });
      }).toPass({ timeout: 60_000 });
      await choose.click();
      const dialog = page.getByRole('dialog', { name: 'Choose your 1 share' });
      await dialog.getByRole('radio', { name: property.name }).check();
      await dialog.getByRole('button', { name: 'Get 1 share' }).click();
      await expect(page.getByText('Granted')).toBeVisible();
      await expect(
        page.getByText('What they cost that day, $102.50 with the fee, counts as your income.'),
      ).toBeVisible();
      expect(await purchases(page.request)).toEqual([[property.id, 1]]);
      expect(await cashOf(page.request)).toBe('0.00');
      await context.close();
    },
  });
});
