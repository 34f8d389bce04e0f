import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

test('docs/architecture.md lists the folders of the server platform', () => {
  const page = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8');
  const section = page.slice(page.indexOf('## The platform'), page.indexOf('## Import rules'));
  const listed = [...section.matchAll(/^\| `(\w+)` +\| \w/gm)].map(([, name]) => name);
  const folders = readdirSync(path.join(root, 'src/platform/server'));
  expect(listed).toEqual(folders.toSorted());
});
