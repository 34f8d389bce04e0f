import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, gzip } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';
import type { BuiltPages } from '../../src/app/server/pages/index.ts';

type Chunk = Rolldown.OutputChunk;
type Bundle = Rolldown.OutputBundle;

const KB = 1000;
const ROUTE = /\/src\/app\/browser\/routes\/([^/]+)\.tsx\?tsr-split=component$/;
const VISITOR_STYLES = path.join(import.meta.dirname, '../../src/ui/visitor.css');
const LEFT_OUT = /@source not "\.\.\/(.*)\{(.*)\}(.*)";/g;
/** The font files of every Latin text; the others load when a page contains one of their letters. */
const FIRST_FACES = /\/(inter|fraunces)-latin-(?!ext-)[^/]+\.woff2$/;
/** Files of the demo: its own, the server's part of the product, and their database. */
const DEMO = /\/src\/(demo|sample-world|(app|platform|features\/[^/]+)\/server)\/|\/(pglite|drizzle-orm)\//;
const COMPRESSED = /\.(js|css|svg|txt|webmanifest)$/;

/** The most that a page may load before it works, in bytes as brotli packs them (design: performance). */
const BUDGETS = { landing: 120 * KB, landingStyles: 12.25 * KB, member: 180 * KB };

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
        const over = overBudget(bundle);
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
          Object.keys(bundle)
            .filter((name) => COMPRESSED.test(name))
            .map((name) => pack(path.join(dir, name))),
        );
      },
    },
  };
}

const chunksOf = (bundle: Bundle) =>
  new Map(
    Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  );

function closure(chunks: Map<string, Chunk>, start: readonly Chunk[]): Set<Chunk> {
  const reached = new Set(start);
  for (const { imports } of reached) {
    for (const name of imports) {
      const chunk = chunks.get(name);
      if (chunk) reached.add(chunk);
    }
  }
  return reached;
}

const ENTRY = /\s*<script type="module" crossorigin src="([^"]+)"><\/script>/;
const IMPORTED = /\s*<link rel="modulepreload" crossorigin href="([^"]+)">/g;

/**
 * A rendered page is readable before its scripts run, at first in a system font with the same metrics. So the text
 * fonts are requested at once but after the styles, and the scripts wait (public/start.js).
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
function loadedByVisitors(chunks: Map<string, Chunk>, files: readonly string[]): string[] {
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

const entryOf = (chunks: Map<string, Chunk>, name: string) =>
  [...chunks.values()].filter((chunk) => chunk.isEntry && chunk.name === name);

/** The id of a route from its file, as flat file routes are named. */
const routeIdOf = (file: string) => `/${file.replaceAll('.', '/')}`.replace(/\/index$/, '/');

function routeChunks(chunks: Map<string, Chunk>): [routeId: string, Chunk][] {
  return [...chunks.values()].flatMap((chunk) =>
    chunk.moduleIds.flatMap((id) => {
      const file = ROUTE.exec(id)?.[1];
      return file ? [[routeIdOf(file), chunk] as [string, Chunk]] : [];
    }),
  );
}

function routeFiles(chunks: Map<string, Chunk>, entry: string): Record<string, string[]> {
  const always = closure(chunks, entryOf(chunks, entry));
  const filesOf = (chunk: Chunk) =>
    [...closure(chunks, [chunk])].filter((one) => !always.has(one)).map(({ fileName }) => `/${fileName}`);
  return Object.fromEntries(routeChunks(chunks).map(([id, chunk]) => [id, filesOf(chunk)]));
}

const weights = new WeakMap<Rolldown.OutputChunk | Rolldown.OutputAsset, number>();

function weightOf(loaded: Iterable<Rolldown.OutputChunk | Rolldown.OutputAsset>): number {
  let sum = 0;
  for (const file of loaded) {
    const weight =
      weights.get(file) ?? brotliCompressSync(file.type === 'chunk' ? file.code : file.source).length;
    weights.set(file, weight);
    sum += weight;
  }
  return sum;
}

function overBudget(bundle: Bundle): string[] {
  const chunks = chunksOf(bundle);
  const routes = routeChunks(chunks);
  const landing = routes.flatMap(([id, chunk]) => (id === '/' ? [chunk] : []));
  const visits: [page: string, bytes: number, budget: number][] = [
    [
      'landing page, scripts',
      weightOf(closure(chunks, [...entryOf(chunks, 'visitor'), ...landing])),
      BUDGETS.landing,
    ],
    ['landing page, styles', stylesOf(bundle, 'visitor'), BUDGETS.landingStyles],
    ...routes.map(([id, chunk]): [string, number, number] => [
      `${id}, scripts`,
      weightOf(closure(chunks, [...entryOf(chunks, 'index'), chunk])),
      BUDGETS.member,
    ]),
  ];
  for (const [page, bytes] of visits) console.log(`${(bytes / KB).toFixed(1).padStart(6)} kB  ${page}`);
  return visits
    .filter(([, bytes, budget]) => bytes > budget)
    .map(([page, bytes, budget]) => `${page}: ${(bytes / KB).toFixed(1)} kB of ${budget / KB} kB`);
}

/** The style sheets that the page of an entry names. */
function stylesOf(bundle: Bundle, entry: string): number {
  const page = bundle[`${entry}.html`];
  const text = page?.type === 'asset' ? String(page.source) : '';
  const names = [...text.matchAll(/<link rel="stylesheet"[^>]* href="\/([^"]+)"/g)].map(
    ([, name = '']) => name,
  );
  return weightOf(names.flatMap((name) => bundle[name] ?? []));
}

async function pack(file: string): Promise<void> {
  const content = await readFile(file);
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}
