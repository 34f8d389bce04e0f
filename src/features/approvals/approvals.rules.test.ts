import { expect, test } from 'vitest';
import { HOUR } from '#kernel/time.ts';
import { expiryOf, fewAdminsWarning, fieldName, isRoleOldEnough } from './approvals.rules.ts';

const now = new Date('2026-11-20T10:00:00Z');
const ago = (hours: number) => new Date(now.getTime() - hours * HOUR);

test('a request waits for 72 hours', () => {
  expect(expiryOf(now).toISOString()).toBe('2026-11-23T10:00:00.000Z');
});

test('a role counts from 24 hours on, to the millisecond', () => {
  expect(isRoleOldEnough(ago(24), now)).toBe(true);
  expect(isRoleOldEnough(new Date(ago(24).getTime() + 1), now)).toBe(false);
  expect(isRoleOldEnough(null, now)).toBe(false);
});

test('fewer admins than it takes is a warning', () => {
  const warning = (admins: 1 | 2, activeAdmins: number) => fewAdminsWarning({ admins, activeAdmins });
  expect(warning(2, 1)).toMatch(/^Warning: APPROVALS=2 and there is only one admin: nobody can approve/);
  expect(warning(2, 0)).toContain('there is no admin');
  expect([warning(2, 2), warning(1, 1), warning(1, 0)]).toEqual([null, null, null]);
});

test('writes the name of a field in words', () => {
  expect([fieldName('id'), fieldName('expectedNetCents')]).toEqual(['Id', 'Expected net cents']);
});
