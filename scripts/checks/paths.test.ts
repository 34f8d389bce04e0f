import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const page = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8');
const hops = [...page.matchAll(/`([\w./-]+\.tsx?):(\w+)`/g)].map(([, file = '', name = '']) => ({
  file,
  name,
}));

test('the paths of a purchase, a payout and a resale name functions that are there', () => {
  expect(hops.length).toBeGreaterThan(25);
  const missing = hops.filter(({ file, name }) => {
    const place = path.join(root, 'src', file);
    if (!existsSync(place)) return true;
    return !new RegExp(`(function|const) ${name}\\b`).test(readFileSync(place, 'utf8'));
  });
  expect(missing).toEqual([]);
});
