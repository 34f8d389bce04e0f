import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

// The shell without a desktop's browser around it takes half the time, and is what Playwright itself would download.
const CHROMIUM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** A Chromium of this computer: the one of CHROMIUM_PATH, of the system, or of Playwright. */
export async function findChromium() {
  const { chromium } = await import('@playwright/test');
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const onPath = CHROMIUM_NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const candidates = [process.env.CHROMIUM_PATH, ...onPath, MAC_CHROME, chromium.executablePath()];
  // Asked for its version, because a distribution may ship a stand-in that only points to another installer.
  return candidates.find(
    (file) => file && fs.existsSync(file) && spawnSync(file, ['--version', '--no-sandbox']).status === 0,
  );
}
