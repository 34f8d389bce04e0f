import type { Locator, Page, Route } from '@playwright/test';
import {
  buy,
  cashOf,
  expectToast,
  purchases,
  scriptWith,
  signIn,
  signUp,
  submitProperty,
  uniqueName,
} from './actors.ts';
import { expect, test } from './fixtures.ts';
import { keyboardOf } from './keyboard.ts';
import { PHONE } from './layout.ts';

/** The open invest dialog of a property. */
async function openOrder(page: Page, property: { id: number; name: string }, tab = 'overview') {
  await page.goto(`/property/${property.id}?tab=${tab}&invest=${property.id}`);
  const dialog = page.getByRole('dialog', { name: `Invest in ${property.name}` });
  await expect(dialog).toBeVisible();
  return {
    dialog,
    shares: dialog.getByLabel('Number of shares'),
    confirm: dialog.getByRole('button', { name: /^Buy/ }),
  };
}

/** Whether a click on the middle of it would reach it at this moment. */
function isOnTop(button: Locator) {
  return button.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
}

const CHART_SCRIPT = scriptWith('Show as table');

function requestIds(page: Page, procedure: string): string[] {
  const ids: string[] = [];
  page.on('request', (request) => {
    if (!request.url().includes(procedure)) return;
    ids.push(
      ...Object.values<{ requestId: string }>(request.postDataJSON()).map(({ requestId }) => requestId),
    );
  });
  return ids;
}

test.describe('an order', () => {
  test('out of range cannot be confirmed, and Enter says what the range is', async ({ page, market }) => {
    const property = await market.offer({ totalShares: 10, pricePerShare: '90.00' });
    await signUp(page.request, { cash: 1_000 });
    const { dialog, shares, confirm } = await openOrder(page, property);
    await expect(dialog.getByRole('button', { name: 'Remove one share' })).toBeDisabled();
    for (const [typed, problem] of [
      ['11', 'Only 10 shares are available.'],
      ['0', 'Enter at least 1 share.'],
      ['1.5', 'Enter a whole number of shares.'],
      ['1,5', 'Enter a whole number of shares.'],
      ['1e3', 'Use only the digits 0 to 9, such as 12.'],
      ['1 0', 'Use only the digits 0 to 9, such as 12.'],
      ['１', 'Use only the digits 0 to 9, such as 12.'],
      ['', '1 to 10 available'],
    ] as const) {
      await shares.fill(typed);
      await expect(shares).toHaveAccessibleDescription(problem);
      await expect(confirm).toBeDisabled();
      await shares.press('Enter');
      await expectToast(page, 'Invalid Investment', 'Please enter a valid number of shares (1-10).');
      await expect(shares).toHaveValue(typed);
    }
    await shares.fill('10');
    await expect(dialog.getByRole('button', { name: 'Add one share' })).toBeDisabled();
    await expect(confirm).toBeEnabled();
    expect(await purchases(page.request)).toEqual([]);
  });

  test('shows what is typed until the field is left, and never buys a number that nobody saw', async ({
    page,
    market,
  }) => {
    const property = await market.offer();
    await signUp(page.request, { cash: 1_000 });
    const { dialog, shares, confirm } = await openOrder(page, property);
    await shares.fill('');
    await shares.pressSequentially('05');
    await expect(shares).toHaveValue('05');
    await expect(confirm).toHaveText('Buy 5 shares for $512.50');
    await shares.fill('0');
    await shares.press('Tab');
    await expect(shares).toHaveValue('1');

    await shares.fill('0');
    await expect(confirm).toBeDisabled();
    await confirm.click({ force: true });
    await expect(shares).toHaveValue('1');
    await expect(confirm).toHaveText('Buy 1 share for $102.50');
    await expect(confirm).toBeEnabled();
    await expect(dialog).toBeVisible();
    expect(await purchases(page.request)).toEqual([]);
    await confirm.click();
    await expect(dialog).toBeHidden();
    expect(await purchases(page.request)).toEqual([[property.id, 1]]);
  });

  test('without enough money is stopped before the click, and leads to a deposit of what is missing', async ({
    page,
    market,
  }) => {
    const property = await market.offer();
    await signUp(page.request, { cash: 100 });
    const { dialog, shares, confirm } = await openOrder(page, property);
    await expect(dialog).toContainText('You need $2.50 more for this purchase.');
    await expect(confirm).toBeDisabled();
    await shares.press('Enter');
    await expectToast(page, 'Investment Failed', 'Insufficient funds. Please add money to your account.');
    expect(await purchases(page.request)).toEqual([]);
    await dialog.getByRole('link', { name: 'Add money' }).click();
    await expect(page).toHaveURL('/wallet?dialog=deposit&cents=250');
    await expect(page.getByRole('dialog', { name: 'Deposit' }).getByLabel('Amount')).toHaveValue('2.50');
  });

  test('that is clicked twice buys once', async ({ page, market }) => {
    const property = await market.offer();
    await signUp(page.request, { cash: 1_000 });
    const { dialog, shares, confirm } = await openOrder(page, property);
    await shares.fill('2');
    await confirm.dblclick();
    await expectToast(page, 'Investment Successful', `You have successfully invested in ${property.name}!`);
    await expect(dialog).toBeHidden();
    expect(await purchases(page.request)).toEqual([[property.id, 2]]);
    expect(await cashOf(page.request)).toBe('795.00');
  });

  test('is not remembered after it is canceled', async ({ page, market }) => {
    const property = await market.offer();
    await signUp(page.request);
    const { dialog, shares } = await openOrder(page, property);
    await shares.fill('9');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(`/property/${property.id}`);
    await page.getByRole('button', { name: 'Invest Now' }).click();
    await expect(shares).toHaveValue('1');
  });

  test.describe('that the server refuses', () => {
    test.use({ expectedErrors: [/status of (402|409)/] });

    test('because the money was spent meanwhile says so above the buttons, and takes nothing @phone', async ({
      page,
      market,
    }) => {
      const [property, other] = [await market.offer(), await market.offer()];
      await signUp(page.request, { cash: 200 });
      const { dialog, confirm } = await openOrder(page, property);
      const spendFirst = async (route: Route) => {
        await buy(page.request, other.id, 1);
        await route.continue();
      };
      await page.route(/investing\.invest/, spendFirst, { times: 1 });
      await confirm.click();
      await expectToast(page, 'Investment Failed', 'Insufficient funds. Please add money to your account.');
      await page.getByRole('region', { name: 'Messages' }).getByRole('listitem').hover();
      expect(await isOnTop(dialog.getByRole('button', { name: 'Cancel' }))).toBe(true);
      await expect(dialog.getByRole('alert').first()).toContainText('Insufficient funds.');
      expect(await purchases(page.request)).toEqual([[other.id, 1]]);
      expect(await cashOf(page.request)).toBe('97.50');
    });

    test('for more shares than are left says so, and the dialog shows what is left', async ({
      page,
      openClient,
      market,
    }) => {
      const property = await market.offer({ totalShares: 10 });
      await signUp(page.request, { cash: 1_000 });
      const rival = await openClient();
      await signUp(rival, { cash: 1_000 });
      const { dialog, shares, confirm } = await openOrder(page, property);
      await shares.fill('5');
      const rivalFirst = async (route: Route) => {
        await buy(rival, property.id, 8);
        await route.continue();
      };
      await page.route(/investing\.invest/, rivalFirst, { times: 1 });
      await confirm.click();
      await expectToast(page, 'Investment Failed', 'Not enough shares available for this investment.');
      await expect(dialog).toContainText('Only 2 shares are available.');
      await expect(confirm).toBeDisabled();
      expect(await purchases(page.request)).toEqual([]);
      expect(await cashOf(page.request)).toBe('1000.00');

      await shares.fill('2');
      await confirm.click();
      await expect(dialog).toBeHidden();
      await expect(page.getByText('Every share has been sold.')).toBeVisible();
      await expect(page.getByText('Fully Funded')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Invest Now' })).toBeDisabled();
    });
  });

  test.describe('without a connection', () => {
    test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK/] });

    test('fails with the documented text, and the next try buys once, under the same id', async ({
      page,
      context,
      market,
    }) => {
      const property = await market.offer();
      await signUp(page.request, { cash: 1_000 });
      const { dialog, shares, confirm } = await openOrder(page, property);
      const sent = requestIds(page, 'investing.invest');
      await shares.fill('2');
      await context.setOffline(true);
      await confirm.click();
      await expectToast(page, 'Investment Failed', 'Failed to process investment. Please try again.');
      await context.setOffline(false);
      await confirm.click();
      await expect(dialog).toBeHidden();
      expect(sent).toHaveLength(2);
      expect(sent[1]).toBe(sent[0]);
      expect(await purchases(page.request)).toEqual([[property.id, 2]]);
    });

    test('does not lose what was typed when the code of another part fails to load, which a retry loads', async ({
      page,
      market,
    }) => {
      const property = await market.offer();
      await signUp(page.request, { cash: 1_000 });
      const charts = `**/assets/${CHART_SCRIPT}`;
      await page.route(charts, (route) => route.abort());
      const { dialog, shares } = await openOrder(page, property, 'value');
      await shares.fill('3');
      const missing = page.getByRole('alert').filter({ hasText: 'This could not be loaded' });
      await expect(missing).toBeAttached();
      await expect(shares).toHaveValue('3');
      await dialog.getByRole('button', { name: 'Close' }).click();
      await page.unroute(charts);
      await missing.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('figure', { name: 'Value of a share' })).toBeVisible();
    });

    test('whose answer was lost is not bought again by the next try', async ({ page, market }) => {
      const property = await market.offer();
      await signUp(page.request, { cash: 1_000 });
      const { dialog, shares, confirm } = await openOrder(page, property);
      await shares.fill('2');
      const loseAnswer = async (route: Route) => {
        await route.fetch();
        await route.abort();
      };
      await page.route(/investing\.invest/, loseAnswer, { times: 1 });
      await confirm.click();
      await expectToast(page, 'Investment Failed', 'Failed to process investment. Please try again.');
      await confirm.click();
      await expect(dialog).toBeHidden();
      expect(await purchases(page.request)).toEqual([[property.id, 2]]);
      expect(await cashOf(page.request)).toBe('795.00');
    });

    test('whose answer was lost is not bought again by a new dialog, which says so', async ({
      page,
      market,
    }) => {
      const property = await market.offer();
      await signUp(page.request, { cash: 1_000 });
      const { dialog, shares, confirm } = await openOrder(page, property);
      const buyTwo = async () => {
        await shares.fill('2');
        await confirm.click();
      };
      const loseAnswer = async (route: Route) => {
        await route.fetch();
        await route.abort();
      };
      await page.route(/investing\.invest/, loseAnswer, { times: 1 });
      await buyTwo();
      await expectToast(page, 'Investment Failed', 'Failed to process investment. Please try again.');
      await dialog.getByRole('button', { name: 'Close' }).click();

      const reopen = page.getByRole('button', { name: 'Invest Now' });
      await reopen.click();
      await buyTwo();
      await expectToast(page, 'Already done', 'Nothing was done twice.');
      expect(await purchases(page.request)).toEqual([[property.id, 2]]);
      await page.getByRole('button', { name: 'Done' }).click();
      await reopen.click();
      await buyTwo();
      await expectToast(page, 'Investment Successful', `You have successfully invested in ${property.name}!`);
      expect(await purchases(page.request)).toEqual([
        [property.id, 2],
        [property.id, 2],
      ]);
    });

    test('whose answer was lost is another one when it is meant again after an order that was answered', async ({
      page,
      market,
    }) => {
      const property = await market.offer();
      await signUp(page.request, { cash: 1_000 });
      const { shares, confirm } = await openOrder(page, property);
      const order = async (many: string) => {
        await shares.fill(many);
        await confirm.click();
      };
      const loseAnswer = async (route: Route) => {
        await route.fetch();
        await route.abort();
      };
      await page.route(/investing\.invest/, loseAnswer, { times: 1 });
      await order('2');
      await expectToast(page, 'Investment Failed', 'Failed to process investment. Please try again.');
      await order('3');
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('button', { name: 'Invest Now' }).click();
      await order('2');
      await page.getByRole('button', { name: 'Done' }).click();
      expect((await purchases(page.request)).map(([, bought]) => bought).sort()).toEqual([2, 2, 3]);
    });

    test('of money is deposited once, however often it is tried', async ({ page, context }) => {
      await signUp(page.request);
      await page.goto('/wallet?dialog=deposit');
      const dialog = page.getByRole('dialog', { name: 'Deposit' });
      await dialog.getByLabel('Amount').fill('75');
      await context.setOffline(true);
      await dialog.getByRole('button', { name: 'Deposit $75.00' }).click();
      await expect(dialog.getByRole('alert')).toContainText(
        /It may have gone through.*Trying again is safe: it happens only once\./,
      );
      const away = page.getByText('Commonhold cannot be reached.');
      await expect(away).toBeVisible();
      await context.setOffline(false);
      await expect(away).toBeHidden();
      await dialog.getByRole('button', { name: 'Deposit $75.00' }).dblclick();
      await expectToast(page, 'Deposit complete', '$75.00 was added to your available cash.');
      expect(await cashOf(page.request)).toBe('75.00');
    });
  });
});

test.describe('a page whose code is lost', () => {
  test.use({ expectedErrors: [/ERR_FAILED|Part of this page could not be loaded/] });

  test('leaves the open page in place, says what comes next, and opens once it is back', async ({ page }) => {
    await signUp(page.request);
    await page.goto('/wallet');
    const lost = /\/assets\/.*\.js|\/readyz/;
    await page.route(lost, (route) => route.abort());
    const terms = page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' });
    await terms.click();
    await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
    await expect(page.getByText('The page will open on its own as soon as it can.')).toBeVisible();
    const asked = page.waitForRequest('**/readyz');
    await page.getByRole('button', { name: 'Try again' }).click();
    await asked;
    await expect(terms).toBeVisible();
    await page.unroute(lost);
    await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible();
  });
});

test.describe('a page whose data are lost', () => {
  test.use({ expectedErrors: [/ERR_FAILED|Failed to fetch/] });

  const LOST = /\/api\/|\/readyz/;

  test('opens by itself once the server is back, for visitors and members', async ({ page }) => {
    const away = page.getByText('Commonhold cannot be reached.');
    await page.goto('/learn');
    await page.route(LOST, (route) => route.abort());
    await page.getByRole('main').getByRole('link', { name: 'How voting works' }).first().click();
    await expect(away).toBeVisible();
    await page.unroute(LOST);
    await expect(page.getByRole('heading', { level: 1, name: 'How voting works' })).toBeVisible();
    await expect(away).toBeHidden();

    await signUp(page.request);
    await page.goto('/investor-watchlist');
    await page.route(LOST, (route) => route.abort());
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    const failed = page.getByRole('heading', { name: 'This page could not be loaded' });
    await expect(failed).toBeVisible();
    await expect(away).toBeVisible();
    await page.unroute(LOST);
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await expect(failed).toBeHidden();
  });

  test('draws a chart whose code was lost by itself, also when its data came', async ({ page }) => {
    await signUp(page.request);
    const charts = new RegExp(`/assets/${CHART_SCRIPT}|/readyz`);
    await page.route(charts, (route) => route.abort());
    await page.goto('/property/1?tab=value');
    const missing = page.getByRole('alert').filter({ hasText: 'This could not be loaded' });
    await expect(missing).toBeVisible();
    await expect(page.getByText('Commonhold cannot be reached.')).toBeVisible();
    await page.unroute(charts);
    await expect(page.getByRole('figure', { name: 'Value of a share' })).toBeVisible();
    await expect(missing).toBeHidden();
  });
});

test.describe('the wallet', () => {
  test('names what is wrong with an amount and moves nothing', async ({ page }) => {
    await signUp(page.request, { cash: 50, confirmed: true });
    await page.goto('/wallet?dialog=withdraw');
    const dialog = page.getByRole('dialog', { name: 'Withdraw' });
    const amount = dialog.getByLabel('Amount');
    for (const [typed, problem] of [
      ['', 'Enter an amount.'],
      ['abc', 'Enter the amount in dollars and cents'],
      ['-5', 'Enter the amount in dollars and cents'],
      ['1.005', 'Enter the amount in dollars and cents'],
      ['0.99', 'The smallest transfer is $1.00.'],
      ['100000.01', 'The largest transfer is $100,000.00.'],
      ['50.01', 'You have $50.00 available.'],
    ] as const) {
      await amount.fill(typed);
      await amount.press('Enter');
      await expect(amount).toHaveAccessibleDescription(
        problem.includes('dollars') ? new RegExp(problem) : problem,
      );
    }
    expect(await cashOf(page.request)).toBe('50.00');
    await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await expect(amount).toBeFocused();
    const keyboard = keyboardOf(page);
    await keyboard.press(dialog.getByRole('button', { name: 'Full balance, $50.00' }));
    await expect(dialog).toMatchAriaSnapshot(`
      - dialog "Withdraw":
        - heading "Withdraw" [level=2]
        - textbox "Amount": "50.00"
        - button "Withdraw $50.00"
    `);
    await keyboard.press(dialog.getByRole('button', { name: 'Withdraw $50.00' }));
    await page.keyboard.press('Enter');
    await expectToast(page, 'Withdrawal started', '$50.00 is on its way to your bank.');
    await expect(page.getByRole('button', { name: 'Withdraw' })).toBeDisabled();
    expect(await cashOf(page.request)).toBe('0.00');
  });
});

test.describe('settings', () => {
  test.use({ expectedErrors: [/status of (400|401|409|422)/] });

  test('a password changes only with the current one and to a good one, and ends every other session', async ({
    page,
    openClient,
  }) => {
    const account = await signUp(page.request);
    const other = await openClient();
    await signIn(other, account);
    await page.goto('/settings?view=security');
    const current = page.getByLabel('Current password', { exact: true });
    const next = page.getByLabel('New password', { exact: true });
    const change = page.getByRole('button', { name: 'Change password' });
    await change.click();
    await expect(current).toHaveAccessibleDescription(/Enter your current password/);
    await expect(next).toHaveAccessibleDescription(/Enter a new password\./);
    await current.fill('not-my-password');
    await next.fill('marble-window-71-owl');
    await change.click();
    await expect(current).toHaveAccessibleDescription(/That is not your current password\./);
    await current.fill(account.password);
    await next.fill('commonhold1');
    await change.click();
    await expect(next).toHaveAccessibleDescription(/This password is easy to guess\./);
    expect((await other.get('/api/auth/user')).status()).toBe(200);

    await next.fill('marble-window-71-owl');
    await change.click();
    await expectToast(page, 'Password changed', 'You stay signed in here; 1 other session was ended.');
    await expect(current).toHaveValue('');
    expect((await other.get('/api/auth/user')).status()).toBe(401);
    expect((await page.request.get('/api/auth/user')).status()).toBe(200);
    expect(
      (
        await other.post('/api/auth/sign-in', { data: { email: account.email, password: account.password } })
      ).status(),
    ).toBe(401);
    await signIn(other, { email: account.email, password: 'marble-window-71-owl' });
  });

  test('a token works within its scope until it is revoked', async ({
    page,
    playwright,
    baseURL,
    market,
  }) => {
    const property = await market.offer();
    await signUp(page.request, { cash: 500 });
    await page.goto('/settings?view=tokens');
    await page.getByRole('button', { name: 'Create token' }).click();
    const form = page.getByRole('dialog', { name: 'Create an access token' });
    await form.getByRole('button', { name: 'Create token' }).click();
    await expect(form.getByLabel('Name')).toHaveAccessibleDescription(/Give the token a name/);
    await form.getByLabel('Name').fill('monthly report');
    await form.getByRole('button', { name: 'Create token' }).click();
    const secret = await page
      .getByRole('dialog', { name: 'Your new token' })
      .getByLabel('Access token')
      .inputValue();
    const script = await playwright.request.newContext({
      baseURL: baseURL ?? '',
      extraHTTPHeaders: { authorization: `Bearer ${secret}` },
    });
    expect((await script.get('/api/portfolio/summary')).status()).toBe(200);
    const refused = await script.post('/api/investments', { data: { propertyId: property.id, shares: 1 } });
    expect(refused.status()).toBe(403);
    await page.getByRole('button', { name: 'Done' }).click();

    await page.getByRole('button', { name: 'Revoke monthly report' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
    await expectToast(page, 'Token revoked', '"monthly report" can no longer be used.');
    await expect(page.getByRole('heading', { name: 'No access tokens' })).toBeFocused();
    expect((await script.get('/api/portfolio/summary')).status()).toBe(401);
    await script.dispose();
  });

  test('a profile needs both names, shows the new one everywhere at once, and has room for the longest', async ({
    page,
  }) => {
    await signUp(page.request);
    await page.goto('/settings');
    const last = page.getByLabel('Last name');
    await last.fill('   ');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(last).toHaveAccessibleDescription('Last name is required');
    await last.fill('Lovelace');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expectToast(page, 'Profile saved', 'Your name has been updated.');
    await expect(page.getByRole('button', { name: 'Your account, Ada Lovelace' })).toBeVisible();
    const longest = 'W'.repeat(80);
    await page.getByLabel('First name').fill(longest);
    await last.fill(longest);
    await page.getByRole('button', { name: 'Save profile' }).click();
    const account = page.getByRole('button', { name: `Your account, ${longest} ${longest}` });
    await account.click();
    const menu = await page.getByRole('menu').boundingBox();
    expect(menu?.width).toBeLessThanOrEqual(320);
    await page.setViewportSize(PHONE);
    await page.goto('/');
    await expect(page.getByRole('heading', { name: `Welcome, ${longest}` })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  });
});

test.describe('a submission', () => {
  test.use({ expectedErrors: [/status of 404/] });

  test('with an unknown id is not found, and cannot be started again', async ({ page }) => {
    await signUp(page.request);
    for (const address of ['/owner-submit/', '/owner-submit?again=']) {
      await page.goto(address + crypto.randomUUID());
      await expect(page.getByRole('heading', { name: 'Submission not found' })).toBeVisible();
    }
    await page.getByRole('main').getByRole('link', { name: 'Submit a property' }).click();
    await expect(page.getByLabel('Property name')).toBeVisible();
  });
});

test.describe('a property', () => {
  test.use({ expectedErrors: [/status of 404/] });

  test('with an unknown id is not found, with a way back', async ({ page }) => {
    await signUp(page.request);
    for (const id of ['999999', 'abc', '0', '-1', '1.5', '99999999999', '1e3']) {
      await page.goto(`/property/${id}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Property not found' })).toBeVisible();
      await expect(page).toHaveTitle('Property · Commonhold');
    }
    await page.getByRole('link', { name: 'Browse properties' }).click();
    await expect(page).toHaveURL('/investor-marketplace');
  });

  test('that does not exist is asked for once', async ({ page }) => {
    await signUp(page.request);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('properties.detail')) asked.push(request.url());
    });
    await page.goto('/property/999999');
    await expect(page.getByRole('heading', { level: 1, name: 'Property not found' })).toBeVisible();
    await page.getByRole('link', { name: 'Browse properties' }).click();
    await expect(page).toHaveURL('/investor-marketplace');
    expect(asked).toHaveLength(1);
  });

  test('that waits for review reads like a missing one to everyone else', async ({ page, openClient }) => {
    const owner = await openClient();
    await signUp(owner, { confirmed: true });
    const { id } = await submitProperty(owner);
    await signUp(page.request);
    await page.goto(`/property/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Property not found' })).toBeVisible();
  });

  test('whose owner writes markup shows it as text', async ({ page, market }) => {
    const name = `${uniqueName('Elm')} <img src=x onerror=alert(1)>`;
    const property = await market.offer({ name, location: '<b>Reno</b>, NV' });
    await signUp(page.request);
    await page.goto(`/property/${property.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page.getByText('<b>Reno</b>, NV', { exact: true }).first()).toBeVisible();
  });
});

test('an address with parameters that mean nothing opens the page as if they were not there', async ({
  page,
}) => {
  await signUp(page.request);
  await page.goto('/investor-marketplace?type=castle&yield=-4&minYield=x&sort=random&invest=0&q=%20');
  await expect(page.getByRole('button', { name: 'Invest Now' }).first()).toBeVisible();
  await page.goto('/wallet?dialog=everything&view=none');
  await expect(page.getByRole('region', { name: 'Available cash' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto('/property/1?invest=2');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
