import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { signUp } from './actors.ts';
import { expect, expectAccessible, signInAs, test } from './fixtures.ts';

const bar = (page: Page) => page.getByRole('banner');
const NOON = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const SECTIONS = ['Investor', 'Owner', 'Admin'] as const;

const trigger = (page: Page, menu: string | RegExp) =>
  bar(page).getByRole('button', { name: menu, exact: typeof menu === 'string' });

async function entriesOf(page: Page, menu: string | RegExp): Promise<string[]> {
  await trigger(page, menu).click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  const entries = await page.getByRole('menuitem').allInnerTexts();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  return entries.map((entry) => entry.trim());
}

async function openDrawer(page: Page) {
  await page.getByRole('button', { name: 'Open the menu' }).tap();
  return page.getByRole('dialog', { name: 'Menu' });
}

test('the bar of a visitor holds Home, Learn, Join Waitlist and Sign In', async ({ page }) => {
  await page.goto('/');
  const links = bar(page).getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(links).toHaveText(['Home', 'Learn', 'Join Waitlist']);
  await expect(bar(page).getByRole('button', { name: 'Sign In' })).toBeVisible();
  await bar(page).getByRole('link', { name: 'Join Waitlist' }).click();
  await expect(page).toHaveURL('/waitlist');
  await bar(page).getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/login?returnTo=%2Fwaitlist');
});

test('the link of the open page is marked, and no other', async ({ page }) => {
  for (const [address, name] of [
    ['/', 'Home'],
    ['/learn', 'Learn'],
    ['/learn/what-you-pay', 'Learn'],
    ['/waitlist', 'Join Waitlist'],
  ] as const) {
    await page.goto(address);
    const marked = bar(page).getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]');
    await expect(marked).toHaveText([name]);
  }
});

test('a signed-in person has the three sections and the bell, and no invitation to the waitlist', async ({
  page,
}) => {
  await signUp(page.request);
  await page.goto('/');
  await expect(bar(page).getByRole('link', { name: 'Join Waitlist' })).toHaveCount(0);
  await expect(bar(page).getByRole('link', { name: /notification/i })).toHaveAttribute(
    'href',
    '/notifications',
  );
  const entries: string[] = [];
  for (const section of SECTIONS) entries.push(...(await entriesOf(page, section)));
  expect(entries).toEqual(
    expect.arrayContaining(['Portfolio Dashboard', 'Sell My Shares', 'Submit property', 'Admin panel']),
  );
});

test('Back closes the dialog of a page, and a dialog that was closed leaves no entry to go back to', async ({
  page,
  market,
}) => {
  const property = await market.offer();
  await signUp(page.request, { cash: 500 });
  const places: [address: string, button: string | RegExp][] = [
    ['/wallet', 'Deposit'],
    [`/property/${property.id}`, 'Invest Now'],
    [`/investor-marketplace?q=${encodeURIComponent(property.name)}`, 'Invest Now'],
    ['/resale-marketplace', /^Buy Shares/],
  ];
  for (const [address, name] of places) {
    await test.step(address, async () => {
      await page.goto('/settings');
      await page.goto(address);
      const open = page.getByRole('main').getByRole('button', { name, exact: true }).first();
      await open.click();
      await expect(page.getByRole('dialog')).toBeVisible();
      const opened = page.url();
      await page.goBack();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(open).toBeFocused();
      await open.click();
      await expect(page).toHaveURL(opened);
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.goBack();
      await expect(page).toHaveURL('/settings');
    });
  }
});

test('a dialog that a link opened closes on its page', async ({ page }) => {
  await signUp(page.request);
  await page.goto('/settings');
  await page.goto('/wallet?dialog=deposit');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL('/wallet');
  await page.goBack();
  await expect(page).toHaveURL('/settings');
});

test('every entry of every menu has the address of a page, and the last one of each leads to it', async ({
  page,
}) => {
  // What each of them shows at its address is seen where all screens are visited, in accessibility.e2e.ts.
  const routes = new Set(
    readdirSync(path.join(import.meta.dirname, '../../src/app/browser/routes')).map((file) =>
      file.replace(/\.tsx$/, ''),
    ),
  );
  await signInAs(page, 'admin');
  await page.goto('/');
  for (const menu of [...SECTIONS, /^Your account/]) {
    await trigger(page, menu).click();
    const links = page.getByRole('menuitem').and(page.locator('[href]'));
    await expect(links.first()).toBeVisible();
    await expect(page.getByRole('menuitem').and(page.locator('a:not([href])'))).toHaveCount(0);
    const addresses = await links.evaluateAll((items) =>
      items.map((item) => item.getAttribute('href') ?? ''),
    );
    expect(addresses.length).toBeGreaterThan(1);
    for (const address of addresses) {
      const name = address.slice(1).replaceAll('/', '_.');
      expect(routes.has(name) || routes.has(`${name}.index`), `a page at ${address}`).toBe(true);
    }
    await links.last().click();
    await expect(page).toHaveURL(addresses.at(-1) ?? '');
    const heading = page.getByRole('main').getByRole('heading', { level: 1 });
    await expect(heading).toBeVisible();
    await expect(heading).not.toHaveText('404 Page Not Found');
  }
});

test('the bar of every page fits a window at 400% zoom, for visitors and members', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await page.goto('/learn');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Commonhold', exact: true })).toBeVisible();
  expect(await excess()).toBe(0);
  await signUp(page.request);
  await page.goto('/wallet');
  await expect(page.getByRole('link', { name: /notification/i }).first()).toBeVisible();
  expect(await excess()).toBe(0);
});

test('a visitor of a page for members reads why, and half a second later is asked to sign in', async ({
  page,
}) => {
  await page.clock.install({ time: NOON });
  await page.clock.pauseAt(NOON + MINUTE);
  await page.goto('/wallet');
  const notice = page.getByRole('region', { name: 'Messages' }).getByRole('listitem');
  await expect(async () => {
    await page.clock.runFor(5);
    await expect(notice).toContainText('You are logged out. Logging in again...', { timeout: 100 });
  }).toPass();
  await page.clock.runFor(250);
  await expect(page).toHaveURL('/wallet');
  await page.clock.runFor(250);
  await expect(page).toHaveURL('/login?returnTo=%2Fwallet');
});

test.describe('@phone-only on a phone', () => {
  test('a visitor finds Home, Learn and a highlighted Join Waitlist, and the menu closes on a choice', async ({
    page,
  }) => {
    await page.goto('/');
    const drawer = await openDrawer(page);
    await expect(drawer.getByRole('link')).toHaveText(['Home', 'Learn', 'Join Waitlist']);
    const backgrounds = await drawer
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => getComputedStyle(link).backgroundColor));
    expect(backgrounds[2]).not.toBe(backgrounds[1]);
    await expect(drawer.getByText('Sign in to access all features')).toBeVisible();
    await expectAccessible(page);
    await drawer.getByRole('link', { name: 'Join Waitlist' }).tap();
    await expect(drawer).toHaveCount(0);
    await expect(page).toHaveURL('/waitlist');
  });

  test('a signed-in person finds the sections, and Join Waitlist as well', async ({ page }) => {
    await signUp(page.request);
    await page.goto('/learn');
    const drawer = await openDrawer(page);
    for (const section of ['Investor Portal', 'Owner Portal', 'Admin Portal']) {
      await expect(drawer.getByRole('heading', { name: section })).toBeVisible();
    }
    await expect(drawer.getByRole('link', { name: 'Learn' })).toHaveAttribute('aria-current', 'page');
    await drawer.getByRole('link', { name: 'Join Waitlist' }).tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Join the waitlist' })).toBeVisible();
  });
});
