import type { Locator, Page } from '@playwright/test';
import { signUp } from './actors.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

const PLACEHOLDER = 'Search properties, locations, yields...';

/** The shortcut is heard from the moment the page is alive, which is a little after it is there. */
async function reachByKey(page: Page) {
  const box = page.getByPlaceholder(PLACEHOLDER);
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(box).toBeFocused({ timeout: 500 });
  }).toPass();
}

/** Room for the placeholder of a field beyond what its text needs, in pixels; negative where it is cut off. */
const roomLeft = (box: Locator) =>
  box.evaluate((field: HTMLInputElement) => {
    const { width, font } = getComputedStyle(field, '::placeholder');
    const canvas = document.createElement('canvas').getContext('2d');
    if (!canvas) return Number.NaN;
    canvas.font = font;
    return Number.parseFloat(width) - canvas.measureText(field.placeholder).width;
  });

/** An arrow pressed in the very frame in which the list changes is not heard; nobody is that quick. */
async function chooseFirst(page: Page, list: Locator) {
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(list.getByRole('option').first()).toHaveAttribute('data-focused', { timeout: 500 });
  }).toPass();
  await page.keyboard.press('Enter');
}

test('the search leads to a property, a location and a yield by keyboard alone', async ({ page, market }) => {
  const property = await market.offer({ location: 'Kettle Falls, WA', annualYield: '13.30' });
  await signUp(page.request);
  await page.goto('/wallet');
  await reachByKey(page);
  const box = page.getByRole('combobox', { name: 'Search the market' });
  await expect(box).toBeFocused();
  expect(await roomLeft(box)).toBeGreaterThanOrEqual(0);
  await page.keyboard.type('k');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await page.keyboard.type('ettle');
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  await expect(list.getByRole('option', { name: /Kettle Falls, WA/ }).first()).toBeVisible();
  // An open list hides the rest of the page from screen readers, which axe takes for a mistake.
  await expectAccessible(page, '[role="listbox"]');
  await chooseFirst(page, list);
  await expect(page).toHaveURL(/\/investor-marketplace\?location=Kettle/);
  await expect(list).toHaveCount(0);

  await reachByKey(page);
  await page.keyboard.type(property.name);
  await expect(list.getByRole('option')).toHaveCount(1);
  await expect(list).not.toHaveAttribute('aria-busy');
  await expect(list).toMatchAriaSnapshot(`
    - listbox "Suggestions":
      - option /Juniper House/
  `);
  await chooseFirst(page, list);
  await expect(page).toHaveURL(`/property/${property.id}`);

  await reachByKey(page);
  await page.keyboard.type('13.3%');
  await expect(list.getByRole('option', { name: /About 13.3% a year/ })).toBeVisible();
  await expect(list).not.toHaveAttribute('aria-busy');
  await chooseFirst(page, list);
  await expect(page).toHaveURL('/investor-marketplace?yield=13.3');
});

test('a search without results says so, and Escape or a click outside closes the list', async ({ page }) => {
  await signUp(page.request);
  await page.goto('/wallet');
  const box = page.getByPlaceholder(PLACEHOLDER);
  await box.click();
  await page.keyboard.type('zzqq');
  const nothing = page.getByRole('listbox').getByText('No results found for "zzqq"');
  await expect(nothing).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(nothing).toHaveCount(0);
  await box.fill('zzqqq');
  await expect(page.getByRole('listbox').getByText('No results found for "zzqqq"')).toBeVisible();
  await page.mouse.click(20, 600);
  await expect(page.getByRole('listbox')).toHaveCount(0);
});

test('Enter on a text shows all that match it', async ({ page, market }) => {
  const { name } = await market.offer();
  await signUp(page.request);
  await page.goto('/wallet');
  await reachByKey(page);
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/investor-marketplace\?q=Juniper/);
  await expect(page.getByRole('listitem', { name })).toBeVisible();
});

test('@phone-only on a phone the menu leads to the search', async ({ page, market }) => {
  const property = await market.offer();
  await signUp(page.request);
  await page.goto('/wallet');
  await expect(page.getByPlaceholder(PLACEHOLDER)).toBeHidden();
  await page.getByRole('button', { name: 'Open the menu' }).tap();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Search' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await page.keyboard.type(property.name);
  const option = page.getByRole('option', { name: property.name });
  await expect(option).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expect(page.getByRole('listbox')).not.toHaveAttribute('aria-busy');
  await option.tap();
  await expect(page).toHaveURL(`/property/${property.id}`);
  await expect(dialog).toHaveCount(0);
});

test('visitors have no search', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByPlaceholder(PLACEHOLDER)).toHaveCount(0);
});
