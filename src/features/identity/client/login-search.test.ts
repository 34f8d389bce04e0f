import { describe, expect, test } from 'vitest';
import { parseLoginSearch } from './login-search.ts';

const pageAfter = (returnTo: unknown) => parseLoginSearch({ returnTo }).returnTo;

describe('the page after sign-in', () => {
  test.each([
    '/wallet',
    '/wallet?dialog=deposit',
    '/property/7?tab=equity#offering',
    '/investor-marketplace?location=Austin%2C%20TX&yield=7-10',
    '/apiary',
    '/login-help',
    '/a?next=https://elsewhere.test',
  ])('is %s, with its search and hash', (path) => {
    expect(pageAfter(path)).toBe(path);
  });

  test.each([
    'https://evil.test',
    'HTTPS://evil.test/wallet',
    '//evil.test',
    '///evil.test',
    '////evil.test/%2f..',
    '/\\evil.test',
    '\\\\evil.test',
    '\\/evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    '/\r\n/evil.test',
    '\t//evil.test',
    ' //evil.test',
    '/.//evil.test',
    '/..//evil.test',
    '/a/..//evil.test',
    '/%2e//evil.test',
    '/.%2e//evil.test',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '\u0000javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:https://evil.test/x',
    'mailto:a@evil.test',
    'evil.test',
    'wallet',
    '@evil.test',
    ':@evil.test',
    '?returnTo=/x',
    '#x',
    '',
    '/api/logout',
    '/x/../api/logout',
    '/login',
    '/login?returnTo=/login',
    `/${'a'.repeat(2_001)}`,
  ])('is never %j', (payload) => {
    expect(pageAfter(payload)).toBeUndefined();
  });

  test('is nothing when there is no text', () => {
    for (const value of [undefined, null, 7, ['/wallet'], {}]) expect(pageAfter(value)).toBeUndefined();
  });

  test('another site hidden in the user part of an address stays a path of this one', () => {
    expect(pageAfter('/@evil.test')).toBe('/@evil.test');
  });
});

describe('the sign-in page', () => {
  test('opens in either mode, and in no other', () => {
    expect(parseLoginSearch({ mode: 'sign-up' })).toEqual({ mode: 'sign-up' });
    expect(parseLoginSearch({ mode: 'admin', returnTo: '/' })).toEqual({});
  });
});
