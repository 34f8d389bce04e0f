import { defineConfig } from '@playwright/test';
import { devices } from './tests/e2e/devices.ts';
import { isRelease } from './tests/support/sizes.ts';

/** What other tests of each commit prove too, in another way, is walked before a release. */
const leftOut = isRelease ? [] : [/@release/];
/** Narrow screens are the harder ones: what is walked at both widths is walked at these with each commit. */
const leftOutOfDesktop = isRelease ? [/@phone-only/] : [/@phone/, ...leftOut];

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './tests/e2e/global-setup.ts',
  outputDir: 'test-results',
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' },
    // Recording costs a quarter of the time; `npx playwright test --trace on` records when it is wanted.
    trace: 'off',
    // A context that was emptied is ready in half the time of a new one: it has its processes already. tests/README.md says
    // what that asks of a journey.
    reuseContext: true,
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-gpu',
        '--in-process-gpu',
        '--no-proxy-server',
      ],
    },
  },
  projects: [
    { name: 'desktop', grepInvert: leftOutOfDesktop, use: devices.desktop },
    { name: 'phone', grep: /@phone/, grepInvert: leftOut, use: devices.phone },
  ],
});
