import type { Locator, Page } from '@playwright/test';
import { buy, confirmEmail, expectPointShown, expectToast, figure, purchases, signUp } from './actors.ts';
import { expect, signInAs, test } from './fixtures.ts';
import { PHONE } from './layout.ts';

const WIDTH = 360;
const TARGET = 44;
/** Of a card at the edge of the screen, so that it is noticed. */
const LEAST_IN_SIGHT = 24;

async function expectNoSidewaysScrolling(page: Page) {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), {
      message: `width of ${new URL(page.url()).pathname}`,
    })
    .toBeLessThanOrEqual(WIDTH);
}

/** Buttons, links that look like buttons, and fields that are smaller than a finger. */
async function expectTargetsForFingers(page: Page) {
  const small = await page.evaluate((target) => {
    const tooSmall: string[] = [];
    const modal = document.querySelector('dialog:modal') ?? document;
    for (const element of modal.querySelectorAll<HTMLElement>(
      'button, a.btn, select, .input, [role="tab"]',
    )) {
      const { width, height } = element.getBoundingClientRect();
      if (width === 0 || !element.checkVisibility({ visibilityProperty: true })) continue;
      if (element.closest('.input') !== element && element.closest('.input')) continue;
      if (Math.round(height) < target || Math.round(width) < target) {
        const name = element.getAttribute('aria-label') ?? element.textContent?.trim();
        tooSmall.push(`${name}: ${Math.round(width)} x ${Math.round(height)}`);
      }
    }
    return tooSmall;
  }, TARGET);
  expect(small, 'targets under 44 pixels').toEqual([]);
}

async function openDrawer(page: Page) {
  await page.getByRole('button', { name: 'Open the menu' }).tap();
  return page.getByRole('dialog', { name: 'Menu' });
}

test.describe('@phone-only on a phone', () => {
  test('the menu slides in with its sections, closes on a choice and gives the focus back on Esc', async ({
    page,
  }) => {
    await signUp(page.request);
    await page.goto('/');
    const places = page.getByRole('navigation', { name: 'Main pages' });
    await expect(places.getByRole('link')).toHaveText([
      'Home',
      'Market',
      'Portfolio',
      'Wallet',
      'Notifications',
    ]);
    const last = page.getByRole('contentinfo').getByText('past results do not guarantee');
    // The page grows while its parts arrive.
    await expect(async () => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      const [text, bottom] = [await last.boundingBox(), await places.boundingBox()];
      expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThanOrEqual(bottom?.y ?? 0);
    }).toPass();
    let drawer = await openDrawer(page);
    for (const section of ['Investor Portal', 'Owner Portal', 'Admin Portal']) {
      await expect(drawer.getByRole('heading', { name: section })).toBeVisible();
    }
    await expectTargetsForFingers(page);
    await drawer.getByRole('link', { name: 'Marketplace', exact: true }).tap();
    await expect(drawer).toHaveCount(0);
    await expect(page).toHaveURL('/investor-marketplace');
    drawer = await openDrawer(page);
    await expect(drawer.getByRole('link', { name: 'Marketplace', exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await page.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Open the menu' })).toBeFocused();
    drawer = await openDrawer(page);
    await drawer.getByRole('button', { name: 'Log Out' }).tap();
    await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();
  });

  test('a visitor is invited to sign in by the menu', async ({ page }) => {
    await page.goto('/');
    const drawer = await openDrawer(page);
    await expect(drawer.getByText('Sign in to access all features')).toBeVisible();
    for (const section of ['Investor Portal', 'Owner Portal', 'Admin Portal']) {
      await expect(drawer.getByRole('heading', { name: section })).toHaveCount(0);
    }
    await drawer.getByRole('button', { name: 'Sign In' }).tap();
    await expect(page).toHaveURL('/login');
  });

  test('an investor adds money, buys shares and sees them', async ({ page, market }) => {
    const property = await market.offer({ totalShares: 40 });
    await signUp(page.request);
    await page.goto('/');
    await page.getByRole('main').getByRole('link', { name: 'Add money' }).tap();
    const deposit = page.getByRole('dialog', { name: 'Deposit' });
    await expectTargetsForFingers(page);
    await deposit.getByRole('button', { name: '$500' }).tap();
    await deposit.getByRole('button', { name: 'Deposit $500.00' }).tap();
    await expectToast(page, 'Deposit complete', '$500.00 was added to your available cash.');

    const drawer = await openDrawer(page);
    await drawer.getByRole('link', { name: 'Marketplace', exact: true }).tap();
    await page.getByLabel('Search properties').fill(property.name);
    await page.getByRole('button', { name: /^Filters/ }).tap();
    await expect(page.getByLabel('Min equity available')).toBeVisible();
    await expectTargetsForFingers(page);
    const card = page.getByRole('listitem', { name: property.name });
    // A tap on a list that is being filtered may hit the former place of another card.
    await expect(page.getByRole('listitem').filter({ hasText: 'Details' })).toHaveCount(1);
    await card.getByRole('link', { name: 'Details' }).tap();
    await expect(page).toHaveURL(`/property/${property.id}`);
    await expect(page.getByRole('heading', { level: 1, name: property.name })).toBeVisible();
    await expectTargetsForFingers(page);
    await page.getByRole('button', { name: 'Invest Now' }).tap();
    const dialog = page.getByRole('dialog', { name: `Invest in ${property.name}` });
    await expect(dialog.getByLabel('Number of shares')).toBeFocused();
    await dialog.getByLabel('Number of shares').fill('9');
    await expect(dialog.getByText('You need $422.50 more for this purchase.')).toBeInViewport({ ratio: 1 });
    await dialog.getByLabel('Number of shares').fill('1');
    await dialog.getByRole('button', { name: 'Add one share' }).tap();
    await expectTargetsForFingers(page);
    await expectNoSidewaysScrolling(page);
    await dialog.getByRole('button', { name: 'Buy 2 shares for $205.00' }).tap();
    await expectToast(page, 'Investment Successful', `You have successfully invested in ${property.name}!`);
    await expect(dialog).toBeHidden();
    await page.getByRole('link', { name: 'View portfolio' }).tap();
    await expect(figure(page.getByRole('main'), 'Total Shares')).toHaveText('2');
    await expect(page.getByText('The chart of your portfolio’s value begins tomorrow.')).toBeVisible();
    await page.goto(`/property/${property.id}?tab=value`);
    const value = page.getByRole('slider', { name: 'Value of a share' });
    await value.tap();
    await expectPointShown(value);
    expect(await purchases(page.request)).toEqual([[property.id, 2]]);
  });

  test('the marketplace shows its search and the first property without scrolling on a small phone', async ({
    page,
  }) => {
    await page.setViewportSize(PHONE);
    const bar = page.getByRole('navigation', { name: 'Main pages' });
    const search = page.getByLabel('Search properties');
    const card = page.getByRole('listitem').filter({ hasText: 'Details' }).first();
    const expectAbove = async (edge: number | undefined) =>
      expect(edge).toBeLessThanOrEqual((await bar.boundingBox())?.y ?? 0);
    const bottomOf = async (place: Locator) => {
      const box = await place.boundingBox();
      return box ? box.y + box.height : undefined;
    };
    const account = await signUp(page.request);
    await page.goto('/investor-marketplace');
    await expect(page.getByText('Confirm your email')).toBeVisible();
    await expect(card).toBeVisible();
    await expectAbove(await bottomOf(search));
    await confirmEmail(page.request, account.email);
    await page.reload();
    await expect(card).toBeVisible();
    await expectAbove(await bottomOf(search));
    await expectAbove(((await card.boundingBox())?.y ?? PHONE.height) + LEAST_IN_SIGHT);
  });

  test('no screen of an investor scrolls sideways, even with the longest names @release', async ({
    page,
    market,
  }) => {
    const long = 'Donaudampfschifffahrtsgesellschaftskapitänswohnungen'.repeat(2);
    const property = await market.offer({
      name: long,
      location: long,
      totalShares: 100_000,
      pricePerShare: '999.99',
    });
    await signUp(page.request, { cash: 3_000, confirmed: true });
    await buy(page.request, property.id, 2);
    for (const address of [
      '/',
      '/investor-marketplace',
      `/investor-marketplace?q=${long.slice(0, 40)}`,
      `/property/${property.id}`,
      `/property/${property.id}?invest=${property.id}`,
      '/dashboard',
      '/wallet',
      '/wallet?view=transfers',
      '/submit-property',
    ]) {
      await page.goto(address);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expectNoSidewaysScrolling(page);
    }
    await page.goto('/submit-property');
    await page.getByRole('button', { name: 'Submit', exact: true }).tap();
    await expect(page.getByText('Name is required')).toBeVisible();
    await expectNoSidewaysScrolling(page);
    await expectTargetsForFingers(page);
    await (await openDrawer(page)).getByRole('link', { name: 'Owner Portal' }).tap();
    await expect(page).toHaveURL('/owner-submit');
    await page.getByRole('button', { name: 'Submit property' }).tap();
    await expect(page.getByText('Percent equity to sell is required')).toBeVisible();
    await expectNoSidewaysScrolling(page);
    await expectTargetsForFingers(page);
  });

  test('the bar at the foot hides no stop of the keyboard', async ({ page }) => {
    await signInAs(page, 'admin');
    for (const address of ['/admin-waitlist', '/admin-review']) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      for (let stop = 0; stop < 40; stop += 1) {
        await page.keyboard.press('Tab');
        const hidden = await page.evaluate(() => {
          const bar = document.querySelector('.bottom-bar');
          const focused = document.activeElement;
          const isBehind = bar && focused && !bar.contains(focused) && focused !== document.body;
          return isBehind && focused.getBoundingClientRect().top >= bar.getBoundingClientRect().top
            ? focused.outerHTML.slice(0, 200)
            : null;
        });
        expect(hidden, address).toBeNull();
      }
    }
  });

  test('no screen of a visitor or an admin scrolls sideways @release', async ({ page }) => {
    for (const address of [
      '/',
      '/login',
      '/login?mode=sign-up',
      '/waitlist',
      '/waitlist?outcome=joined',
      '/learn',
      '/learn/what-you-pay',
      '/learn/returns-calculator',
      '/no/such/page',
    ]) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoSidewaysScrolling(page);
      await expectTargetsForFingers(page);
    }
    await signInAs(page, 'admin');
    await page.goto('/admin');
    await expect(page.getByRole('button', { name: /^Reset/ }).first()).toBeVisible();
    await expectNoSidewaysScrolling(page);
    await expectTargetsForFingers(page);
    await page.goto('/admin-kyc');
    await expect(page.getByRole('heading', { level: 1, name: 'Identity checks' })).toBeVisible();
    await expectNoSidewaysScrolling(page);
    await expectTargetsForFingers(page);
  });
});
