import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { signUp } from '../e2e/actors.ts';
import { signInAs, test } from '../e2e/fixtures.ts';
import { loaded, opened, type Visit, visits } from '../e2e/screens.ts';
import { contactSheets } from './contact-sheet.ts';
import { drawPapers, papersOf } from './papers.ts';

const WIDTHS = [360, 768, 1280];
const THEMES = ['light', 'dark'] as const;
const SCREEN_HEIGHT = 900;
const MAX_HEIGHT = 3_600;
const SECONDS_PER_SCREEN = 60;
const folder = process.env.GALLERY_FOLDER ?? path.join(import.meta.dirname, '../../gallery');

const tab = (name: string): Visit['screens'][number] => ({
  ...opened('property.$id', `/property/3?tab=${name}`, 'Highland Park Duplex'),
  name: `property, ${name}`,
});

/** Screens that the accessibility checks do not visit here, and those of the sample people with their data. */
const further: Visit[] = [
  {
    person: 'a visitor who reads',
    screens: [
      loaded('waitlist', '/waitlist', 'Join the waitlist'),
      loaded('learn.index', '/learn', 'Learn'),
      loaded('learn.$slug', '/learn/what-you-pay', 'What you pay'),
      loaded('learn.returns-calculator', '/learn/returns-calculator', 'Returns calculator'),
      loaded('about.$page', '/about/security', 'Security'),
      loaded('about.$page', '/about/company', 'Legal entity'),
    ],
  },
  {
    person: 'a member who begins',
    arrive: (page) => signUp(page.request, { onboarded: false }),
    screens: [opened('onboarding', '/onboarding', 'Onboarding')],
  },
  {
    person: 'the sample investor',
    arrive: (page) => signInAs(page, 'investor'),
    screens: [
      opened('dashboard', '/dashboard', 'Your Portfolio'),
      ...['value', 'distributions', 'documents', 'governance', 'trading'].map(tab),
      opened('resale-marketplace', '/resale-marketplace', 'Resale Marketplace'),
      opened('share-resale', '/share-resale', 'Sell My Shares'),
      opened('notifications', '/notifications', 'Notifications'),
      opened('transaction-history', '/transaction-history', 'Transaction History'),
      opened('reports', '/reports', 'Reports'),
      opened('auto-invest', '/auto-invest', 'Auto-Invest'),
      opened('investor-watchlist', '/investor-watchlist', 'Watchlist'),
      opened('settings', '/settings', 'Settings'),
    ],
  },
  {
    person: 'the sample owner',
    arrive: (page) => signInAs(page, 'owner'),
    screens: [
      opened('owner-report', '/owner-report?property=3', 'Monthly Report'),
      opened('owner-submit.index', '/owner-submit', 'Submit a Property'),
      opened('submit-property', '/submit-property', 'Submit Your Property'),
    ],
  },
  {
    person: 'the sample admin',
    arrive: (page) => signInAs(page, 'admin'),
    screens: [
      opened('admin-review.index', '/admin-review', 'Review Properties'),
      opened('admin-kyc.index', '/admin-kyc', 'Identity checks'),
      opened('admin-education.index', '/admin-education', 'Education'),
      opened('admin-waitlist', '/admin-waitlist', 'Waitlist Management'),
    ],
  },
];

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
