import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { findChromium } from '../development/chromium.mjs';

/** Time for which a visitor looks at a page. Work that the first opening has left, such as jobs that are due, ends meanwhile. */
const PAGE_VIEW_MS = 5_000;

/** Waits of a visitor of the demo, in milliseconds. */
export interface DemoWaits {
  /** From "Try Demo Mode" until the portfolio shows its figures. */
  firstShown: number;
  /** From "Try Demo Mode" until the demo's own database answers, and commands work. */
  firstAnswered: number;
  /** The same for a page that is loaded again later. */
  reloadShown: number;
  reloadAnswered: number;
}

/** Opens the demo in a browser that has nothing of it, and loads the page again. */
export async function openDemo(port: number): Promise<DemoWaits> {
  const executablePath = await findChromium();
  if (!executablePath) throw new Error('No Chromium was found. Install one and name it in CHROMIUM_PATH.');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    return await waitsIn(await browser.newContext(), `http://127.0.0.1:${port}/`);
  } finally {
    await browser.close();
  }
}

async function waitsIn(context: BrowserContext, address: string): Promise<DemoWaits> {
  const page = await context.newPage();
  await page.goto(address, { waitUntil: 'networkidle' });
  const link = page.getByRole('link', { name: 'Try Demo Mode' });
  const first = await waitsAfter(page, () => link.click());
  await page.waitForTimeout(PAGE_VIEW_MS);
  const reload = await waitsAfter(page, () => page.reload({ waitUntil: 'commit' }));
  return {
    firstShown: first.shownMs,
    firstAnswered: first.answeredMs,
    reloadShown: reload.shownMs,
    reloadAnswered: reload.answeredMs,
  };
}

async function waitsAfter(page: Page, begin: () => Promise<unknown>) {
  const startedMs = performance.now();
  await begin();
  const shares = page.locator('main dt:text-is("Total Shares") + dd');
  await shares.filter({ hasText: /^\d+$/ }).waitFor();
  const shownMs = performance.now() - startedMs;
  await page.getByText("Opening the demo's database").waitFor({ state: 'hidden' });
  return { shownMs, answeredMs: performance.now() - startedMs };
}
