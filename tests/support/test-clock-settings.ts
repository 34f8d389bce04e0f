import type { Browser } from '@playwright/test';
import { putClockAhead } from './clock-ahead.mjs';

const { NODE_OPTIONS = '', TEST_CLOCK_AHEAD_MS } = process.env;

/** The environment that makes a server process use the time of `npm test -- --at MOMENT`. */
export const clockSettings: Record<string, string> = TEST_CLOCK_AHEAD_MS
  ? { NODE_OPTIONS, TEST_CLOCK_AHEAD_MS }
  : {};

/** Makes the pages of a browser use that time too. */
export function atMoment(browser: Browser): Browser {
  if (!TEST_CLOCK_AHEAD_MS) return browser;
  const open = browser.newContext.bind(browser);
  browser.newContext = async (...options) => {
    const context = await open(...options);
    await context.addInitScript(putClockAhead, Number(TEST_CLOCK_AHEAD_MS));
    return context;
  };
  return browser;
}
