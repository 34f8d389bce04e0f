import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  buildProduct,
  explain,
  installPackages,
  isBuilt,
  requireNode,
  root,
} from '../development/bootstrap.mjs';

// `node scripts/operators/run.mjs verify`: an operator's script as it is in the build, which starts in a second.
const [name, ...args] = process.argv.slice(2);
const script = path.join(root, 'dist/server', `${name}.js`);

// An existing build stays as it is: a server may run from it.
if (!existsSync(script)) {
  try {
    requireNode();
    await installPackages();
    await buildProduct();
  } catch (error) {
    explain(error);
  }
} else if (!isBuilt()) {
  console.error(
    'The sources have changed since the build, which is what runs here. `npm start` builds them.\n',
  );
}

process.setSourceMapsEnabled(true);
process.argv = [process.execPath, script, ...args];
await import(pathToFileURL(script).href);
