import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';
import type { BuiltPages } from '../../src/app/server/pages/index.ts';
import { packFiles } from './packed-files.ts';
import { overBudget, weigh, weightText } from './page-budgets.ts';
import {
  type Bundle,
  type Chunk,
  type Chunks,
  chunksOf,
  closure,
  entryOf,
  routeChunks,
} from './page-chunks.ts';

const VISITOR_STYLES = path.join(import.meta.dirname, '../../src/ui/visitor.css');
const LEFT_OUT = /@source not "\.\.\/(.*)\{(.*)\}(.*)";/g;
/** The font files of every Latin text; the others load when a page contains one of their letters. */
const FIRST_FACES = /\/(inter|fraunces)-latin-(?!ext-)[^/]+\.woff2$/;
/** Files of the demo: its own, the server's part of the product, and their database. */
const DEMO = /\/src\/(demo|sample-world|(app|platform|features\/[^/]+)\/server)\/|\/(pglite|drizzle-orm)\//;

/**
 * Hands the server the page of each application and the scripts that each route needs, so that a page can ask for
 * them at once; packs what browsers load; and fails the build when a page has grown over its budget.
 */
export function pageFiles({ manifest }: { manifest: string }): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    writeBundle: {
      order: 'post',
      async handler({ dir = '' }, bundle) {
        const packed = await packFiles(bundle);
        const weighed = weigh(bundle, packed);
        console.log(weighed.map(weightText).join('\n'));
        const over = overBudget(weighed);
        if (over.length > 0) this.error(`Over budget:\n${over.join('\n')}`);
        const chunks = chunksOf(bundle);
        const strays = [...chunks.values()].flatMap(({ moduleIds }) =>
          moduleIds.filter((id) => DEMO.test(id)),
        );
        if (strays.length > 0)
          this.error(`Of the demo alone, but in the product's pages: ${strays.join(', ')}`);
        const unstyled = loadedByVisitors(chunks, leftOut(await readFile(VISITOR_STYLES, 'utf8')));
        if (unstyled.length > 0) this.error(`Visitors' styles leave out: ${unstyled.join(', ')}`);
        const built = {} as BuiltPages;
        for (const name of ['index', 'visitor'] as const) {
          const page = path.join(dir, `${name}.html`);
          const template = await readFile(page, 'utf8');
          const text = name === 'visitor' ? textFirst(template, bundle) : { template, entry: [] };
          built[name] = { ...text, scripts: routeFiles(chunks, name) };
          await rm(page);
        }
        await writeFile(manifest, JSON.stringify(built));
        await Promise.all(
          [...packed].flatMap(([name, { brotli, gzip }]) => [
            writeFile(path.join(dir, `${name}.br`), brotli),
            writeFile(path.join(dir, `${name}.gz`), gzip),
          ]),
        );
      },
    },
  };
}

const ENTRY = /\s*<script type="module" crossorigin src="([^"]+)"><\/script>/;
const IMPORTED = /\s*<link rel="modulepreload" crossorigin href="([^"]+)">/g;

/**
 * A rendered page is readable before its scripts run, at first in a system font with the same metrics. So the text
 * fonts are requested right after the styles, and the scripts wait (public/start.js).
 */
function textFirst(template: string, bundle: Bundle): Pick<BuiltPages['visitor'], 'template' | 'entry'> {
  const faces = Object.keys(bundle).filter((name) => FIRST_FACES.test(name));
  if (faces.length !== 2) throw new Error(`The text faces of the first page are not two: ${faces.join()}`);
  const preloads = faces.map(
    (name) =>
      `<link rel="preload" as="font" type="font/woff2" crossorigin fetchpriority="low" href="/${name}">`,
  );
  const first = ENTRY.exec(template)?.[1];
  if (first === undefined) throw new Error('The page of visitors has lost its script.');
  return {
    template: template
      .replace(ENTRY, '')
      .replaceAll(IMPORTED, '')
      .replace('</head>', () => `  ${preloads.join('\n    ')}\n  </head>`),
    entry: [first, ...[...template.matchAll(IMPORTED)].map(([, href = '']) => href)],
  };
}

/** Files whose class names are left out of a style sheet. */
function leftOut(styles: string): string[] {
  return [...styles.matchAll(LEFT_OUT)].flatMap(([, before = '', names = '', after = '']) =>
    names.split(',').map((name) => `/src/${before}${name}${after}`),
  );
}

/** The files that a visitor may load at some time. */
function loadedByVisitors(chunks: Chunks, files: readonly string[]): string[] {
  const reached = new Set(entryOf(chunks, 'visitor'));
  for (const { imports, dynamicImports } of reached) {
    for (const name of [...imports, ...dynamicImports]) {
      const chunk = chunks.get(name);
      if (chunk) reached.add(chunk);
    }
  }
  const loaded = [...reached].flatMap(({ moduleIds }) => moduleIds);
  return files.filter((file) => loaded.some((id) => id.endsWith(file)));
}

function routeFiles(chunks: Chunks, entry: 'index' | 'visitor'): Record<string, string[]> {
  const always = closure(chunks, entryOf(chunks, entry));
  const filesOf = (chunk: Chunk) =>
    [...closure(chunks, [chunk])].filter((one) => !always.has(one)).map(({ fileName }) => `/${fileName}`);
  return Object.fromEntries(routeChunks(chunks).map(([id, chunk]) => [id, filesOf(chunk)]));
}
