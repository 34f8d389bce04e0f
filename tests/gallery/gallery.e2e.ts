import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { signInAs, test } from '../e2e/fixtures.ts';
import { further } from '../e2e/gallery-screens.ts';
import { visits } from '../e2e/screens.ts';
import { contactSheets } from './contact-sheet.ts';
import { drawPapers, papersOf } from './papers.ts';

const WIDTHS = [360, 768, 1280];
const THEMES = ['light', 'dark'] as const;
const SCREEN_HEIGHT = 900;
const MAX_HEIGHT = 3_600;
const SECONDS_PER_SCREEN = 60;
const folder = process.env.GALLERY_FOLDER ?? path.join(import.meta.dirname, '../../gallery');

/** Pictures of the page as it is at a width in a theme, the whole of it up to a few screens. */
async function shoot(page: Page, file: string): Promise<void> {
  const height = await page.evaluate(() => {
    scrollTo(0, 0);
    return document.documentElement.scrollHeight;
  });
  await page.screenshot({
    path: file,
    fullPage: true,
    clip: { x: 0, y: 0, width: page.viewportSize()?.width ?? 0, height: Math.min(height, MAX_HEIGHT) },
  });
}

for (const { person, arrive, screens } of [...visits, ...further]) {
  test(`pictures of what ${person} sees`, async ({ page, market }) => {
    test.setTimeout(screens.length * SECONDS_PER_SCREEN * 1_000);
    await arrive?.(page, market);
    const sheets = new Map<string, { name: string; file: string }[]>();
    for (const [at, { name, open }] of screens.entries()) {
      await test.step(name, async () => {
        await page.setViewportSize({ width: 1280, height: SCREEN_HEIGHT });
        await page.emulateMedia({ colorScheme: 'light' });
        await open(page);
        for (const width of WIDTHS) {
          for (const theme of THEMES) {
            await page.setViewportSize({ width, height: SCREEN_HEIGHT });
            await page.emulateMedia({ colorScheme: theme });
            const sheet = `${person.replaceAll(' ', '-')}-${width}-${theme}`;
            const pictures = path.join(folder, 'screens', sheet);
            await mkdir(pictures, { recursive: true });
            const file = path.join(pictures, `${String(at + 1).padStart(2, '0')}.png`);
            await shoot(page, file);
            sheets.set(sheet, [...(sheets.get(sheet) ?? []), { name, file }]);
          }
        }
      });
    }
    for (const [name, pictures] of sheets) await contactSheets(path.join(folder, name), pictures);
  });
}

test('pictures of a PDF of each kind', async ({ page }) => {
  await signInAs(page, 'investor');
  const papers = await papersOf(page.request);
  const pictures = await drawPapers(path.join(folder, 'papers'), papers);
  if (pictures) await contactSheets(path.join(folder, 'papers'), pictures);
  else
    console.log(
      'The PDFs are in the folder gallery/papers, without pictures: pdftoppm is missing (Debian and Ubuntu have it in the package poppler-utils).',
    );
});
