import type { Page } from '@playwright/test';
import { figure, signUp, uniqueName } from './actors.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

const TITLE = 'Own a share of the buildings around you';
const title = (page: Page) => page.getByRole('heading', { level: 1, name: TITLE });
const region = (page: Page, name: string) => page.getByRole('region', { name });

test('the landing page advertises what the market holds', async ({ page }) => {
  await page.goto('/');
  await expect(title(page)).toBeVisible();
  const figures = region(page, 'Commonhold by the numbers');
  for (const [term, value] of [
    ['minimum share price', '$100'],
    ['expected annual returns', '6-12%'],
    ['management fee', '1.5%'],
    ['distributions', 'Quarterly'],
    ['properties', '6+'],
  ] as const) {
    await expect(figure(figures, term)).toHaveText(value);
  }
  await expect(region(page, 'How it works').getByRole('listitem')).toHaveCount(3);
  await expect(
    region(page, 'Why own a share instead of the whole building').getByRole('listitem'),
  ).toHaveCount(6);
});

test('every testimonial is marked as an example', async ({ page }) => {
  await page.goto('/');
  const voices = region(page, 'What owning a share can be like');
  await expect(voices).toContainText('They are not customer testimonials.');
  await expect(voices.getByRole('figure')).toHaveCount(3);
  for (const one of await voices.getByRole('figure').all()) await expect(one).toContainText('Example');
});

test('two real offerings are featured, and lead over their public pages through sign-in to the invest dialog', async ({
  page,
  market,
}) => {
  const featured = region(page, 'Open for investment now');
  const { id, name } = await market.offer({ name: uniqueName('Alder Row'), totalShares: 321 });
  // A visitor's page is cached for two seconds.
  await expect(async () => {
    await page.goto('/');
    await expect(featured.getByRole('listitem', { name })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(featured.getByRole('listitem')).toHaveCount(2);
  const card = featured.getByRole('listitem', { name });
  await expect(card).toContainText('321 of 321 shares available');
  await card.getByRole('link', { name: 'View Details' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.getByRole('link', { name: 'Invest', exact: true }).click();
  const back = encodeURIComponent(`/property/${id}?invest=${id}`);
  await expect(page).toHaveURL(`/login?mode=sign-up&returnTo=${back}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in or create an account' })).toBeVisible();

  await market.setStatus(id, 'pending');
  await expect(async () => {
    await page.goto('/');
    await expect(featured.getByRole('listitem')).toHaveCount(2, { timeout: 1_000 });
    await expect(featured.getByRole('listitem', { name })).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
});

test('both invitations to invest lead to sign-in, and signed-in people see the market instead', async ({
  page,
}) => {
  for (const at of [0, 1]) {
    await page.goto('/');
    const invitation = page.getByRole('main').getByRole('link', { name: 'Start Investing' }).nth(at);
    await expect(invitation).toHaveAttribute('href', /^\/api\/login/);
    await invitation.click();
    await expect(page).toHaveURL('/login?mode=sign-up');
  }
  await signUp(page.request);
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Explore Marketplace' })).toHaveAttribute(
    'href',
    '/investor-marketplace',
  );
  await expect(page.getByRole('link', { name: 'Start Investing' })).toHaveCount(0);
});

test('the library is one link away, and back home the page is whole again @phone', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  await page.getByRole('link', { name: 'Learn more and test the numbers' }).click();
  await expect(page).toHaveURL('/learn');
  await expect(page.getByRole('link', { name: 'How Commonhold works' })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Commonhold' }).click();
  await expect(title(page)).toBeVisible();
  await expect(figure(region(page, 'Commonhold by the numbers'), 'properties')).toHaveText('6+');
  await expect(region(page, 'Open for investment now').getByRole('listitem')).toHaveCount(2);
  await expect(page.locator('[data-part=hero-street] svg')).toBeVisible();
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
  await expectAccessible(page);
});

test('the legal footer states the risks on every page', async ({ page }) => {
  for (const address of ['/', '/learn', '/waitlist', '/login']) {
    await page.goto(address);
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText('is not a registered broker-dealer');
    await expect(footer).toContainText('Investments are illiquid');
    await expect(footer).toContainText('including the loss of what you invested');
    await expect(footer.getByRole('link', { name: 'Join Waitlist' })).toHaveAttribute('href', '/waitlist');
  }
});

test('all of the landing page can be read without scripts', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto('/');
  await expect(title(page)).toBeVisible();
  await expect(page.locator('[data-part=hero-street] svg')).toBeVisible();
  for (const heading of [
    'How it works',
    'Be there when the doors open',
    'Why own a share instead of the whole building',
    'What owning a share can be like',
    'Open for investment now',
    'Start with one share',
    'Join the waitlist',
  ]) {
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
  }
  await expect(region(page, 'Open for investment now').getByRole('listitem')).toHaveCount(2);
  await page.getByRole('link', { name: 'Learn more and test the numbers' }).click();
  await page.getByRole('link', { name: 'What you pay' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'What you pay' })).toBeVisible();
  await context.close();
});

test.describe('when the offerings cannot be loaded', () => {
  test.use({ expectedErrors: [/status of 500/] });

  test('the rest of the landing page is there, and another try brings them', async ({ page }) => {
    const offerings = /\/api\/trpc\/[^?]*properties\.list/;
    await page.goto('/learn');
    // Not without an answer: then the page would try again by itself.
    await page.route(offerings, (route) => route.fulfill({ status: 500 }));
    await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
    await expect(title(page)).toBeVisible();
    const featured = region(page, 'Open for investment now');
    await expect(featured.getByRole('alert')).toBeVisible();
    await page.unroute(offerings);
    await featured.getByRole('button', { name: 'Try again' }).click();
    await expect(featured.getByRole('listitem')).toHaveCount(2);
  });
});
