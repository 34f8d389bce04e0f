import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, explain, installPackages, requireNode, root } from './bootstrap.mjs';

// `node scripts/operate.mjs verify`: an operator's script as it is in the build, which starts in a second.
const [name, ...args] = process.argv.slice(2);
const script = path.join(root, 'dist/server', `${name}.js`);

try {
  requireNode();
  await installPackages();
  await build();
} catch (error) {
  explain(error);
}

process.setSourceMapsEnabled(true);
process.argv = [process.execPath, script, ...args];
await import(pathToFileURL(script).href);
