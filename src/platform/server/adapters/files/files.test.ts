import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { wireErrorOf } from '../../errors/error-mapping.ts';
import type { Files } from '../../ports/files.ts';
import { createVault, DATA_KEY_BYTES } from '../../security/vault.ts';
import { encryptedFiles } from './encrypted-files.ts';
import { localFiles } from './local-files.ts';
import { s3Files } from './s3-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'commonhold-files-'));
const store = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(folder, 's3'),
  configureBuckets: [{ name: 'documents', configs: [] }],
});

const dataKey = (id: string) => ({ id, secret: crypto.getRandomValues(new Uint8Array(DATA_KEY_BYTES)) });
const [older, newer] = [dataKey('2025'), dataKey('2026')];
const sealedFolder = localFiles(join(folder, 'encrypted'));

const adapters: Record<string, Files> = {
  'a folder': localFiles(join(folder, 'local')),
  'an encrypted folder': encryptedFiles(sealedFolder, createVault([older])),
};
beforeAll(async () => {
  const { port } = await store.run();
  const settings = {
    bucket: 'documents',
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  };
  adapters['an S3 store'] = s3Files({ ...settings, endpoint: `http://127.0.0.1:${port}` });
  adapters['an S3 store without the bucket'] = s3Files({
    ...settings,
    bucket: 'missing',
    endpoint: `http://127.0.0.1:${port}`,
  });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const aKey = () => `kyc/${randomUUID()}`;
const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7919) % 256);

describe.each(['a folder', 'an encrypted folder', 'an S3 store'])('%s', (name) => {
  const files = () => adapters[name] as Files;

  test('gives back exactly the bytes that were put', async () => {
    const key = aKey();
    await files().put(key, bytes, 'image/jpeg');
    expect(Buffer.from((await files().get(key)) ?? []).equals(bytes)).toBe(true);
  });

  test('takes the same file twice, and an empty one', async () => {
    const [key, empty] = [aKey(), aKey()];
    await files().put(key, bytes, 'application/pdf');
    await files().put(key, bytes, 'application/pdf');
    expect((await files().get(key))?.length).toBe(bytes.length);
    await files().put(empty, new Uint8Array(), 'application/pdf');
    expect((await files().get(empty))?.length).toBe(0);
  });

  test('has nothing under a key that was never put or was removed, however often', async () => {
    const key = aKey();
    expect(await files().get(key)).toBeNull();
    await files().remove(key);
    await files().put(key, bytes, 'image/jpeg');
    await files().remove(key);
    await files().remove(key);
    expect(await files().get(key)).toBeNull();
  });

  test.each(['../outside', 'kyc/../../etc/passwd', '/kyc/x', 'kyc/report.pdf', ''])(
    'refuses the key %j',
    async (key) => {
      await expect(files().put(key, bytes, 'image/jpeg')).rejects.toThrow('key of ours');
      await expect(files().get(key)).rejects.toThrow('key of ours');
    },
  );
});

test('a folder shows its files to nobody else, and leaves nothing half-written behind', async () => {
  const key = aKey();
  await adapters['a folder']?.put(key, bytes, 'image/jpeg');
  const path = join(folder, 'local', key);
  expect([statSync(path).mode & 0o777, statSync(join(path, '..')).mode & 0o777]).toEqual([0o600, 0o700]);
  expect(readdirSync(join(path, '..')).filter((one) => one.split('.').length > 1)).toEqual([]);
});

describe('an encrypted file', () => {
  const files = (keys = [older]) => encryptedFiles(sealedFolder, createVault(keys));

  test('shows nothing of its content where it is stored, and is read after a newer key was added', async () => {
    const key = aKey();
    await files().put(key, bytes, 'image/jpeg');
    const stored = Buffer.from((await sealedFolder.get(key)) ?? []);
    expect(stored.includes(Buffer.from(bytes.subarray(0, 16)))).toBe(false);
    expect(Buffer.from((await files([newer, older]).get(key)) ?? []).equals(bytes)).toBe(true);
    await expect(files([newer]).get(key)).rejects.toThrow('"2025"');
  });

  test('cannot be read when it was changed, exchanged for another, or never encrypted', async () => {
    const [key, other] = [aKey(), aKey()];
    await files().put(key, bytes, 'image/jpeg');
    const stored = Uint8Array.from((await sealedFolder.get(key)) ?? []);
    await sealedFolder.put(other, stored, 'image/jpeg');
    await expect(files().get(other)).rejects.toThrow();
    stored[stored.length - 20] = (stored[stored.length - 20] ?? 0) ^ 1;
    await sealedFolder.put(key, stored, 'image/jpeg');
    await expect(files().get(key)).rejects.toThrow();
    await sealedFolder.put(key, bytes, 'image/jpeg');
    await expect(files().get(key)).rejects.toThrow('known format');
  });
});

test('a store that does not take a file says so', async () => {
  await expect(
    adapters['an S3 store without the bucket']?.put(aKey(), bytes, 'image/jpeg'),
  ).rejects.toThrow();
});

test.each(['ENOSPC', 'EDQUOT'])(
  'a folder without room (%s) says so and keeps nothing of the file',
  async (code) => {
    const home = join(folder, code);
    const handle = await open(join(folder, 'any'), 'w');
    await handle.close();
    const sync = vi.spyOn(Object.getPrototypeOf(handle), 'sync');
    sync.mockRejectedValueOnce(Object.assign(new Error(`${code}: no space left`), { code }));
    const refused = await localFiles(home)
      .put(aKey(), bytes, 'image/jpeg')
      .catch((error: unknown) => error);
    sync.mockRestore();
    expect(wireErrorOf(refused)).toMatchObject({ status: 503, code: 'NO_ROOM', retryAfterSeconds: 30 });
    expect(readdirSync(join(home, 'kyc'))).toEqual([]);
  },
);
