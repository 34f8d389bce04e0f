import type { Browser, BrowserContext } from '@playwright/test';
import { putClockAhead } from './clock-ahead.mjs';

const { NODE_OPTIONS = '', TEST_CLOCK_AHEAD_MS } = process.env;

/** The environment that makes a server process use the time of `npm test -- --at MOMENT`. */
export const clockSettings: Record<string, string> = TEST_CLOCK_AHEAD_MS
  ? { NODE_OPTIONS, TEST_CLOCK_AHEAD_MS }
  : {};

/** The environment that puts a server process further ahead than all others. */
export const settingsAhead = (ms: number): Record<string, string> => ({
  NODE_OPTIONS: `--import ${new URL('./start-ahead.mjs', import.meta.url)}`,
  TEST_CLOCK_AHEAD_MS: String(Number(TEST_CLOCK_AHEAD_MS ?? 0) + ms),
});

/** Makes the pages of a browser use that time too, in every context made by `newContext`. */
export function atMoment(browser: Browser): Browser {
  if (!TEST_CLOCK_AHEAD_MS) return browser;
  const open = browser.newContext.bind(browser);
  browser.newContext = async (...options) => {
    const context = await open(...options);
    await useMoment(context);
    return context;
  };
  return browser;
}

/** Makes the pages of the context that journeys share use that time. */
export async function useMoment(context: BrowserContext): Promise<void> {
  if (TEST_CLOCK_AHEAD_MS) await context.addInitScript(putClockAhead, Number(TEST_CLOCK_AHEAD_MS));
}
