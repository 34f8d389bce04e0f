import { pathToFileURL } from 'node:url';
import { bin, explain, installPackages, loadEnvFile, requireNode, root } from './bootstrap.mjs';

try {
  requireNode();
  await installPackages();
  process.chdir(root);
  loadEnvFile();
} catch (error) {
  explain(error);
}

process.argv = [process.execPath, bin('vite'), ...process.argv.slice(2)];
await import(pathToFileURL(bin('vite')).href);
