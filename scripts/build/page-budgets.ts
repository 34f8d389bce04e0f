import type { Rolldown } from 'vite';
import { present } from '../../src/kernel/assert.ts';
import type { PackedFiles } from './packed-files.ts';
import { type Bundle, type Chunk, chunksOf, closure, entryOf, routeChunks } from './page-chunks.ts';

const KB = 1000;
const CHART = /\/src\/ui\/charts\/(bar|line)-chart\.tsx$/;

/** The most that a browser may load before a page works, in bytes as brotli packs them (design: performance). */
const BUDGETS = {
  landing: 120 * KB,
  landingStyles: 12 * KB,
  member: 180 * KB,
  entry: 140 * KB,
  /** As gzip packs them, which is more. */
  chartsGzip: 60 * KB,
};

type File = Rolldown.OutputChunk | Rolldown.OutputAsset;

interface PageWeight {
  page: string;
  bytes: number;
  /** None where it is measured only. */
  budget: number | null;
}

/** What each page loads, what of it is only its own, and what of it may be no more than its budget. */
export function weigh(bundle: Bundle, packed: PackedFiles): PageWeight[] {
  const bytesAs = (encoding: 'brotli' | 'gzip') => (loaded: Iterable<File>) =>
    [...loaded]
      .map(({ fileName }) => present(packed.get(fileName), 'a packed file')[encoding].length)
      .reduce((sum, bytes) => sum + bytes, 0);
  const [brotliBytes, gzipBytes] = [bytesAs('brotli'), bytesAs('gzip')];
  const chunks = chunksOf(bundle);
  const routes = routeChunks(chunks);
  const landing = routes.flatMap(([id, chunk]) => (id === '/' ? [chunk] : []));
  const entry = closure(chunks, entryOf(chunks, 'index'));
  const beyondEntry = (start: readonly Chunk[]) =>
    [...closure(chunks, start)].filter((chunk) => !entry.has(chunk));
  const charts = [...chunks.values()].filter(({ moduleIds }) => moduleIds.some((id) => CHART.test(id)));
  if (charts.length === 0) throw new Error('The chart module is not where its budget looks for it.');
  return [
    {
      page: 'landing page, scripts',
      bytes: brotliBytes(closure(chunks, [...entryOf(chunks, 'visitor'), ...landing])),
      budget: BUDGETS.landing,
    },
    {
      page: 'landing page, styles',
      bytes: brotliBytes(stylesOf(bundle, 'visitor')),
      budget: BUDGETS.landingStyles,
    },
    { page: 'entry of members, scripts', bytes: brotliBytes(entry), budget: BUDGETS.entry },
    { page: 'charts, gzip', bytes: gzipBytes(beyondEntry(charts)), budget: BUDGETS.chartsGzip },
    ...routes.flatMap(([id, chunk]) => {
      const own = brotliBytes(beyondEntry([chunk]));
      return [
        { page: `${id}, scripts`, bytes: brotliBytes(entry) + own, budget: BUDGETS.member },
        { page: `${id}, its own code`, bytes: own, budget: null },
      ];
    }),
  ];
}

export const weightText = ({ page, bytes }: PageWeight) =>
  `${(bytes / KB).toFixed(1).padStart(6)} kB  ${page}`;

export const overBudget = (weighed: readonly PageWeight[]): string[] =>
  weighed.flatMap(({ page, bytes, budget }) =>
    budget !== null && bytes > budget ? [`${page}: ${(bytes / KB).toFixed(1)} kB of ${budget / KB} kB`] : [],
  );

/** The style sheets that the page of an entry names. */
function stylesOf(bundle: Bundle, entry: string): File[] {
  const page = bundle[`${entry}.html`];
  const text = page?.type === 'asset' ? String(page.source) : '';
  const names = [...text.matchAll(/<link rel="stylesheet"[^>]* href="\/([^"]+)"/g)].map(
    ([, name = '']) => name,
  );
  return names.flatMap((name) => bundle[name] ?? []);
}
