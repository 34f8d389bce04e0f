import { codeOf, stepAt } from '#features/identity/server/second-factor/totp.ts';
import { putClockAhead } from '../support/clock-ahead.mjs';
import { answered, expectToast, signInByForm, signUp } from './actors.ts';
import { expect, expectAccessible, test as inBrowser, signInAs, withSampleServer } from './fixtures.ts';

/** Its clock is put ahead, so nobody else uses it. */
const test = inBrowser.extend({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => withSampleServer({}, use),
    { scope: 'worker', timeout: 60_000 },
  ],
});

const MORE_THAN_A_DAY_MS = 25 * 60 * 60 * 1000;

test.use({ expectedErrors: [/status of 409/] });

test('an admin freezes an account, helps its owner with another admin after a day, thaws it, and the log says so', async ({
  page,
  openPage,
  server,
}) => {
  test.slow();
  const person = await openPage();
  const account = await signUp(person.request);
  const { result } = await answered(
    person.request.post('/api/trpc/identity.startSecondFactor', { data: {} }),
  );
  const code = await codeOf(result.data.secret, stepAt(new Date()));
  await answered(person.request.post('/api/trpc/identity.enableSecondFactor', { data: { code } }));
  await signInAs(page, 'admin');

  await test.step('what waits stands on the first page, and the person is found by email', async () => {
    await page.goto('/admin');
    await expect(page.getByRole('heading', { name: 'Waiting for you' })).toBeVisible();
    await page.goto(`/admin-users?q=${encodeURIComponent(account.email)}`);
    await page.getByRole('link', { name: 'Open the account of Ada Quill' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Ada Quill' })).toBeVisible();
    await expectAccessible(page);
  });

  const slower = await openPage();
  const slowerDialog = slower.getByRole('dialog');
  await test.step('another admin is about to freeze the account, too', async () => {
    await signInAs(slower, 'admin2');
    await slower.goto(page.url());
    await slower.getByRole('button', { name: 'Freeze account' }).click();
    await slowerDialog.getByLabel('Reason').fill('Her bank called us.');
  });

  await test.step('the frozen person reads the reason', async () => {
    await page.getByRole('button', { name: 'Freeze account' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('Your bank reported a payment as stolen.');
    await page.getByRole('dialog').getByRole('button', { name: 'Freeze account' }).click();
    await expectToast(page, 'Account frozen', 'Ada Quill was notified.');
    await expect(page.getByText('Since', { exact: false }).first()).toBeVisible();
    await person.goto('/wallet');
    await expect(person.getByRole('complementary', { name: 'Your account' })).toContainText(
      'Your bank reported a payment as stolen.',
    );
    await expect(person.getByRole('button', { name: 'Deposit', exact: true })).toBeDisabled();
    await expect(person.getByRole('button', { name: 'Make a deposit' })).toHaveCount(0);
  });

  await test.step('the slower admin’s page shows the freeze, and the open dialog still freezes', async () => {
    await expect(slower.getByText('Frozen by Sample Admin')).toBeVisible();
    await slowerDialog.getByRole('button', { name: 'Freeze account' }).click();
    await expect(slowerDialog).toContainText('Sample Admin has already frozen this account.');
    await slower.close();
  });

  await test.step('help with the lost authenticator app is asked for, and the person can object for a day', async () => {
    await page.getByRole('button', { name: 'Remove lost authenticator app' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason for the request').fill('Her phone fell into a lake.');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Request approval' }).click();
    await expectToast(page, 'Approval requested', 'The other admins were notified.');
    await page.goto('/admin');
    await expect(page.getByRole('link', { name: /1 request of yours, for another admin/ })).toBeVisible();
    await person.goto('/settings?view=security');
    await expect(person.getByText('An admin requested a change to your account')).toBeVisible();
    await expect(person.getByText(/Reason: Her phone fell into a lake\./)).toBeVisible();
    await expect(person.getByRole('button', { name: 'Object', exact: true })).toBeVisible();
  });

  await test.step('a day later another admin carries it out, and the password alone signs in', async () => {
    for (const one of [page, person]) await one.goto('about:blank');
    await server.startLater(MORE_THAN_A_DAY_MS);
    const second = await openPage();
    for (const one of [page, person, second]) await one.addInitScript(putClockAhead, MORE_THAN_A_DAY_MS);
    await signInAs(second, 'admin2');
    await second.goto('/admin-approvals');
    await second.getByRole('button', { name: 'Approve: Remove Ada Quill’s authenticator app' }).click();
    await second.getByRole('dialog').getByRole('button', { name: 'Approve and carry out' }).click();
    await expectToast(second, 'Request approved', 'Done: Remove Ada Quill’s authenticator app.');
    await person.context().clearCookies();
    await person.goto('/login?returnTo=%2Fwallet');
    await signInByForm(person, account);
    await expect(person.getByRole('complementary', { name: 'Your account' })).toContainText('stolen');
    await person.goto('about:blank');
  });

  await test.step('the session is ended with a reason', async () => {
    await signInAs(page, 'admin');
    await page.goto(`/admin-users?q=${encodeURIComponent(account.email)}`);
    await page.getByRole('link', { name: 'Open the account of Ada Quill' }).click();
    await page.getByRole('button', { name: 'End all access' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('She lost her laptop.');
    await page.getByRole('dialog').getByRole('button', { name: 'End all access' }).click();
    await expectToast(page, 'Access ended', 'Ada Quill was notified and has to sign in again.');
    await expect(page.getByText('Not signed in anywhere.')).toBeVisible();
  });

  await test.step('the account is thawed, and everything is in the audit log', async () => {
    await page.getByRole('button', { name: 'Unfreeze account' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('The bank was wrong.');
    await page.getByRole('dialog').getByRole('button', { name: 'Unfreeze account' }).click();
    await expectToast(page, 'Account unfrozen', 'Ada Quill was notified.');
    await page.getByRole('link', { name: 'Audit log of this account' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
    for (const action of [
      'freezes.unfreezeAccount',
      'identity.endSessionsOf',
      'identity.resetSecondFactor',
      'freezes.freezeAccount',
    ])
      await expect(page.getByRole('rowheader', { name: action })).toBeVisible();
    await page.getByRole('button', { name: 'Verify the chain' }).click();
    await expect(page.getByText(/The chain is unbroken: [\d,]+ rows verified\./)).toBeVisible();
  });
});
