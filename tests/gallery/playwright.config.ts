import { defineConfig } from '@playwright/test';
import usual from '../../playwright.config.ts';

/** Takes the pictures of `npm run gallery`. It judges nothing: people look at them. */
export default defineConfig({
  ...usual,
  testDir: '.',
  testMatch: 'gallery.e2e.ts',
  globalSetup: '../e2e/global-setup.ts',
  outputDir: '../../test-results/gallery',
  projects: [{ name: 'gallery' }],
});
