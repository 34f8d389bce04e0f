import type { Page } from '@playwright/test';
import { isRelease } from '../support/sizes.ts';
import { choose, signInByForm, signUp, takenOver } from './actors.ts';
import { expect, test } from './fixtures.ts';

/** Before a release all of them; at each commit those whose way back has a search. */
const PROTECTED = [
  '/dashboard',
  '/investor-dashboard',
  '/investor-marketplace?type=industrial',
  '/property/1',
  '/wallet?dialog=deposit',
  '/settings',
  '/notifications',
  '/onboarding',
  '/onboarding/kyc?step=1',
  '/submit-property',
  '/admin',
  '/admin-panel?status=pending',
  '/owner-submit',
  '/admin-review',
  '/admin-education',
  '/admin-kyc?status=approved',
].filter((address) => isRelease || address.includes('?'));

test('a visitor of a page for members gets a message, and is led to sign in with the way back', async ({
  page,
  messages,
}) => {
  for (const address of PROTECTED) {
    await test.step(address, async () => {
      messages.length = 0;
      await page.goto(address);
      await expect.poll(() => messages).toEqual(['Unauthorized: You are logged out. Logging in again...']);
      await expect(page).toHaveURL(`/login?returnTo=${encodeURIComponent(address)}`);
    });
  }
});

for (const [address, next] of [
  ['/investor-marketplace?type=industrial', '/investor-marketplace?type=industrial'],
  ['/onboarding/kyc?step=1', '/onboarding/kyc?step=1'],
  ['/admin-panel?status=pending', '/'],
] as const) {
  test(`a person who came for ${address} and signs in as a member is at ${next}`, async ({
    page,
    openClient,
  }) => {
    await page.goto(address);
    await expect(page).toHaveURL(`/login?returnTo=${encodeURIComponent(address)}`);
    await signInByForm(page, await signUp(await openClient()));
    await expect(page).toHaveURL(next);
  });
}

/** Lets React work for so short a time at once that it takes a page over in many pieces, and types between two of them. */
function typeAfterPiece(page: Page, piece: number, typing: { field: string; text: string }) {
  return page.addInitScript(
    ({ last, field, text }) => {
      let now = performance.now();
      performance.now = () => {
        now += 6;
        return now;
      };
      const begun = () =>
        Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__reactContainer'));
      const post = MessagePort.prototype.postMessage;
      let pieces = 0;
      MessagePort.prototype.postMessage = function (this: MessagePort, ...args: unknown[]) {
        if (begun()) pieces += 1;
        if (pieces === last) {
          pieces += 1;
          const input = document.querySelector<HTMLInputElement>(`input[name="${field}"]`);
          if (!input) throw new Error(`There is no field ${field}.`);
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
          input.dispatchEvent(new InputEvent('input', { bubbles: true }));
          document.documentElement.dataset.typed = 'yes';
        }
        return post.apply(this, args as never);
      };
    },
    { last: piece, ...typing },
  );
}

for (const [address, field, text] of [
  ['/login', 'email', 'early@example.test'],
  ['/learn', 'q', 'fees'],
] as const) {
  test(`what is typed on ${address} while the page is taken over stays`, async ({ context }) => {
    for (const piece of [1, 5, 20, 60]) {
      const page = await context.newPage();
      await typeAfterPiece(page, piece, { field, text });
      await page.goto(address);
      await expect(page.locator('html[data-typed]')).toHaveCount(1);
      await takenOver(page);
      await expect(page.locator(`input[name="${field}"]`)).toHaveValue(text);
      await page.close();
    }
  });
}

const FOREIGN = ['https://evil.test/', '//evil.test', '/\\evil.test', 'javascript:alert(1)', '/api/logout'];

test('sign-in never leads to another origin', async ({ page, openClient }) => {
  for (const foreign of FOREIGN) {
    const answer = await page.request.get('/api/login', { params: { returnTo: foreign }, maxRedirects: 0 });
    expect([foreign, answer.status(), answer.headers().location]).toEqual([foreign, 302, '/login']);
  }
  const account = await signUp(await openClient());
  for (const foreign of FOREIGN.slice(1, isRelease ? 4 : 2)) {
    await test.step(foreign, async () => {
      await page.goto('about:blank');
      await page.context().clearCookies();
      const atHome = async () => {
        await expect(page).toHaveURL('/');
        await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
      };
      await page.goto(`/login?returnTo=${encodeURIComponent(foreign)}`);
      await signInByForm(page, account);
      await atHome();
      await page.goto(`/login?returnTo=${encodeURIComponent(foreign)}`);
      await atHome();
    });
  }
});

test('GET /api/login leads to the sign-in page, with the way back', async ({ page }) => {
  const plain = await page.request.get('/api/login', { maxRedirects: 0 });
  expect([plain.status(), plain.headers().location]).toEqual([302, '/login']);
  const back = await page.request.get('/api/login?returnTo=/wallet', { maxRedirects: 0 });
  expect([back.status(), back.headers().location]).toEqual([302, '/login?returnTo=%2Fwallet']);
});

test('a visitor is offered only what visitors may open', async ({ page }) => {
  await page.goto('/');
  const bar = page.getByRole('banner');
  await expect(bar.getByRole('button', { name: 'Sign In' })).toBeVisible();
  const allowed = ['Commonhold', 'Home', 'Learn', 'Join Waitlist'];
  for (const name of await bar.getByRole('link').allInnerTexts()) expect(allowed).toContain(name.trim());
  for (const name of ['Investor', 'Owner', 'Admin', /notification/i, /Your account/]) {
    await expect(bar.getByRole('button', { name })).toHaveCount(0);
  }
  await expect(bar.getByRole('searchbox')).toHaveCount(0);
  await expect(bar.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
});

test('every signed-in user sees the three sections, whatever the role', async ({ page }) => {
  await signUp(page.request);
  await page.goto('/');
  const bar = page.getByRole('banner');
  for (const [menu, entry] of [
    ['Investor', 'Marketplace'],
    ['Owner', 'Submit property'],
    ['Admin', 'Admin panel'],
  ] as const) {
    await bar.getByRole('button', { name: menu }).click();
    await expect(page.getByRole('menuitem', { name: entry, exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
  }
  await expect(bar.getByRole('button', { name: 'Sign In' })).toHaveCount(0);
});

for (const who of ['a visitor', 'a signed-in user']) {
  test(`an unknown address is not found for ${who}`, async ({ page }) => {
    if (who !== 'a visitor') await signUp(page.request);
    await page.goto('/no/such/page');
    await expect(page.getByRole('heading', { level: 1, name: '404 Page Not Found' })).toBeVisible();
    await expect(page).toHaveTitle('Page not found · Commonhold');
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toHaveCount(0);
  });
}

test('logging out ends the session here and on the server', async ({ page, playwright, baseURL }) => {
  await signUp(page.request);
  await page.goto('/settings');
  const cookies = await page.context().storageState();
  await choose(page, /^Your account/, 'Log Out');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();
  const thief = await playwright.request.newContext({ baseURL: baseURL ?? '', storageState: cookies });
  expect((await thief.get('/api/auth/user')).status()).toBe(401);
  await thief.dispose();
  await page.goBack();
  await expect(page).toHaveURL('/login?returnTo=%2Fsettings');
});

test('the sign-in page fills in a sample account', async ({ page }) => {
  await page.goto('/login?mode=sign-up&returnTo=%2Fdashboard');
  await page.getByRole('button', { name: /^Investor/ }).click();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('investor@commonhold.test');
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Your Portfolio' })).toBeVisible();
});

test.describe('a refused sign-in or sign-up', () => {
  test.use({ expectedErrors: [/status of (401|409|422|400)/] });

  test('a wrong password and an unknown email read the same, and keep the email', async ({
    page,
    openClient,
  }) => {
    const account = await signUp(await openClient());
    await page.goto('/login');
    for (const email of [account.email, 'nobody@example.test']) {
      await signInByForm(page, { email, password: 'not-the-password' });
      const refusal = page.getByRole('main').getByRole('alert');
      await expect(refusal).toContainText('That email and password don’t match.');
      await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
      await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
    }
    await expect(page).toHaveURL('/login');
  });

  test('sign-up names every field that is wrong, and a password that is easy to guess', async ({ page }) => {
    await page.goto('/login?mode=sign-up');
    const create = page.getByRole('button', { name: 'Create account' });
    await create.click();
    for (const text of ['First name is required', 'Last name is required', 'Use at least 8 characters.']) {
      await expect(page.getByText(text)).toBeVisible();
    }
    await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Quill');
    await page.getByLabel('Email', { exact: true }).fill('ada.lovelace@example.test');
    await page.getByLabel('Password', { exact: true }).fill('password123');
    await create.click();
    const password = page.getByLabel('Password', { exact: true });
    await expect(password).toHaveAccessibleDescription(/This password is easy to guess\./);
    await expect(page).toHaveURL('/login?mode=sign-up');
  });
});
