import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const src = path.resolve(import.meta.dirname, '../../src');

const tables = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test)\.ts$/.test(file))
  .flatMap((file) => readFileSync(path.join(src, file), 'utf8').split('defineErrors({').slice(1))
  .map((after) => after.split('})', 1).join());
const declared = tables.flatMap((table) =>
  [...table.matchAll(/([A-Z][A-Z0-9_]+): \[\s*'(\w+)',\s*([^\]]*?),?\s*\]/g)].map(
    ([, code = '', kind = '', text = '']) => ({ code, kind, text }),
  ),
);

test('an error code has one kind, and so one status, wherever it is declared', () => {
  const kindOf = new Map(declared.map(({ code, kind }) => [code, kind]));
  expect(kindOf.size).toBeGreaterThan(200);
  expect(declared.filter(({ code, kind }) => kindOf.get(code) !== kind)).toEqual([]);
});

test('an error code with one text is declared once', () => {
  const known = declared.map(({ code, text }) => `${code}: ${text}`);
  expect(known.filter((one, at) => known.indexOf(one) !== at)).toEqual([]);
});
