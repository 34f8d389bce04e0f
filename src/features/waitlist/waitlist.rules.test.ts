import { describe, expect, test } from 'vitest';
import { joinWaitlistInput } from './waitlist.contract.ts';
import { nameInEmail, problemOfEmail, problemOfRefusal, recentPeriods } from './waitlist.rules.ts';

describe('a typed email', () => {
  test.each([
    ['', 'email-required'],
    ['   ', 'email-required'],
    ['ada', 'invalid-email'],
    ['ada@', 'invalid-email'],
    ['@example.test', 'invalid-email'],
    ['ada@example', 'invalid-email'],
    ['ada@example.', 'invalid-email'],
    ['ada quill@example.test', 'invalid-email'],
    ['ada@@example.test', 'invalid-email'],
    [`${'a'.repeat(250)}@b.cd`, 'invalid-email'],
    ['ada@example.test', null],
    ['  Ada+news@Example.Test ', null],
  ])('%j gives %s, in the form and in the contract alike', (typed, problem) => {
    expect(problemOfEmail(typed)).toBe(problem);
    const { success } = joinWaitlistInput.safeParse({ email: typed, requestId: 'request-1' });
    expect(success).toBe(problem === null);
  });

  test('the webhook gets the part before the at sign', () => {
    expect(nameInEmail('Ada.Quill@example.test')).toBe('Ada.Quill');
  });
});

describe('the problem shown for a refusal', () => {
  test.each([
    ['ALREADY_REGISTERED', [], 'already-registered'],
    ['RATE_LIMITED', [], 'too-many'],
    ['MALFORMED', ['email'], 'invalid-email'],
    ['MALFORMED', ['name'], 'failed'],
    ['toString', [], 'failed'],
    [null, [], 'failed'],
  ])('%s naming %j is "%s"', (code, fields, problem) => {
    expect(problemOfRefusal(code, fields)).toBe(problem);
  });
});

describe('a recent period', () => {
  test.each([
    ['2026-11-15T10:00:00.000Z', '2026-11-08T10:00:00.000Z', '2026-10-15T10:00:00.000Z'],
    ['2026-03-31T10:00:00.000Z', '2026-03-24T10:00:00.000Z', '2026-02-28T10:00:00.000Z'],
    ['2028-03-30T10:00:00.000Z', '2028-03-23T10:00:00.000Z', '2028-02-29T10:00:00.000Z'],
    ['2026-01-03T00:00:00.000Z', '2025-12-27T00:00:00.000Z', '2025-12-03T00:00:00.000Z'],
  ])('on %s is seven days and one calendar month', (now, week, month) => {
    const { weekFrom, monthFrom } = recentPeriods(new Date(now));
    expect([weekFrom.toISOString(), monthFrom.toISOString()]).toEqual([week, month]);
  });
});
