import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const src = path.resolve(import.meta.dirname, '../../src');

const handlers = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.jobs\.ts$|\bslice\.ts$/.test(file))
  .flatMap((file) => {
    const source = readFileSync(path.join(src, file), 'utf8');
    const [, entries = ''] = source.match(/\bhandlers: \{([^}]*)\}/) ?? [];
    const each = entries.split(',').map((entry) => entry.trim());
    return each.filter(Boolean).map((entry) => {
      const [, constant, handler] = entry.match(/^\[(\w+)\]: (\w+)$/) ?? [];
      const [, kind] = source.match(`const ${constant} = '\\w+\\.(\\w+)';`) ?? [];
      return { file, entry, kind, handler };
    });
  });

test('the kind of a job is a constant, and its handler has the name of the kind', () => {
  expect(handlers.length).toBeGreaterThan(50);
  const others = handlers.filter(
    ({ kind, handler }) => kind === undefined || (handler !== kind && handler !== `${kind}Job`),
  );
  expect(others).toEqual([]);
});
