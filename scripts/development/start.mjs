import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, explain, installPackages, loadEnvFile, requireNode, root } from './bootstrap.mjs';

const server = path.join(root, 'dist/server/main.js');

try {
  requireNode();
  await installPackages();
  await build();
  process.chdir(root);
  loadEnvFile();
} catch (error) {
  explain(error);
}

// In this process, so that signals and the exit code are the server's own.
process.setSourceMapsEnabled(true);
process.argv = [process.execPath, server];
await import(pathToFileURL(server).href);
