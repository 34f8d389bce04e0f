import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const patches = readdirSync(path.join(root, 'patches'));

test.each(patches)('%s is headed by its reason, the upstream issue and what fails without it', (file) => {
  const text = readFileSync(path.join(root, 'patches', file), 'utf8');
  const head = text.slice(0, text.indexOf('diff --git'));
  expect(head).toMatch(/^[A-Z].{20}/);
  expect(head).toMatch(/^ *Upstream: (\S+ (issue|pull request) \d+|none known, \d{4}-\d\d-\d\d)/m);
  const failing = /^Red without it: (.+)\.$/m.exec(head)?.[1]?.split(', ') ?? [];
  expect(failing).not.toEqual([]);
  expect(failing.filter((one) => !existsSync(path.join(root, one)))).toEqual([]);
});
