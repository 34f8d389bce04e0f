import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { codeOf, stepAt } from '#features/identity/server/second-factor/totp.ts';
import { startBuiltServer } from '../support/built-server.ts';
import { freePort } from '../support/postgres-server.ts';
import { providerSettings, startProvider } from '../support/provider.ts';
import {
  anAccount,
  answered,
  choose,
  expectToast,
  linkInMail,
  PASSWORD,
  signInByForm,
  signUp,
  uniqueName,
} from './actors.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

const heading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
const banner = (page: Page) => page.getByRole('complementary', { name: 'Your email' });

async function signOut(page: Page) {
  await choose(page, /^Your account/, 'Log Out');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();
}

/** Sets an authenticator app up in the settings; answers its secret and the recovery codes. */
async function addAuthenticatorApp(page: Page) {
  await page.goto('/settings?view=security');
  await page.getByRole('button', { name: 'Set up authenticator app' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expectAccessible(page);
  const key = await dialog.locator('.font-mono').textContent();
  const secret = (key ?? '').replaceAll(/\s/g, '');
  await dialog.getByLabel('Code', { exact: true }).fill('12');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByText('Enter the six digits shown in the app.')).toBeVisible();
  await dialog.getByLabel('Code', { exact: true }).fill(await codeOf(secret, stepAt(new Date())));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  await expectAccessible(page);
  const codes = await dialog
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allInnerTexts();
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible();
  return { secret, codes };
}

test('without scripts an account is created and a new password asked for, and refusals keep what was typed', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  const { email } = anAccount();
  await page.goto('/login?mode=sign-up&returnTo=%2Fsettings');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Quill');
  await page.getByLabel('Email').fill(email);
  const create = async (password: string) => {
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
  };
  await create('short');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Use at least 8 characters');
  await expect(page.getByLabel('First name')).toHaveValue('Ada');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await create(PASSWORD);
  await expect(page).toHaveURL('/settings');
  expect((await context.request.get('/api/auth/user')).status()).toBe(200);

  await context.clearCookies();
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await heading(page, 'Check your email');
  await context.close();
});

test('a new member confirms their email by the link in the mail', async ({ page }) => {
  const { email } = await signUp(page.request);
  await page.goto('/wallet');
  await expect(banner(page)).toContainText(email);
  await expectAccessible(page);
  const link = await linkInMail(page.request, email, 'Confirm your email');
  await page.goto(link);
  await heading(page, 'Is this your email?');
  await expect(page.getByText(email)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm this email' }).click();
  await heading(page, 'Your email is confirmed');
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
  await expect(banner(page)).toHaveCount(0);

  await page.goto('about:blank');
  await page.goto(link);
  await heading(page, 'This link was already used');
  await expectAccessible(page);
  await page.goto('about:blank');
  await page.goto(`${link.split('#')[0]}#half-of-it`);
  await heading(page, 'This link does not work');
});

test.describe('signing up with an email that has an account', () => {
  test.use({ expectedErrors: [/status of 409/] });

  test('says so, does not lose what was typed, and leads to sign-in or to a new password', async ({
    page,
    openClient,
  }) => {
    const elsewhere = await openClient();
    const account = await signUp(elsewhere, { confirmed: true });
    await page.goto('/login?mode=sign-up&returnTo=%2Fwallet');
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Quill');
    const email = page.getByLabel('Email', { exact: true });
    await email.fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Create account', exact: true }).click();
    await expect(email).toHaveAccessibleDescription(/There is already an account with this email\./);
    await expect(email).toBeFocused();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Choose a new password' }).click();
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(account.email);
    await page.goBack();
    await expect(page.getByLabel('First name')).toHaveValue('Ada');
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Create account', exact: true }).click();
    await page.getByRole('link', { name: 'Sign in to that account' }).click();
    await expect(email).toHaveValue(account.email);
    await page.getByRole('button', { name: 'Sign in', exact: true }).last().click();
    await expect(page).toHaveURL('/wallet');
  });
});

test('someone who is not signed in confirms an email, and chooses name, password and invitation', async ({
  page,
  openClient,
}) => {
  const inviter = await openClient();
  await signUp(inviter);
  const { code } = (await answered(inviter.post('/api/trpc/referrals.makeCode', { data: {} }))).result.data;
  const stranger = await openClient();
  await stranger.get(`/?ref=${code}`);
  const { email } = await signUp(stranger);
  await page.goto(await linkInMail(page.request, email, 'Confirm your email'));
  await expect(page.getByText('Someone signed up with')).toBeVisible();
  await page.getByRole('button', { name: 'Confirm this email' }).click();
  await heading(page, 'Choose your password');
  await expect(page.getByText('By choosing a password, you agree to the Terms of Service')).toBeVisible();
  const invitation = page.getByRole('checkbox', { name: `I was invited by Ada Q. (code ${code})` });
  await expect(invitation).not.toBeChecked();
  await expectAccessible(page);
  await invitation.check();
  await page.getByLabel('First name').fill('Grace');
  await page.getByLabel('Last name').fill('Hopper');
  const password = 'umber-quarry-17-kettle';
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await heading(page, 'Your email is confirmed');
  const { result } = await answered(inviter.get('/api/trpc/referrals.overview'));
  expect(result.data.totalReferrals).toBe(1);
  expect((await stranger.get('/api/auth/user')).status()).toBe(401);
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await signInByForm(page, { email, password });
  await expect(page.getByRole('button', { name: /^Your account/ })).toBeVisible();
});

test.describe('a forgotten password', () => {
  test.use({ expectedErrors: [/status of (401|422)/] });

  test('is replaced by the link in the mail, and every other browser is signed out', async ({
    page,
    openClient,
  }) => {
    const elsewhere = await openClient();
    const account = await signUp(elsewhere, { confirmed: true });
    await page.goto('/login');
    await signInByForm(page, { email: account.email, password: 'not-the-password' });
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await heading(page, 'Reset your password');
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(account.email);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send me the link' }).click();
    await heading(page, 'Check your email');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expectAccessible(page);

    await page.goto(await linkInMail(page.request, account.email, 'Choose a new password'));
    const field = page.getByLabel('New password', { exact: true });
    await field.fill('password1');
    await page.getByRole('button', { name: 'Save the new password' }).click();
    await expect(field).toHaveAccessibleDescription(/This password is easy to guess\./);
    await expectAccessible(page);
    const password = 'umber-quarry-17-kettle';
    await field.fill(password);
    await page.getByRole('button', { name: 'Save the new password' }).click();
    await heading(page, 'Password changed');
    expect((await elsewhere.get('/api/auth/user')).status()).toBe(401);
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await signInByForm(page, { email: account.email, password });
    await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
  });
});

test('a member changes their email, which counts when the new one is confirmed @release', async ({
  page,
}) => {
  const { email } = await signUp(page.request, { confirmed: true });
  const next = `${uniqueName('next').replaceAll(' ', '-')}@example.test`;
  await page.goto('/settings');
  await page.getByLabel('New email').fill(next);
  await page.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByText('The link is on its way.')).toBeVisible();
  await expect(page.getByText('One step left')).toBeVisible();
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await page.goto(await linkInMail(page.request, next, 'Confirm your new email'));
  await heading(page, 'Use this email?');
  await page.getByRole('button', { name: 'Use this email' }).click();
  await heading(page, 'Your email was changed');
  await page.goto('/settings');
  await expect(page.getByText(next, { exact: true })).toBeVisible();
});

test.describe('an authenticator app', () => {
  test.use({ expectedErrors: [/status of (401|403)/] });

  test('is set up, asked for at sign-in, and replaced by a recovery code once', async ({ page }) => {
    test.setTimeout(120_000);
    const account = await signUp(page.request, { confirmed: true });
    const { secret, codes } = await addAuthenticatorApp(page);
    expect(codes).toHaveLength(10);
    await signOut(page);

    await page.goto('/login?returnTo=%2Fwallet');
    await signInByForm(page, account);
    await heading(page, 'One more step');
    await expectAccessible(page);
    const code = page.getByLabel('Code', { exact: true });
    await code.fill('000000');
    await page.getByRole('button', { name: 'Sign in', exact: true }).last().click();
    await expect(code).toHaveAccessibleDescription(/This code is wrong/);
    await code.fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Sign in', exact: true }).last().click();
    await expect(page).toHaveURL('/wallet');
    await signOut(page);

    await page.goto('/login');
    await signInByForm(page, account);
    await code.fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Sign in', exact: true }).last().click();
    await expect(code).toHaveAccessibleDescription(/was already used/);
    await code.fill(await codeOf(secret, stepAt(new Date()) + 1));
    await page.getByRole('button', { name: 'Sign in', exact: true }).last().click();
    await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
    await page.goto('/settings?view=security');
    await expect(page.getByText('9 recovery codes are left.')).toBeVisible();
  });
});

test.describe('a withdrawal long after sign-in', () => {
  test.use({ expectedErrors: [/status of (401|403|422)/] });

  test('asks for a proof of identity first, remembers the amount, and happens once', async ({ page }) => {
    await signUp(page.request, { cash: 50, confirmed: true });
    // The server's clock is the system's: its answer after ten minutes is given here in its place, this once.
    await page.route(
      '**/api/trpc/wallet.withdraw*',
      (route) => {
        const data = { code: 'FORBIDDEN', httpStatus: 403, domainCode: 'CONFIRM_IDENTITY', issues: [] };
        const error = { message: 'Confirm it’s you first.', code: -32_003, data };
        return route.fulfill({ status: 403, json: [{ error }] });
      },
      { times: 1 },
    );
    await page.goto('/wallet?dialog=withdraw');
    await page.getByLabel('Amount').fill('20');
    await page.getByRole('button', { name: 'Withdraw $20.00' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
    const password = proof.getByLabel('Password', { exact: true });
    await expect(password).toBeFocused();
    await expectAccessible(page);
    await password.fill('not-the-password');
    await password.press('Enter');
    await expect(password).toHaveAccessibleDescription(/That is not your current password\./);
    await password.fill(PASSWORD);
    await password.press('Enter');
    await expectToast(page, 'Withdrawal started', '$20.00 is on its way to your bank.');
    await expect(proof).toHaveCount(0);
  });
});

test.describe('passkeys', () => {
  test.use({
    // Browsers make passkeys for names only, and the server listens on a number.
    baseURL: async ({ server }, use) => use(server.url.replace('127.0.0.1', 'localhost')),
  });

  test('are added, renamed, used to sign in, and removed', async ({ page }) => {
    await signUp(page.request, { confirmed: true });
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto('/settings?view=security');
    await page.getByRole('button', { name: 'Add passkey' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Laptop');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add passkey' }).click();
    await expectToast(page, 'Passkey added', '"Laptop" signs you in from now on.');
    await page.getByRole('button', { name: 'Rename Laptop' }).click();
    await dialog.getByLabel('Name').fill('Kitchen laptop');
    await dialog.getByRole('button', { name: 'Save name' }).click();
    await expect(page.getByText('Kitchen laptop', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await signOut(page);

    await page.goto('/login?returnTo=%2Fsettings%3Fview%3Dsecurity');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page).toHaveURL('/settings?view=security');
    await page.getByRole('button', { name: 'Remove Kitchen laptop' }).click();
    await dialog.getByRole('button', { name: 'Remove passkey' }).click();
    await expect(page.getByRole('heading', { name: 'No passkeys' })).toBeVisible();
    await session.detach();
  });
});

test.describe('another provider', () => {
  test.use({ expectedErrors: [/status of (401|404)|ERR_NAME_NOT_RESOLVED/] });

  test('signs a new member up, and is connected with an account that is there already @release', async ({
    openPage,
  }) => {
    test.setTimeout(120_000);
    const dataDir = await mkdtemp(path.join(tmpdir(), 'commonhold-e2e-provider-'));
    const [port, providerPort] = [await freePort(), await freePort()];
    const settings = providerSettings(`http://127.0.0.1:${providerPort}`);
    const server = await startBuiltServer({
      DATA_DIR: dataDir,
      SAMPLE_DATA: '0',
      RATE_LIMITS: 'off',
      APPROVALS: '2',
      PORT: String(port),
      ...settings,
    });
    const provider = await startProvider(providerPort, `${server.url}/api/auth/provider`);
    const page = await openPage();
    const goThrough = async (login: string) => {
      await page.goto(`${server.url}/login`);
      await expect(page.getByText('By creating an account with Test Provider, you agree')).toBeVisible();
      await page.getByRole('button', { name: 'Continue with Test Provider' }).click();
      await page.locator('input[name=login]').fill(login);
      await page.locator('input[name=password]').fill('x');
      await page.getByRole('button', { name: /sign-in/i }).click();
      await page.getByRole('button', { name: /continue/i }).click();
    };
    expect(server.output()).toContain('Warning: APPROVALS=2 and there is no admin');
    try {
      provider.accounts.set('grace', {
        email: 'grace@example.test',
        email_verified: true,
        name: 'Grace Hopper',
      });
      await goThrough('grace');
      await page.waitForURL(`${server.url}/**`);
      const created = await page.request.get(`${server.url}/api/auth/user`);
      expect(await created.json()).toMatchObject({ email: 'grace@example.test', emailConfirmed: true });

      await page.context().clearCookies();
      const account = anAccount();
      await page.request.post(`${server.url}/api/auth/sign-up`, { data: account });
      await page.context().clearCookies();
      provider.accounts.set('ada', { email: account.email, email_verified: true, name: 'Ada Quill' });
      await goThrough('ada');
      await page.waitForURL(/connect=offered/);
      await expect(page.getByText('Test Provider is connected with it.')).toBeVisible();
      await expectAccessible(page);
      await signInByForm(page, account);
      await expect(page).toHaveURL(`${server.url}/`);
      const connected = await page.request.get(`${server.url}/api/auth/user`);
      expect(await connected.json()).toMatchObject({ email: account.email, emailConfirmed: true });
    } finally {
      await page.context().close();
      await provider.close();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
