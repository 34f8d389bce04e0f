import { sha256 as digest } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 } from './sha256.ts';

test('a text has the digest that the standard gives it (FIPS 180-2, appendix B)', () => {
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test("a server and the demo's engine in a browser hash every text alike, broken ones too", () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(sha256(text)).toBe(bytesToHex(digest(utf8ToBytes(text))));
    }),
  );
  expect(sha256('\ud800')).toBe(bytesToHex(digest(utf8ToBytes('\ud800'))));
});
