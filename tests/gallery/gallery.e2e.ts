import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Page } from '@playwright/test';
import { pgliteOptions } from '#platform/server/adapters/database/pglite-options.ts';
import { expect, signInAs, test, withSampleServer } from '../e2e/fixtures.ts';
import { further } from '../e2e/gallery-screens.ts';
import { visits } from '../e2e/screens.ts';
import { contactSheets } from './contact-sheet.ts';
import { drawPapers, papersOf } from './papers.ts';
import { admin } from './states/admin.ts';
import { connection } from './states/connection.ts';
import { investor } from './states/investor.ts';
import { member } from './states/member.ts';
import { applicant, newcomer } from './states/newcomer.ts';
import { applicantOwner, reportingOwner } from './states/owner.ts';
import type { Scene, State } from './states/state.ts';
import { demoVisitor, laterVisitor, reader, visitor } from './states/visitor.ts';

const WIDTHS = [360, 768, 1280];
const THEMES = ['light', 'dark'] as const;
const SCREEN_HEIGHT = 900;
const MAX_HEIGHT = 3_600;
const SECONDS_PER_SCREEN = 60;
const SECONDS_PER_SCENE = 180;
const folder = process.env.GALLERY_FOLDER ?? path.join(import.meta.dirname, '../../gallery');

/** Whether a dialog or a menu is open, which covers the screen. */
const isCovered = async (page: Page) =>
  (await page.locator('dialog:modal, [role="menu"], [role="listbox"]').count()) > 0;

/** Brings all of a page into view for a moment, so that parts load that wait until someone scrolls to them. */
async function loadWhole(page: Page): Promise<void> {
  await page.setViewportSize({ width: Math.min(...WIDTHS), height: MAX_HEIGHT });
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** A picture of the page as it is: the whole of it up to a few screens, or the one screen that is covered. */
async function shoot(page: Page, file: string): Promise<void> {
  if (await isCovered(page)) {
    await page.screenshot({ path: file });
    return;
  }
  const height = Math.min(await wholeHeight(page), MAX_HEIGHT);
  const width = page.viewportSize()?.width ?? 0;
  await page.screenshot({ path: file, fullPage: true, clip: { x: 0, y: 0, width, height } });
}

/** The height of a page, whose bar on phones is put at its end: at the end of the screen it covers a part of the picture. */
const wholeHeight = (page: Page) =>
  page.evaluate(() => {
    scrollTo(0, 0);
    const bar = document.querySelector<HTMLElement>('.bottom-bar');
    if (bar) {
      document.body.style.position = 'relative';
      bar.style.position = 'absolute';
    }
    return document.documentElement.scrollHeight;
  });

/** Ends what a state did to the connection. */
async function reconnect(page: Page): Promise<void> {
  await page.unrouteAll();
  await page.context().unrouteAll();
}

/** Opens each state of a person's screens in turn, and lays out its pictures at each width in each theme. */
async function drawSheets(page: Page, person: string, states: readonly State[]): Promise<void> {
  const sheets = new Map<string, { name: string; file: string }[]>();
  for (const [at, { name, widths = WIDTHS, isLoading, open }] of states.entries()) {
    await test.step(name, async () => {
      await page.setViewportSize({ width: 1280, height: SCREEN_HEIGHT });
      await page.emulateMedia({ colorScheme: 'light' });
      await open(page);
      // A message goes by itself, so that it would be on some of the pictures.
      await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
      if (!isLoading && !(await isCovered(page))) await loadWhole(page);
      for (const width of widths) {
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
      await reconnect(page);
    });
  }
  for (const [name, pictures] of sheets) await contactSheets(path.join(folder, name), pictures);
}

for (const { person, arrive, screens } of [...visits, ...further]) {
  test(`pictures of what ${person} sees`, async ({ page, market }) => {
    test.setTimeout(screens.length * SECONDS_PER_SCREEN * 1_000);
    await arrive?.(page, market);
    await drawSheets(page, person, screens);
  });
}

/** Forgets which legal documents the sample investor has accepted, past the guard of the table, which is append-only. */
async function forgetConsent(dataDir: string): Promise<void> {
  const database = await PGlite.create(path.join(dataDir, 'database'), pgliteOptions);
  await database.exec(
    `set session_replication_role = replica;
     delete from legal_acceptances
     where user_id = (select id from users where email = 'investor@commonhold.test')`,
  );
  await database.close();
}

/** After the launch, with two admins for what moves other people's money, and with legal documents to accept. */
const launched = test.extend({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => withSampleServer({ LAUNCHED: '1', APPROVALS: '2' }, use, forgetConsent),
    { scope: 'worker', timeout: 60_000 },
  ],
});

function drawScenes(within: typeof test, scenes: readonly Scene[]): void {
  // What is refused or cannot be reached is an error in the console.
  within.use({ expectedErrors: [/./] });
  for (const { person, arrive } of scenes) {
    within(`pictures of the states that ${person} meets`, async ({ page, market, openClient }) => {
      within.setTimeout(SECONDS_PER_SCENE * 1_000);
      await drawSheets(page, `states of ${person}`, await arrive(page, { market, openClient }));
    });
  }
}

test.describe('states', () => {
  drawScenes(test, [
    visitor,
    demoVisitor,
    newcomer,
    applicant,
    member,
    connection,
    investor,
    applicantOwner,
    reportingOwner,
  ]);
});

launched.describe('states after the launch', () => {
  drawScenes(launched, [laterVisitor, reader, admin]);
});

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
