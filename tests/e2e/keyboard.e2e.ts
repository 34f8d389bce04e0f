import type { Page } from '@playwright/test';
import { expectToast, figure, purchases, signUp } from './actors.ts';
import { expect, expectAccessible, signInAs, test } from './fixtures.ts';
import { keyboardOf } from './keyboard.ts';
import { expectComplete } from './screens.ts';

/** The focused element, or the field around it, is drawn with an outline of at least two pixels. */
async function expectVisibleFocus(page: Page) {
  const drawn = await page.evaluate(() => {
    const focused = document.activeElement;
    const around = [focused, focused?.parentElement, focused?.closest('label, .input')];
    const outlined = around.some((element) => {
      if (!element) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
    return { outlined, element: focused?.outerHTML.slice(0, 120) };
  });
  expect(drawn).toMatchObject({ outlined: true });
}

test('the first stop skips the navigation', async ({ page }) => {
  await signUp(page.request);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to main content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link', { name: 'Browse properties' }).first()).toBeFocused();
});

test('menus open, move and close by key, and give the focus back', async ({ page }) => {
  await signUp(page.request);
  await page.goto('/');
  const trigger = page.getByRole('banner').getByRole('button', { name: 'Investor' });
  await keyboardOf(page).reach(trigger);
  await expectVisibleFocus(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Portfolio Dashboard' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Investor dashboard' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(trigger).toBeFocused();

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('m');
  await expect(page.getByRole('menuitem', { name: 'Marketplace', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/investor-marketplace');
  await expect(page).toHaveTitle('Marketplace · Commonhold');
});

test('Ctrl-K leads to pages and actions, and ? lists the shortcuts', async ({ page }) => {
  await signUp(page.request);
  await page.goto('/learn');
  await expect(page.getByRole('button', { name: 'Open the command palette' })).toBeVisible();
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(palette.getByRole('combobox')).toBeFocused({ timeout: 500 });
  }).toPass();
  await expect(palette.getByRole('option', { name: /Admin/ })).toHaveCount(0);
  await expectAccessible(page, 'dialog');
  await page.keyboard.type('sell my');
  await expect(palette.getByRole('option', { name: /Sell My Shares/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/share-resale');
  await expect(palette).toHaveCount(0);
  await page.getByRole('main').focus();
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list).toContainText('Open the command palette');
  await list.getByRole('checkbox').uncheck();
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await expect(palette).toBeVisible();
  await expect(list).toHaveCount(0);
});

test('an investor buys with the keyboard alone', async ({ page, market }) => {
  const property = await market.offer();
  await signUp(page.request, { cash: 500 });
  await page.goto(`/investor-marketplace?q=${encodeURIComponent(property.name)}`);
  await keyboardOf(page).reach(page.getByRole('link', { name: 'Details' }));
  await expectVisibleFocus(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: property.name })).toBeFocused();

  const invest = page.getByRole('button', { name: 'Invest Now' });
  await keyboardOf(page).reach(invest);
  await page.keyboard.press('Space');
  const dialog = page.getByRole('dialog', { name: `Invest in ${property.name}` });
  await expect(dialog).toBeVisible();
  await keyboardOf(page).reach(dialog.getByLabel('Number of shares'));
  await expectVisibleFocus(page);
  await page.keyboard.type('2');
  await keyboardOf(page).reach(dialog.getByRole('button', { name: 'Buy 2 shares for $205.00' }));
  await expectVisibleFocus(page);
  await page.keyboard.press('Enter');
  await expectToast(page, 'Investment Successful', `You have successfully invested in ${property.name}!`);
  await expect(dialog).toBeHidden();
  const receipt = page.getByRole('dialog', { name: `You bought 2 shares of ${property.name}` });
  await expect(figure(receipt, 'You now own')).toHaveText('2 shares');
  await expect(receipt.getByRole('button', { name: 'Done' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(invest).toBeFocused();
  expect(await purchases(page.request)).toEqual([[property.id, 2]]);
});

test('Enter in the shares field buys, and Enter held down buys once', async ({ page, market }) => {
  const property = await market.offer();
  await signUp(page.request, { cash: 500 });
  await page.goto(`/property/${property.id}?invest=${property.id}`);
  const shares = page.getByRole('dialog').getByLabel('Number of shares');
  await shares.fill('2');
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expectToast(page, 'Investment Successful', `You have successfully invested in ${property.name}!`);
  expect(await purchases(page.request)).toEqual([[property.id, 2]]);
});

test('a dialog traps the focus, and Esc closes it and gives the focus back', async ({ page, market }) => {
  const property = await market.offer();
  await signUp(page.request);
  await page.goto(`/property/${property.id}`);
  const invest = page.getByRole('button', { name: 'Invest Now' });
  await keyboardOf(page).reach(invest);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  const insideDialog = () => dialog.evaluate((element) => element.contains(document.activeElement));
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let stop = 0; stop < 12; stop += 1) {
      await page.keyboard.press(key);
      expect(await insideDialog()).toBe(true);
      await expectVisibleFocus(page);
    }
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(invest).toBeFocused();
});

test('a dialog with something typed asks before Esc throws it away', async ({ page }) => {
  await signUp(page.request);
  await page.goto('/wallet');
  await page.getByRole('button', { name: 'Deposit', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Deposit' });
  await dialog.getByLabel('Amount').fill('12');
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Amount')).toHaveValue('12');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Close without saving' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Deposit', exact: true })).toBeFocused();
});

test('the end of a list takes the focus of the button that loaded it', async ({ page }) => {
  await signInAs(page, 'investor');
  await page.goto('/transaction-history');
  const more = page.getByRole('button', { name: 'Load more' });
  const end = page.getByText('End of the list.');
  await expect(more).toBeVisible();
  await expect(async () => {
    if (await more.isVisible()) await more.press('Enter', { timeout: 1_000 });
    await expect(end).toBeFocused({ timeout: 1_000 });
  }).toPass();
});

/** Goes through the stops of a page: each shows its focus, and the page has some. */
async function walk(page: Page, address: string) {
  await page.goto(address);
  await expectComplete(page);
  const tops: number[] = [];
  for (let stop = 0; stop < 25; stop += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const main = element.closest('main') !== null;
      return { main, top: element.getBoundingClientRect().top + scrollY };
    });
    if (!focused) break;
    await expectVisibleFocus(page);
    if (focused.main) tops.push(Math.round(focused.top / 100));
  }
  expect(tops.length).toBeGreaterThan(4);
}

test('every stop of the sign-up page shows its focus', async ({ page }) => {
  await walk(page, '/login?mode=sign-up');
});

test('every stop on the pages of a member shows its focus', async ({ page }) => {
  await signUp(page.request, { cash: 10 });
  for (const address of ['/investor-marketplace', '/settings', '/submit-property', '/wallet']) {
    await test.step(address, () => walk(page, address));
  }
});

test('a new page is announced and takes the focus', async ({ page }) => {
  await signUp(page.request);
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: 'Add money' }).press('Escape');
  await page.getByRole('banner').getByRole('button', { name: 'Owner' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Submit property' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Submit Your Property' })).toBeFocused();
  await expect(page.locator('[aria-live="assertive"]').first()).toContainText(
    'Submit Your Property · Commonhold',
  );
});
