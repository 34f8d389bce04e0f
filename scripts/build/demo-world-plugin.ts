import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Plugin } from 'vite';

const root = path.resolve(import.meta.dirname, '../..');
const FILES = 'virtual:demo-files';
const RECORDS = 'virtual:demo-records';
const FIRST_PAGE = 'virtual:demo-first-page';
const MIGRATIONS = 'virtual:migrations';
const NODE = /^node:/;

/** The files that the world is built from; screens are not among them. */
const SOURCES = [
  'db',
  'src/kernel',
  'src/features',
  'src/platform/server',
  'src/sample-world',
  'src/demo/timeline.ts',
  'src/demo/records.ts',
  'src/demo/first-page.ts',
  'scripts/build/demo-world.ts',
];
const INLINE_ASSETS = './scripts/build/inline-assets.mjs';
const NO_PART = /\/client\/|\.test\.tsx?$|\.tsx$/;

/** Gives the demo its world and the migrations; the build fails when a module of Node would be part of the demo. */
export const demoWorld = (): Plugin => ({
  name: 'demo-world',
  apply: 'build',
  enforce: 'pre',
  resolveId(id, importer) {
    if ([FILES, RECORDS, FIRST_PAGE, MIGRATIONS].includes(id)) return `\0${id}`;
    if (NODE.test(id) && !importer?.includes('/node_modules/')) {
      this.error(`${importer} imports ${id}, which no browser has.`);
    }
    return null;
  },
  load(id) {
    if (id === `\0${MIGRATIONS}`) {
      const migrations = readMigrationFiles({ migrationsFolder: path.join(root, 'db/migrations') });
      return `export default ${JSON.stringify(migrations)}`;
    }
    if (id === `\0${RECORDS}`) return jsonModule('records.json');
    if (id === `\0${FIRST_PAGE}`) return jsonModule('first-page.json');
    return id === `\0${FILES}` ? filesModule() : null;
  },
  writeBundle: {
    order: 'post',
    async handler({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => PACKED.test(name));
      await Promise.all(names.map((name) => pack(path.join(dir, name))));
    },
  },
});

/** A file of the world as a module. */
const jsonModule = (name: string) => `export default ${readFileSync(path.join(madeWorld(), name), 'utf8')}`;

/** The addresses of the files that the worker loads, and their sizes, by which it reports its progress. */
function filesModule(): string {
  const engine = path.join(root, 'node_modules/@electric-sql/pglite/dist');
  const files = {
    program: path.join(engine, 'pglite.wasm'),
    support: path.join(engine, 'pglite.data'),
    world: path.join(madeWorld(), 'world.tar'),
    uploads: path.join(madeWorld(), 'uploads.json'),
  };
  const names = Object.entries(files);
  const imports = names.map(([name, file]) => `import ${name} from ${JSON.stringify(`${file}?url`)};`);
  const entries = names.map(([name, file]) => `${name}: { address: ${name}, bytes: ${statSync(file).size} }`);
  return `${imports.join('\n')}\nexport default { ${entries.join(', ')} };`;
}

const PACKED = /\.(js|css|wasm|data|tar|json)$/;

/** Compressing ten megabytes further by the last few percent would take half a minute. */
const brotli = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  },
};

async function pack(file: string): Promise<void> {
  const content = await readFile(file);
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, brotli));
  await writeFile(`${file}.gz`, await promisify(gzip)(content));
}

/** The folder of the world; made again when anything of it has changed, as that takes several seconds. */
function madeWorld(): string {
  const cacheFolder = path.join(root, '.cache/demo-world');
  const folder = path.join(cacheFolder, sourceHash());
  if (existsSync(folder)) return folder;
  const draft = path.join(root, `.cache/demo-world-draft-${process.pid}`);
  const script = path.join(root, 'scripts/build/demo-world.ts');
  const made = spawnSync(process.execPath, ['--import', 'tsx', '--import', INLINE_ASSETS, script, draft], {
    cwd: root,
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`The demo's world was not made:\n${made.stdout}${made.stderr}`);
  rmSync(cacheFolder, { recursive: true, force: true });
  mkdirSync(cacheFolder, { recursive: true });
  renameSync(draft, folder);
  return folder;
}

function sourceHash(): string {
  const hash = createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json')));
  for (const file of SOURCES.flatMap((name) => filesBelow(path.join(root, name)))) {
    hash.update(`\0${path.relative(root, file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}

function filesBelow(start: string): string[] {
  if (statSync(start).isFile()) return NO_PART.test(start) ? [] : [start];
  return readdirSync(start)
    .sort()
    .flatMap((name) => filesBelow(path.join(start, name)));
}
