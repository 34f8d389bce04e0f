import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { packFiles } from './packed-files.ts';
import { overBudget, weigh } from './page-budgets.ts';
import type { Bundle, Chunk } from './page-chunks.ts';

/** Code that packs to about so many kilobytes, since nothing in it repeats. */
const code = (kilobytes: number) => randomBytes(kilobytes * 1_000).toString('base64');

interface Sizes {
  entry?: number;
  own?: number;
  charts?: number;
}

/** A bundle of two applications with the home page and the wallet, which shows a chart. */
function bundleOf({ entry = 1, own = 1, charts = 1 }: Sizes): Bundle {
  const chunk = (name: string, kilobytes: number, { imports = [], ...more }: Partial<Chunk>) => ({
    type: 'chunk',
    fileName: `${name}.js`,
    name,
    isEntry: false,
    imports: imports.map((one) => `${one}.js`),
    moduleIds: [],
    code: code(kilobytes),
    ...more,
  });
  const route = (name: string) => [`/src/app/browser/routes/${name}.tsx?tsr-split=component`];
  const files = [
    chunk('index', 1, { isEntry: true, imports: ['base'] }),
    chunk('visitor', 1, { isEntry: true }),
    chunk('base', entry, {}),
    chunk('home', 1, { moduleIds: route('index') }),
    chunk('wallet', 1, { moduleIds: route('wallet'), imports: ['base', 'cash'] }),
    chunk('cash', own, {}),
    chunk('charts', 1, { moduleIds: ['/src/ui/charts/bar-chart.tsx'], imports: ['base', 'scales'] }),
    chunk('scales', charts, {}),
  ];
  return Object.fromEntries(files.map((file) => [file.fileName, file])) as unknown as Bundle;
}

const weighed = async (bundle: Bundle) => weigh(bundle, await packFiles(bundle));
const over = async (sizes: Sizes) => overBudget(await weighed(bundleOf(sizes)));

test('the build accepts pages within their budgets', async () => {
  expect(await over({ entry: 120, own: 30, charts: 50 })).toEqual([]);
});

test('an entry of members over 140 kB fails the build, though every page is within its own budget', async () => {
  expect(await over({ entry: 150 })).toEqual([
    expect.stringMatching(/^entry of members, scripts: 1[56]\d\.\d kB of 140 kB$/),
  ]);
});

test('a screen fails the build by what it loads beside the entry', async () => {
  expect(await over({ entry: 100, own: 90 })).toEqual([
    expect.stringMatching(/^\/wallet, scripts: .* of 180 kB$/),
  ]);
});

test('charts over 60 kB fail the build, what the page has loaded before aside', async () => {
  expect(await over({ charts: 70 })).toEqual([expect.stringMatching(/^charts, gzip: 7\d\.\d kB of 60 kB$/)]);
});

test('each screen’s own code is measured, without the entry and with what it imports', async () => {
  const pages = await weighed(bundleOf({ entry: 100, own: 30 }));
  const measured = pages.find(({ page }) => page === '/wallet, its own code');
  expect(measured?.bytes).toBeGreaterThan(30_000);
  expect(measured?.bytes).toBeLessThan(36_000);
});

test('a chart module that is no longer found fails the build', async () => {
  const { 'charts.js': _, ...rest } = bundleOf({});
  await expect(weighed(rest)).rejects.toThrow('chart module');
});
