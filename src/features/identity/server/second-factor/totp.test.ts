import { expect, test } from 'vitest';
import { codeOf, newSecret, otpauthAddress, stepAt, stepOfCode, toBase32 } from './totp.ts';

const rfcSecret = toBase32(new TextEncoder().encode('12345678901234567890'));

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %d the code is the one of RFC 6238, appendix B: %s', async (second, code) => {
  expect(await codeOf(rfcSecret, stepAt(new Date(second * 1_000)))).toBe(code);
});

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('%j in base32 is the one of RFC 4648: %s', (text, encoded) => {
  expect(toBase32(new TextEncoder().encode(text))).toBe(encoded);
});

test('a code counts in its half minute, the one before and the one after, and at no other time', async () => {
  const at = new Date(1_700_000_000_000);
  const step = stepAt(at);
  const found = await Promise.all(
    [-2, -1, 0, 1, 2].map(async (shift) => stepOfCode(rfcSecret, await codeOf(rfcSecret, step + shift), at)),
  );
  expect(found).toEqual([null, step - 1, step, step + 1, null]);
});

test('a secret is 160 random bits, and its address has the account and the issuer', () => {
  const secret = newSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(newSecret()).not.toBe(secret);
  const address = new URL(otpauthAddress({ secret, email: 'ada+1@example.test', issuer: 'Common Hold' }));
  expect([address.protocol, address.host, decodeURIComponent(address.pathname)]).toEqual([
    'otpauth:',
    'totp',
    '/Common Hold:ada+1@example.test',
  ]);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    secret,
    issuer: 'Common Hold',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
