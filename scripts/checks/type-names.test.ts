import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

const types = ['src', 'db', 'scripts'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      [
        ...readFileSync(path.join(root, folder, file), 'utf8').matchAll(
          /^\s*(?:export )?(?:interface|type) (\w+)\b(?=.*[={])/gm,
        ),
      ].map(([, name = '']) => ({ file: path.join(folder, file), name })),
    ),
);

test('a type is named by a noun, and by no participle', () => {
  expect(types.length).toBeGreaterThan(1_000);
  expect(types.filter(({ name }) => /[a-z]ed$/.test(name))).toEqual([]);
});
