import { spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildProduct, explain, installPackages, loadEnvFile, requireNode, root } from './bootstrap.mjs';

const server = path.join(root, 'dist/server/main.js');

/** Fills a new database while the pages are built. If that fails, the server does it, and reports the error. */
async function prepareDatabase() {
  const prepare = path.join(root, 'dist/server/prepare.js');
  // Megabytes for what is allocated and soon thrown away, so that garbage is collected less often.
  const child = spawn(process.execPath, ['--max-semi-space-size=64', prepare], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'ignore'],
  });
  const end = () => child.kill();
  process.once('exit', end);
  await once(child, 'close');
  process.off('exit', end);
}

try {
  requireNode();
  await installPackages();
  process.chdir(root);
  loadEnvFile();
  await buildProduct(prepareDatabase);
} catch (error) {
  explain(error);
}

// In this process, so that signals and the exit code are the server's own.
process.setSourceMapsEnabled(true);
process.argv = [process.execPath, server];
const { ready } = await import(pathToFileURL(server).href);
await ready;

// The product needs no demo to begin, and people who use it come first.
const demo = spawn(process.execPath, [path.join(import.meta.dirname, 'build-demo.mjs')], {
  stdio: 'inherit',
});
os.setPriority(demo.pid, os.constants.priority.PRIORITY_LOW);
process.once('exit', () => demo.kill());
