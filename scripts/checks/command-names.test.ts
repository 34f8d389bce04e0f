import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const src = path.resolve(import.meta.dirname, '../../src');

const names = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test)\.ts$/.test(file))
  .flatMap((file) => [
    ...readFileSync(path.join(src, file), 'utf8').matchAll(
      /define(?:Batched)?Command(?:<[^(]*>)?\(\{\s*name: '([^']+)'/g,
    ),
  ])
  .map(([, name = '']) => name);

test('no two commands have one name, by which approvals find them and the audit log records them', () => {
  expect(names.length).toBeGreaterThan(150);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
