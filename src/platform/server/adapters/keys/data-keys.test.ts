import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseConfig } from '../../runtime/config.ts';
import { createVault } from '../../security/vault.ts';
import { dataKeysOf } from './data-keys.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'commonhold-keys-')), 'not-made-yet');
});
afterEach(() => rmSync(join(dataDir, '..'), { recursive: true, force: true }));

const place = { table: 't', column: 'c', row: 'r' };

test('the first start makes a key that only its owner reads, and every later one finds it', async () => {
  const sealed = await createVault(dataKeysOf({ dataKeys: null, dataDir })).encrypt('a secret', place);
  const file = join(dataDir, 'data-keys');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const content = readFileSync(file, 'utf8');
  expect(await createVault(dataKeysOf({ dataKeys: null, dataDir })).decrypt(sealed, place)).toBe('a secret');
  expect(readFileSync(file, 'utf8')).toBe(content);
});

test('keys of the settings come first, and no file is made', () => {
  const secret = randomBytes(32);
  const { dataKeys } = parseConfig({ DATA_KEYS: `2026a:${secret.toString('base64')}` });
  expect(dataKeysOf({ dataKeys, dataDir })).toEqual([{ id: '2026a', secret: new Uint8Array(secret) }]);
  expect(() => statSync(dataDir)).toThrow();
});

test('a spoilt file stops the start and is not replaced', () => {
  dataKeysOf({ dataKeys: null, dataDir });
  const file = join(dataDir, 'data-keys');
  writeFileSync(file, 'local:short');
  expect(() => dataKeysOf({ dataKeys: null, dataDir })).toThrow(/data-keys: .*32/);
  expect(readFileSync(file, 'utf8')).toBe('local:short');
});
