import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { bin, buildAll, explain, installPackages, requireNode, root, SetupError } from './bootstrap.mjs';
import { findChromium } from './chromium.mjs';

try {
  requireNode();
  process.chdir(root);
  await installPackages();
  await buildAll();
  const chromium = await findChromium();
  if (!chromium) throw new SetupError('The gallery needs Chromium. Install it, or name it in CHROMIUM_PATH.');
  const config = path.join('tests', 'gallery', 'playwright.config.ts');
  const args = [bin('@playwright/test'), 'test', '--config', config, ...process.argv.slice(2)];
  const env = { ...process.env, CHROMIUM_PATH: chromium };
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env });
  console.log('The contact sheets are in the folder gallery.');
  process.exitCode = status ?? 1;
} catch (error) {
  explain(error);
}
