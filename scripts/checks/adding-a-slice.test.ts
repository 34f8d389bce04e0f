import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const features = path.join(root, 'src/features');
const page = readFileSync(path.join(root, 'docs/adding-a-slice.md'), 'utf8');

/** The rows of the table that follows a text: the names in the first cell, and when they are there. */
function rowsAfter(text: string): { names: string[]; when: string }[] {
  const table = page.slice(page.indexOf(text)).split('\n\n')[1] ?? '';
  return table
    .split('\n')
    .slice(2)
    .map((row) => row.split('|').slice(1, 3))
    .map(([names = '', when = '']) => ({
      names: [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name.replace(/\/$/, '')),
      when: when.trim(),
    }));
}

const slices = readdirSync(features);
const part = '[a-z][a-z-]*';
const patternOf = (name: string, slice: string) =>
  new RegExp(`^${name.replaceAll('.', '\\.').replace('<slice>', slice).replace(/<\w+>/, part)}$`);

test('each slice has the files that are required, and no kind of file that the page does not list', () => {
  const rows = rowsAfter('In `src/features/<slice>/`:');
  expect(rows.length).toBeGreaterThan(5);
  const patterns = rows.flatMap(({ names }) => names);
  const unlisted = slices.flatMap((slice) =>
    readdirSync(path.join(features, slice))
      .filter(
        (file) => !patterns.some((name) => patternOf(name, slice).test(file.replace('.test.ts', '.ts'))),
      )
      .map((file) => `${slice}/${file}`),
  );
  expect(unlisted).toEqual([]);
  const missing = rows
    .filter(({ when }) => when.startsWith('required'))
    .flatMap(({ names }) => slices.flatMap((slice) => names.map((name) => path.join(slice, name))))
    .filter((file) => !existsSync(path.join(features, file)));
  expect(missing).toEqual(['marketplace/server']);
});

test('the example has every kind of file that is named for the slice, except those that the page says', () => {
  const [, example = ''] = /The example is `([a-z-]+)`/.exec(page) ?? [];
  const [, exceptions = ''] = /every kind of file below[^.]*except (.*)\. Open/.exec(page) ?? [];
  const kinds = [
    ...rowsAfter('In `src/features/<slice>/`:').flatMap(({ names }) => names),
    ...rowsAfter('In `src/features/<slice>/server/`:').flatMap(({ names }) =>
      names.map((name) => `server/${name}`),
    ),
  ].filter((name) => !/<(part|command)>|sample-accounts/.test(name));
  expect(kinds.length).toBeGreaterThan(10);
  const missing = kinds.filter(
    (name) => !existsSync(path.join(features, example, name.replace('<slice>', example))),
  );
  const excepted = [...exceptions.matchAll(/`([^`]+)`/g)].map(([, name]) => `server/${name}`);
  expect(missing).toEqual(excepted);
});

test('the README names each slice once, and the server composes each that it can', () => {
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
  const list = readme.slice(readme.indexOf('The slices, by'), readme.indexOf('## How a request flows'));
  expect([...list.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name).sort()).toEqual([...slices].sort());
  const composed = readFileSync(path.join(root, 'src/app/server/slices.ts'), 'utf8');
  const left = slices.filter(
    (slice) =>
      existsSync(path.join(features, slice, 'server/slice.ts')) &&
      !composed.includes(`#features/${slice}/server/slice.ts`),
  );
  expect(left).toEqual([]);
});

test('files of a server that are named by the slice are of a listed kind', () => {
  const patterns = rowsAfter('In `src/features/<slice>/server/`:').flatMap(({ names }) => names);
  const unlisted = slices.flatMap((slice) => {
    const folder = path.join(features, slice, 'server');
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .filter((file) => new RegExp(`^(${slice}\\.|verify-)`).test(file) && !file.endsWith('.test.ts'))
      .filter((file) => !patterns.some((name) => patternOf(name, `(${slice}|${part})`).test(file)))
      .map((file) => `${slice}/server/${file}`);
  });
  expect(unlisted).toEqual([]);
});

test('every place outside of a slice that the page names is there', () => {
  const places = rowsAfter('## 2. Places outside of the slice').flatMap(({ names }) => names);
  expect(places.length).toBeGreaterThan(8);
  expect(places.filter((place) => !existsSync(path.join(root, place)))).toEqual([]);
  const named = [...page.matchAll(/`((?:src|tests|scripts|db|docs)\/[\w./-]+)`/g)].map(
    ([, file = '']) => file,
  );
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});
