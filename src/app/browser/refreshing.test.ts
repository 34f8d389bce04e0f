import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const features = new URL('../../features/', import.meta.url);

/** The files of screens that have a text. */
const screensWith = (text: RegExp) =>
  readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\/client\/.*\.tsx?$/.test(file))
    .filter((file) => text.test(readFileSync(new URL(file, features), 'utf8')))
    .sort();

test('no screen says by itself what a command makes stale, except after a new password', () => {
  expect(screensWith(/invalidateQueries/)).toEqual([
    // A new password ends every session, also that of this browser.
    'identity/client/new-password-form.tsx',
  ]);
});

test('what a lost session does is said in one place', () => {
  expect(screensWith(/[uU]nauthorized\b/)).toEqual([
    // Says that a page is for admins.
    'identity/client/admin-only.tsx',
    'identity/client/index.ts',
    'identity/client/signed-out-notice.ts',
  ]);
});
