import { addCash, answered, signUp } from './actors.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

test('a person downloads their data, sees the obstacles, and closes the account', async ({
  page,
  openPage,
  expectedErrors,
}) => {
  // The sign-in at the end is refused.
  expectedErrors.push(/401/);
  const account = await signUp(page.request, { confirmed: true });

  await test.step('someone with cash reads what to do first', async () => {
    const saver = await openPage();
    await signUp(saver.request);
    await addCash(saver.request, 20);
    await saver.goto('/settings#your-data');
    const section = saver.getByRole('region', { name: 'Your data' });
    await expect(section.getByText('Your wallet holds $20.00.')).toBeVisible();
    await expect(section.getByRole('button', { name: 'Close my account' })).toBeHidden();
    await section.getByRole('link', { name: 'Withdraw your cash' }).click();
    await expect(saver).toHaveURL(/\/wallet$/);
    await addCash(saver.request, 5);
    await saver.goBack();
    await expect(section.getByText('Your wallet holds $25.00.')).toBeVisible();
  });

  await test.step('everything comes as one file', async () => {
    await page.goto('/settings#your-data');
    await page.getByRole('button', { name: 'Prepare my data' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    expect((await download).suggestedFilename()).toMatch(/^commonhold-data-\d{4}-\d\d-\d\d\.zip$/);
  });

  await test.step('the account is closed by typing the words', async () => {
    await page.getByRole('button', { name: 'Close my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Close your account?' });
    await dialog.getByLabel('Type "close my account"').fill('yes');
    await dialog.getByRole('button', { name: 'Close my account' }).click();
    await expect(dialog.getByText('Type "close my account" to confirm.')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Type "close my account"').fill('Close my account');
    await dialog.getByRole('button', { name: 'Close my account' }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  });

  await test.step('it lets nobody in, and its email is free', async () => {
    const { email, password } = account;
    const signIn = await page.request.post('/api/auth/sign-in', { data: { email, password } });
    expect(signIn.status()).toBe(401);
    await answered(page.request.post('/api/auth/sign-up', { data: account }));
  });
});
