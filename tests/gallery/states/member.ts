import { expect, signInAs } from '../../e2e/fixtures.ts';
import type { Scene, State } from './state.ts';

const WITH_DRAWER = [360, 768];
const WITH_MENUS = [1280];

const palette = (name: string, typed: string, shown: string): State => ({
  name,
  async open(page) {
    await page.goto('/wallet');
    const box = page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox');
    await expect(async () => {
      await page.keyboard.press('Control+k');
      await expect(box).toBeFocused({ timeout: 500 });
    }).toPass();
    await box.fill(typed);
    await expect(page.getByRole('dialog').getByText(shown).first()).toBeVisible();
  },
});

const menu = (name: string, button: string | RegExp, widths: readonly number[]): State => ({
  name,
  widths,
  async open(page) {
    await page.setViewportSize({ width: widths[0] ?? 0, height: 900 });
    await page.goto('/wallet');
    await page.getByRole('banner').getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
});

/** The ways to other screens, each open. */
export const member: Scene = {
  person: 'a member who goes elsewhere',
  async arrive(page) {
    await signInAs(page, 'investor');
    return [
      palette('command palette', 'sunset', 'Sunset Villas'),
      palette('command palette, an action and pages', 'sell', 'Sell My Shares'),
      palette('command palette, nothing found', 'zzqq', 'Nothing'),
      {
        name: 'list of shortcuts',
        async open(page) {
          await page.goto('/wallet');
          await expect(async () => {
            await page.keyboard.press('?');
            await expect(page.getByRole('dialog')).toBeVisible({ timeout: 500 });
          }).toPass();
        },
      },
      {
        name: 'search with suggestions',
        widths: WITH_MENUS,
        async open(page) {
          await page.goto('/wallet');
          await page.getByRole('combobox', { name: 'Search the market' }).fill('denver');
          await expect(page.getByRole('option', { name: /^Denver/ })).toBeVisible();
          await expect(page.getByRole('listbox')).not.toHaveAttribute('aria-busy');
        },
      },
      {
        name: 'search on a phone',
        widths: WITH_DRAWER,
        async open(page) {
          await page.setViewportSize({ width: 360, height: 900 });
          await page.goto('/wallet');
          await page.getByRole('button', { name: 'Open the menu' }).click();
          await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Search' }).click();
          await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill('denver');
          await expect(page.getByRole('option', { name: /^Denver/ })).toBeVisible();
          await expect(page.getByRole('listbox')).not.toHaveAttribute('aria-busy');
        },
      },
      menu('menu of a section', 'Investor', WITH_MENUS),
      menu('account menu', /^Your account/, WITH_MENUS),
      menu('menu on a phone', 'Open the menu', WITH_DRAWER),
      {
        name: 'page that does not exist',
        async open(page) {
          await page.goto('/no/such/page');
          await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
        },
      },
    ];
  },
};
