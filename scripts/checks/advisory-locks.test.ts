import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ADVISORY_LOCKS } from '#platform/server/database/advisory-locks.ts';

const src = path.resolve(import.meta.dirname, '../../src');

/** The second one takes a lock before there is anything that could run its statements. */
const home = ['platform/server/database/advisory-locks.ts', 'platform/server/adapters/database/database.ts'];

const filesWith = (pattern: RegExp) =>
  readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .filter((file) => pattern.test(readFileSync(path.join(src, file), 'utf8')))
    .toSorted();

test('advisory locks are taken by name, from the list that has their order', () => {
  expect(filesWith(/pg_(try_)?advisory/)).toEqual(home.toSorted());
});

test('savepoints are set by the function that knows which locks are held', () => {
  expect(filesWith(/\btx\.transaction\(/)).toEqual(['platform/server/database/db.ts']);
});

test('no two advisory locks have one key', () => {
  const keys = Object.values(ADVISORY_LOCKS).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});
