import { expectToast, signUp } from './actors.ts';
import { expect, expectAccessible, signInAs, test } from './fixtures.ts';

test('an admin finds a person, freezes the account, ends its session, thaws it, and the log says so', async ({
  page,
  openPage,
}) => {
  const person = await openPage();
  const { email } = await signUp(person.request);
  await signInAs(page, 'admin');

  await test.step('what waits stands on the first page, and the person is found by email', async () => {
    await page.goto('/admin');
    await expect(page.getByRole('heading', { name: 'Waiting for you' })).toBeVisible();
    await page.goto(`/admin-users?q=${encodeURIComponent(email)}`);
    await page.getByRole('link', { name: 'Open the account of Ada Quill' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Ada Quill' })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the frozen person reads the reason', async () => {
    await page.getByRole('button', { name: 'Freeze account' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('Your bank reported a payment as stolen.');
    await page.getByRole('dialog').getByRole('button', { name: 'Freeze account' }).click();
    await expectToast(page, 'Account Frozen', 'Ada Quill was notified.');
    await expect(page.getByText('Since', { exact: false }).first()).toBeVisible();
    await person.goto('/wallet');
    await expect(person.getByRole('complementary', { name: 'Your account' })).toContainText(
      'Your bank reported a payment as stolen.',
    );
  });

  await test.step('the session is ended with a reason', async () => {
    await page.getByRole('button', { name: 'End all access' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('She lost her laptop.');
    await page.getByRole('dialog').getByRole('button', { name: 'End all access' }).click();
    await expectToast(page, 'Access Ended', 'Ada Quill was notified and has to sign in again.');
    await expect(page.getByText('Not signed in anywhere.')).toBeVisible();
  });

  await test.step('the account is thawed, and everything is in the audit log', async () => {
    await page.getByRole('button', { name: 'Unfreeze account' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('The bank was wrong.');
    await page.getByRole('dialog').getByRole('button', { name: 'Unfreeze account' }).click();
    await expectToast(page, 'Account Unfrozen', 'Ada Quill was notified.');
    await page.getByRole('link', { name: 'Audit log of this account' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Audit Log' })).toBeVisible();
    for (const action of ['freezes.unfreezeAccount', 'identity.endSessionsOf', 'freezes.freezeAccount'])
      await expect(page.getByRole('rowheader', { name: action })).toBeVisible();
    await page.getByRole('button', { name: 'Verify the chain' }).click();
    await expect(page.getByText(/The chain is unbroken: [\d,]+ rows verified\./)).toBeVisible();
  });
});
