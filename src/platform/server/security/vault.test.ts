import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createVault, type DataKey, type EncryptedField } from './vault.ts';

const aKey = (id: string): DataKey => ({ id, secret: new Uint8Array(randomBytes(32)) });
const place: EncryptedField = { table: 'people', column: 'ssn', row: 'user-1' };
const first = aKey('2026a');

describe('a sealed value', () => {
  test('opens in its place as exactly the text that was sealed', () =>
    fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.string(), async (text, row) => {
        const vault = createVault([first]);
        const here = { ...place, row };
        expect(await vault.decrypt(await vault.encrypt(text, here), here)).toBe(text);
      }),
    ));

  test('does not show its text, and never looks the same twice', async () => {
    const vault = createVault([first]);
    const sealed = [await vault.encrypt('123-45-6789', place), await vault.encrypt('123-45-6789', place)];
    expect(sealed[0]).not.toBe(sealed[1]);
    for (const one of sealed) {
      expect(one).not.toContain('123-45-6789');
      expect(Buffer.from(one.split(':')[3] ?? '', 'base64').toString('latin1')).not.toContain('6789');
    }
  });

  test.each([
    ['table', { table: 'other' }],
    ['column', { column: 'born' }],
    ['row', { row: 'user-2' }],
    ['boundary between table and column', { table: 'people","ssn', column: '' }],
  ])('does not open in another %s', async (_, change) => {
    const vault = createVault([first]);
    const sealed = await vault.encrypt('secret', place);
    await expect(vault.decrypt(sealed, { ...place, ...change })).rejects.toThrow();
  });

  test('does not open when any character of it was changed', async () => {
    const vault = createVault([first]);
    const sealed = await vault.encrypt('secret', place);
    for (let at = 0; at < sealed.length; at += 1) {
      if (sealed[at] === '=') continue;
      const other = sealed[at] === 'A' ? 'B' : 'A';
      const changed = `${sealed.slice(0, at)}${other}${sealed.slice(at + 1)}`;
      const opened = await vault.decrypt(changed, place).catch(() => null);
      expect([at, opened === null || sameBytes(changed, sealed)]).toEqual([at, true]);
    }
  });
});

/** The last character of base64 has bits without a meaning. */
function sameBytes(one: string, other: string): boolean {
  const bytes = (sealed: string) =>
    sealed.split(':').map((part) => Buffer.from(part, 'base64').toString('hex'));
  return JSON.stringify(bytes(one)) === JSON.stringify(bytes(other));
}

describe('when a new key comes first', () => {
  const second = aKey('2026b');

  test('values encrypted with the old one still open, and new values have the new one', async () => {
    const old = await createVault([first]).encrypt('a secret', place);
    const vault = createVault([second, first]);
    expect(await vault.decrypt(old, place)).toBe('a secret');
    expect(await vault.encrypt('new', place)).toMatch(/^v1:2026b:/);
  });

  test('without the old one, the error names it and nothing opens', async () => {
    const old = await createVault([first]).encrypt('a secret', place);
    await expect(createVault([second]).decrypt(old, place)).rejects.toThrow('data key "2026a"');
    const impostor = { ...second, id: first.id };
    await expect(createVault([impostor]).decrypt(old, place)).rejects.toThrow();
  });
});

describe('a fingerprint', () => {
  const second = aKey('2026b');

  test('is the same for the same text and purpose only, and shows nothing of it', async () => {
    const vault = createVault([first]);
    const made = await vault.fingerprint('287654321', 'ssn');
    expect(await vault.fingerprint('287654321', 'ssn')).toBe(made);
    expect(await vault.fingerprint('287654322', 'ssn')).not.toBe(made);
    expect(await vault.fingerprint('287654321', 'other')).not.toBe(made);
    expect(await createVault([aKey('2026a')]).fingerprint('287654321', 'ssn')).not.toBe(made);
    expect(made).not.toContain('287654321');
    expect(made.startsWith(vault.fingerprintPrefix)).toBe(true);
  });

  test('stays the same when a new key comes first, and names another key when the oldest is gone', async () => {
    const before = await createVault([first]).fingerprint('287654321', 'ssn');
    expect(await createVault([second, first]).fingerprint('287654321', 'ssn')).toBe(before);
    const after = createVault([second]);
    expect(before.startsWith(after.fingerprintPrefix)).toBe(false);
  });
});
