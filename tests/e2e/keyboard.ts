import { expect, type Locator, type Page } from '@playwright/test';

const MAX_STOPS = 120;

/** Uses a page without a mouse: a control that Tab does not reach, or a trap on the way to it, fails the test. */
export function keyboardOf(page: Page) {
  // From the beginning: a key that comes before the browser knows of the listener opens a window of its own.
  page.on('filechooser', () => {});
  /** Goes to a control by Tab, and within radio buttons and tabs by the arrows, as its group has one stop only. */
  async function reach(target: Locator) {
    for (let stop = 0; stop < MAX_STOPS; stop += 1) {
      const way = await target.evaluate((element) => {
        const focused = document.activeElement;
        if (focused === element) return null;
        const groupOf = (one: Element | null | undefined) =>
          one instanceof HTMLInputElement && one.type === 'radio'
            ? one.name
            : one?.closest('[role="tablist"]');
        const group = groupOf(element);
        if (group && groupOf(focused) === group) return 'ArrowRight';
        const isBehind = focused !== document.body && element.compareDocumentPosition(focused ?? element) & 4;
        return isBehind ? 'Shift+Tab' : 'Tab';
      });
      if (way === null) return;
      await page.keyboard.press(way);
    }
    await expect(target, `reached by ${MAX_STOPS} keys`).toBeFocused({ timeout: 1 });
  }

  return {
    reach,
    async press(target: Locator, key = 'Enter') {
      await expect(target).toBeEnabled();
      await reach(target);
      await page.keyboard.press(key);
    },
    async type(target: Locator, text: string) {
      await reach(target);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
    },
    /** Chooses an option of a native list by its letters, which the browser forgets where they come slowly. */
    async choose(target: Locator, label: string) {
      await reach(target);
      await expect(async () => {
        await page.keyboard.type(label);
        await expect(target.locator('option:checked')).toHaveText(label, { timeout: 100 });
      }).toPass({ intervals: [1_500] });
    },
    async check(target: Locator) {
      await reach(target);
      if (!(await target.isChecked())) await page.keyboard.press('Space');
      await expect(target).toBeChecked();
    },
    /** Chooses a file in the browser's own window, which the field opens. */
    async attach(target: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
      await reach(target);
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
      await chooser.setFiles(file);
    },
  };
}
