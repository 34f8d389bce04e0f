import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ADVISORY_LOCKS } from '#platform/server/database/advisory-locks.ts';

const src = path.resolve(import.meta.dirname, '../../src');

/** The second one takes a lock before there is anything that could run its statements. */
const home = ['platform/server/database/advisory-locks.ts', 'platform/server/adapters/database/database.ts'];

test('advisory locks are taken by name, from the list that has their order', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => /pg_(try_)?advisory/.test(readFileSync(path.join(src, file), 'utf8')));
  expect(files.toSorted()).toEqual(home.toSorted());
});

test('no two advisory locks have one key', () => {
  const keys = Object.values(ADVISORY_LOCKS).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});
