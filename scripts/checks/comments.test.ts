import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
// In small letters, because this file is searched too.
const MARK = new RegExp(`\\b(?:${'todo|fixme|xxx|hack'.toUpperCase()})\\b`);
const COMMENT = /\/\/|\/\*|^\s*\*/;

test('no comment marks work as unfinished', () => {
  const lines = ['src', 'db/schema', 'scripts', 'tests'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(tsx?|mjs)$/.test(file))
      .flatMap((file) =>
        readFileSync(path.join(root, folder, file), 'utf8')
          .split('\n')
          .map((line, index) => ({ place: `${folder}/${file}:${index + 1}`, line })),
      ),
  );
  expect(lines.length).toBeGreaterThan(100_000);
  const found = lines.filter(({ line }) => MARK.test(line) && COMMENT.test(line));
  expect(found.map(({ place, line }) => `${place}: ${line.trim()}`)).toEqual([]);
});
