import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

const TABLET_WIDTHS = [1024, 768];
const HEIGHT = 900;
/** A small phone, and a window of 1280 x 1024 pixels at 400% zoom. */
export const PHONE = { width: 360, height: 640 };
const ZOOMED = { width: 320, height: 256 };

/** Google calls a page good whose layout shifts by 0.1 at most. */
const MAX_LAYOUT_SHIFT = 0.1;

/** Nothing in sight has moved since the page was opened, but after a click or a key. */
export async function expectSteady(page: Page) {
  const { sum, moved } = await page.evaluate(
    () =>
      new Promise<{ sum: number; moved: string[] }>((resolve) => {
        type Shift = PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node?: Node }[];
        };
        const shifts: Shift[] = [];
        const observer = new PerformanceObserver((list) => shifts.push(...(list.getEntries() as Shift[])));
        observer.observe({ type: 'layout-shift', buffered: true });
        const report = () => {
          const unexpected = shifts.filter(({ hadRecentInput }) => !hadRecentInput);
          resolve({
            sum: unexpected.reduce((total, { value }) => total + value, 0),
            moved: unexpected.flatMap(({ sources }) =>
              sources.map(({ node }) => `${node?.textContent?.slice(0, 80)}`),
            ),
          });
        };
        // Entries of the past are delivered by a task of their own.
        requestAnimationFrame(() => setTimeout(report));
      }),
  );
  expect(sum, `the layout shift, of ${moved.join('; ')}`).toBeLessThan(MAX_LAYOUT_SHIFT);
}

/** What only works on a screen. */
const CONTROLS =
  'nav, search, select, [type="search"], [role="tab"], [aria-pressed], .btn, fieldset:has([type="radio"].sr-only)';

/** On tablets nothing is cut off at the side and no word of a table is broken; on paper there are no controls. */
export async function expectFitsTabletsAndPaper(page: Page) {
  for (const width of TABLET_WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    await expectInPlace(page, `at ${width} pixels`);
  }
  await page.emulateMedia({ media: 'print' });
  const controls = page.locator(CONTROLS).or(page.getByRole('complementary', { name: 'Your email' }));
  await expect(controls.filter({ visible: true })).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
}

/** Charts and maps take a new width a moment after the page has it. */
const expectInPlace = (page: Page, where: string) =>
  expect.poll(() => misplaced(page), { message: where, timeout: 3_000 }).toEqual([]);

/** What lies outside of the page or its table, and words that are broken. */
const misplaced = (page: Page) =>
  page.evaluate((width) => {
    const found: string[] = [];
    // Names of commands, addresses and the like may break anywhere.
    const plainWord = /(?<!\S)\p{L}{2,20}(?=[.,:;!?]?(?:\s|$))/gu;
    const excess = document.documentElement.scrollWidth - width;
    const widest = [...document.querySelectorAll('main *:not(svg *)')].find(
      (element) => element.getBoundingClientRect().right > width + 1,
    );
    if (excess > 0) found.push(`the page is ${excess} pixels too wide: ${widest?.outerHTML.slice(0, 120)}`);
    for (const table of document.querySelectorAll('table')) {
      const frame = table.parentElement?.getBoundingClientRect();
      for (const control of table.querySelectorAll('button, a, select, input')) {
        const { left, right, width: own } = control.getBoundingClientRect();
        if (own > 1 && frame && (right > frame.right + 1 || left < frame.left - 1))
          found.push(`outside of its table: ${control.textContent}`);
      }
      const isClipped = (element: Element | null | undefined) =>
        element && element.getBoundingClientRect().width <= 1;
      const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const place = text.parentElement;
        if (!place?.checkVisibility() || isClipped(place) || isClipped(place.closest('thead'))) continue;
        for (const { 0: word, index } of text.nodeValue?.matchAll(plainWord) ?? []) {
          const range = new Range();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const tops = [...range.getClientRects()].map(({ top }) => top);
          if (Math.max(...tops) - Math.min(...tops) > 4) found.push(`broken word: ${word}`);
        }
      }
    }
    return found;
    // A phone's own inner width grows with what is too wide.
  }, page.viewportSize()?.width ?? 0);

/** On a small phone nothing is cut off at the side, and below the head or hero of the page something useful is in view. */
export async function expectUsefulFirstScreen(page: Page) {
  await expectInPlace(page, 'on a small phone');
  const first = await page.evaluate(() => {
    const bar = document.querySelector('nav[aria-label="Main pages"]')?.getBoundingClientRect();
    const useful = 'h2, p, .btn, input, select, textarea, [role="tab"], dd, li, tr, article, figure';
    const tops = [...document.querySelectorAll<HTMLElement>(`main :is(${useful})`)]
      .filter((element) => !element.matches('header *, section:has(h1) *') || element.matches('.btn'))
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => element.getBoundingClientRect())
      .filter(({ width, height }) => width > 1 && height > 1)
      .map(({ top }) => top);
    return { top: Math.min(...tops), end: bar?.height ? bar.top : innerHeight };
  });
  expect(first.top, 'the first useful thing').toBeLessThan(first.end - 40);
}

/** At 400% zoom, the field and the button with the consequence of the open dialog are in view together. */
export async function expectUsableWhenZoomed(page: Page) {
  await page.setViewportSize(ZOOMED);
  const dialog = page.locator('dialog:modal');
  const field = dialog.locator('input, select, textarea').first();
  await field.focus();
  const lines = await field.evaluate((element) =>
    element instanceof HTMLTextAreaElement ? element.rows : 1,
  );
  await expect(field).toBeInViewport({ ratio: lines > 1 ? 0.5 : 0.99 });
  await expect(dialog.locator('.btn').filter({ hasText: /\w/ }).last()).toBeInViewport({ ratio: 0.99 });
  const covered = await field.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return !element
      .closest('label, .input, div')
      ?.contains(document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20)));
  });
  expect(covered, 'the field is covered').toBe(false);
}
