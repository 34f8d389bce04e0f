import { spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildProduct, explain, installPackages, loadEnvFile, requireNode, root } from './bootstrap.mjs';

/** In this process, so that signals and the exit code are the server's own. */
async function startServer(pagesBuilt) {
  const server = path.join(root, 'dist/server/start.js');
  process.setSourceMapsEnabled(true);
  process.argv = [process.execPath, server];
  const { start } = await import(pathToFileURL(server).href);
  await start({ pagesBuilt });
}

try {
  requireNode();
  await installPackages();
  process.chdir(root);
  loadEnvFile();
  let started;
  await buildProduct((pagesBuilt) => {
    // It fills a new database while the pages are built.
    started = startServer(pagesBuilt);
    return started;
  });
  await (started ?? startServer());
} catch (error) {
  explain(error);
}

// The product needs no demo to begin, and people who use it come first.
const demo = spawn(process.execPath, [path.join(import.meta.dirname, 'build-demo.mjs')], {
  stdio: 'inherit',
});
os.setPriority(demo.pid, os.constants.priority.PRIORITY_LOW);
process.once('exit', () => demo.kill());
