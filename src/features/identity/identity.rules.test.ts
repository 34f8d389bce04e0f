import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changePasswordInput } from './identity.contract.ts';
import { deviceName, safeReturnTo } from './identity.rules.ts';
import { isWeakPassword } from './password.rules.ts';

const person = { email: 'grace.hopper@example.test', firstName: 'Grace', lastName: 'Hopper' };

describe('weak passwords', () => {
  test.each([
    'password',
    'PASSWORD1',
    'qwerty123',
    'aaaaaaaaaa',
    'abababababab',
    'abcdabcdabcd',
    'abcdefghij',
    '98765432',
    'commonhold1',
    'realestate!',
    'grace.hopper',
    'hopper12',
    'Grace123',
    'grace.hopper@example.test',
  ])('refuses %j', (password) => {
    expect(isWeakPassword(password, person)).toBe(true);
  });

  test.each([
    'violet-orchard-92-lamp',
    'grace likes long sentences',
    'x9$kQ!v2',
    'пароль-длинный',
    '🙂🙃🙂🙃😉x',
  ])('accepts %j', (password) => {
    expect(isWeakPassword(password, person)).toBe(false);
  });

  test('short or empty names make no password weak', () => {
    const nameless = { email: 'al@example.test', firstName: 'Al', lastName: '' };
    expect(isWeakPassword('al-orchard-92', nameless)).toBe(false);
  });
});

const HOSTILE = [
  null,
  undefined,
  '',
  ' ',
  '//evil.test',
  '///evil.test',
  '////evil.test',
  '/\\evil.test',
  '\\/evil.test',
  '\\\\evil.test',
  '/\\/evil.test',
  '/%5cevil.test/..\\..\\',
  'https://evil.test',
  'HTTPS://evil.test',
  'http:evil.test',
  'https:/evil.test',
  'https:evil.test',
  '//evil.test/%2f..',
  '/.//evil.test',
  '/..//evil.test',
  '/foo/..//evil.test',
  '/./\\evil.test',
  '/a/../..//evil.test',
  '/%2e%2e//evil.test',
  '/%2e//evil.test',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://evil.test/1',
  'file:///etc/passwd',
  'mailto:a@evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '/\r/evil.test',
  '\t//evil.test',
  '\u0000/evil.test',
  '/\u0000/evil.test',
  '/\u0009/evil.test',
  '/ok\r\nLocation: https://evil.test',
  '/ok\r\nSet-Cookie: a=b',
  '@evil.test',
  'user@evil.test',
  'evil.test',
  '.evil.test',
  '/api/logout',
  '/api/login?returnTo=//evil.test',
  '/login',
  '/login?returnTo=/login',
  '/a/../login',
  '/a/../api/logout',
  '/./api/logout',
  '/%2e/api/logout',
  '/%61pi/logout',
  '?next=//evil.test',
  '#//evil.test',
  `/${'a'.repeat(2_000)}`,
];

describe('where sign-in returns to', () => {
  test('the list of hostile payloads is as long as was promised', () => {
    expect(HOSTILE.length).toBeGreaterThanOrEqual(40);
  });

  test.each(HOSTILE)('%j goes to the start page', (payload) => {
    expect(safeReturnTo(payload)).toBe('/');
  });

  test.each([
    ['/', '/'],
    ['/dashboard', '/dashboard'],
    ['/property/7?tab=facts#fees', '/property/7?tab=facts#fees'],
    ['/investor-marketplace?q=a%20b&band=7-10', '/investor-marketplace?q=a%20b&band=7-10'],
    ['/a/../dashboard', '/dashboard'],
    ['/search?u=https://evil.test', '/search?u=https://evil.test'],
  ])('%j goes to %j', (payload, path) => {
    expect(safeReturnTo(payload)).toBe(path);
  });

  test('whatever comes in, a browser stays on this origin', () => {
    const nasty = fc.string({
      unit: fc.constantFrom('/', '\\', '.', ':', '@', '%2f', '%5c', '\t', '?', '#', 'a', 'http'),
    });
    fc.assert(
      fc.property(nasty, (text) => {
        const url = new URL(safeReturnTo(text), 'https://commonhold.test');
        expect(url.origin).toBe('https://commonhold.test');
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('device names', () => {
  test.each([
    [
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
      'Edge on Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'Chrome on Linux'],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 'Safari on iPhone'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14) Gecko/20100101 Firefox/140.0', 'Firefox on macOS'],
    ['curl/8.0', 'Unknown device'],
    ['', 'Unknown device'],
  ])('%j is %j', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });
});

test.each([
  ['', 'Enter a new password.'],
  ['owl', 'Use at least 8 characters.'],
  ['marble-window-71-owl', undefined],
])('a new password typed as %j is answered with %j', (newPassword, message) => {
  const { error } = changePasswordInput.safeParse({ currentPassword: 'kept', newPassword });
  expect(error?.issues[0]?.message).toBe(message);
});
