import type { Browser } from '@playwright/test';
import { putClockAhead } from './clock-ahead.mjs';

const { NODE_OPTIONS = '', TEST_CLOCK_AHEAD_MS } = process.env;

/** What a process of the product is started with, so that it goes by the moment of `npm test -- --at MOMENT`. */
export const clockSettings: Record<string, string> = TEST_CLOCK_AHEAD_MS
  ? { NODE_OPTIONS, TEST_CLOCK_AHEAD_MS }
  : {};

/** The same browser, whose pages go by that moment too. */
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
