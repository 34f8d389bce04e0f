import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const features = new URL('../../features/', import.meta.url);

test('no screen says by itself what a command makes stale or what a lost session does', () => {
  const found = readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\/client\/.*\.tsx?$/.test(file) && !file.startsWith('identity/'))
    .filter((file) =>
      /invalidateQueries|[uU]nauthorized\b/.test(readFileSync(new URL(file, features), 'utf8')),
    );
  expect(found).toEqual([]);
});
