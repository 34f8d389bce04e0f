import { randomUUID } from 'node:crypto';
import { anAccount, buy, purchases, signUp, submitProperty } from './actors.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

test('a watched property is in the list, its vote is announced, and its shares are bought from there', async ({
  page,
  openPage,
  market,
}) => {
  const owner = (await openPage()).request;
  await signUp(owner, { confirmed: true });
  const property = await submitProperty(owner, { minimumShares: 0 });
  await market.setStatus(property.id, 'approved');
  const holder = (await openPage()).request;
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
    const proposal = { propertyId: property.id, title: 'A new roof', description: 'Slate.', votingDays: 7 };
    const proposed = await owner.post('/api/trpc/governance.propose', {
      data: { ...proposal, requestId: randomUUID() },
    });
    expect(proposed.ok()).toBe(true);
    await expect(page.getByRole('link', { name: 'Notifications, 2 unread' })).toBeVisible();
  });

  await test.step('from the alert to the purchase', async () => {
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
  });
});

test('an invitation is carried from its link through sign-up, and is listed without name or address', async ({
  page,
  openPage,
}) => {
  await signUp(page.request, { confirmed: true });
  await page.goto('/invite');
  const link = await page.getByRole('textbox', { name: 'Referral link' }).inputValue();
  expect(link).toMatch(/\?ref=[A-Z0-9]{8}$/);

  const friend = await openPage();
  const account = anAccount();
  await friend.goto(link);
  await friend.goto('/login?mode=sign-up');
  await friend.getByLabel('First name').fill(account.firstName);
  await friend.getByLabel('Last name').fill(account.lastName);
  await friend.getByLabel('Email', { exact: true }).fill(account.email);
  await friend.getByLabel('Password', { exact: true }).fill(account.password);
  await friend.getByRole('button', { name: 'Create account' }).click();
  await friend.waitForURL((url) => !url.pathname.startsWith('/login'));

  const list = page.getByRole('listitem').filter({ hasText: 'Ada Q.' });
  await expect(list).toBeVisible();
  await expect(list).not.toContainText(account.email);
  await expectAccessible(page);
});
