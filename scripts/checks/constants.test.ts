import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

const constants = ['src', 'scripts'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => [
      ...readFileSync(path.join(root, folder, file), 'utf8').matchAll(
        /^(?:export )?const (\w+)(?:: [^=\n]+)? = [\dA-Z(][\dA-Z_.()*/+ -]*;$/gm,
      ),
    ])
    .map(([, name = '']) => name),
);

test('a number that a file fixes is named in capitals', () => {
  expect(constants.length).toBeGreaterThan(300);
  expect(constants.filter((name) => name !== name.toUpperCase())).toEqual([]);
});

test('no constant ends in SHOWN: what a number counts stands last', () => {
  expect(constants.filter((name) => name.endsWith('_SHOWN'))).toEqual([]);
});
