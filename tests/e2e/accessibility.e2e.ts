import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isRelease } from '../support/sizes.ts';
import { signUp } from './actors.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { further } from './gallery-screens.ts';
import {
  expectFitsTabletsAndPaper,
  expectSteady,
  expectUsableWhenZoomed,
  expectUsefulFirstScreen,
  PHONE,
} from './layout.ts';
import { type Visit, visits } from './screens.ts';

/** Routes whose screens are checked where they are walked through, by the file that does it. */
const elsewhere: Record<string, string> = {
  'admin-education.$id': 'learn.e2e.ts',
  'admin-education.index': 'learn.e2e.ts',
  'admin-kyc.$id': 'kyc.e2e.ts',
  'admin-review.$id': 'review.e2e.ts',
  'admin-review.index': 'review.e2e.ts',
  'admin-users.$id': 'admin-users.e2e.ts',
  'admin-waitlist': 'admin-waitlist.e2e.ts',
  'learn.$slug': 'learn.e2e.ts',
  'learn.index': 'learn.e2e.ts',
  'learn.returns-calculator': 'learn.e2e.ts',
  notifications: 'notifications.e2e.ts',
  onboarding: 'onboarding.e2e.ts',
  'owner-submit.$id': 'owner-submit.e2e.ts',
  'owner-submit.index': 'owner-submit.e2e.ts',
  'submit-property_.$id': 'owner-to-market.e2e.ts',
  'verify.$code': 'reports.e2e.ts',
  waitlist: 'waitlist.e2e.ts',
};

test('every screen is checked for accessibility, and is in the gallery', () => {
  const routes = readdirSync(path.join(import.meta.dirname, '../../src/app/browser/routes'))
    .filter((file) => !file.startsWith('-'))
    .map((file) => file.replace(/\.tsx$/, ''))
    .sort();
  const routesOf = (list: Visit[]) => list.flatMap(({ screens }) => screens.map(({ route }) => route));
  const here = routesOf(visits);
  expect([...new Set([...here, ...Object.keys(elsewhere)])].sort()).toEqual(routes);
  expect([...new Set([...here, ...routesOf(further)])].sort()).toEqual(routes);
  for (const file of Object.values(elsewhere)) {
    expect(readFileSync(path.join(import.meta.dirname, file), 'utf8'), file).toContain('expectAccessible(');
  }
});

const SECONDS_PER_SCREEN = 30;
const WIDE = { width: 1280, height: 900 };

for (const { person, arrive, screens } of visits) {
  test(`every screen of ${person} is accessible and in place at every width, in both themes, zoomed and printed, and has its title`, async ({
    page,
    market,
  }) => {
    test.setTimeout(screens.length * SECONDS_PER_SCREEN * 1_000);
    await arrive?.(page, market);
    for (const { name, title, open } of screens) {
      await test.step(name, async () => {
        await page.setViewportSize(WIDE);
        await page.emulateMedia({ colorScheme: 'light' });
        await open(page);
        await expect(page).toHaveTitle(typeof title === 'string' ? `${title} · Commonhold` : title);
        // Below, at each commit, in the other theme at the other width; src/ui/theme.test.ts has the colors of both.
        if (isRelease) await expectAccessible(page);
        await expectSteady(page);
        const asks = (await page.locator('dialog:modal').count()) > 0;
        if (!asks) await expectFitsTabletsAndPaper(page);
        await page.setViewportSize(PHONE);
        if (!asks) await expectUsefulFirstScreen(page);
        // At once: colors are the same at every width, and all else is the same in both themes.
        await page.emulateMedia({ colorScheme: 'dark' });
        await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
        await expectAccessible(page);
        if (asks) await expectUsableWhenZoomed(page);
      });
    }
  });
}

test('the open menu is accessible @phone', async ({ page, isMobile }) => {
  await signUp(page.request);
  await page.goto('/');
  if (isMobile) await page.getByRole('button', { name: 'Open the menu' }).tap();
  else await page.getByRole('banner').getByRole('button', { name: 'Investor' }).click();
  await expect(isMobile ? page.getByRole('dialog', { name: 'Menu' }) : page.getByRole('menu')).toBeVisible();
  await expectAccessible(page);
});

test('a message is accessible and can be dismissed @phone', async ({ page }) => {
  await signUp(page.request);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Save profile' }).click();
  const message = page.getByRole('region', { name: 'Messages' }).getByRole('listitem');
  await expect(message).toContainText('Profile saved');
  await message.hover();
  await expectAccessible(page);
  await message.getByRole('button', { name: 'Dismiss' }).click();
  await expect(message).toHaveCount(0);
});

test.describe('before the scripts have run', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test('a chosen theme is there from the first paint of the next visit', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/');
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    await page.getByRole('button', { name: 'Use the dark theme' }).click();
    await expect.poll(background).not.toBe(light);
    const dark = await background();
    await page.route('**/*.js', (route) =>
      route.request().url().endsWith('theme.js') ? route.continue() : route.abort(),
    );
    await page.reload();
    expect(await background()).toBe(dark);
  });
});

test('paper is white and its text dark in the dark theme, chosen or the system’s', async ({ page }) => {
  const muted = page.getByRole('main').locator('p.text-muted').first();
  const ink = () => muted.evaluate((text) => getComputedStyle(text).color);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/learn');
  const light = await ink();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(ink).not.toBe(light);
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await expect.poll(ink).toBe(light);
  await page.emulateMedia({ colorScheme: 'light', media: 'screen' });
  await page.getByRole('button', { name: 'Use the dark theme' }).click();
  await expect.poll(ink).not.toBe(light);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(ink).toBe(light);
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});

test('a browser that asks for reduced motion shows none, and any other shows some', async ({ page }) => {
  await signUp(page.request);
  await page.goto('/wallet');
  const moving = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('*')].some((element) => {
        const { transitionDuration, animationDuration, animationName } = getComputedStyle(element);
        const longest = (text: string) => Math.max(...text.split(',').map((part) => Number.parseFloat(part)));
        return (
          longest(transitionDuration) > 0.01 ||
          (animationName !== 'none' && longest(animationDuration) > 0.01)
        );
      }),
    );
  await expect(page.getByRole('button', { name: 'Deposit', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Deposit', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await moving()).toBe(false);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await moving()).toBe(true);
});
