import { afterAll, beforeAll, expect, test } from 'vitest';
import { fingerprintOf } from '#app/server/fingerprint.ts';
import { backUp } from '#platform/server/audit/backup.ts';
import { anApprovedProperty, api, aUser, newKey } from '../support/actors.ts';
import { restoreInto } from '../support/backups.ts';
import { type PostgresPlatform, postgresPlatform, testPlatform } from '../support/platform.ts';

let product: PostgresPlatform;
beforeAll(async () => {
  product = await postgresPlatform();
});
afterAll(() => product?.close());

test('a backup beside a sale holds, and says that it holds, what was there when it began', async () => {
  const { platform } = product;
  const { id: propertyId } = await anApprovedProperty(platform, { shares: 1_000, price: 100 });
  const buyer = await aUser(platform, { cash: 1_000_000 });
  const buy = () => api(buyer).investing.invest({ propertyId, shares: 1, requestId: newKey() });
  await buy();
  const before = await fingerprintOf(platform.db);
  const lines: string[] = [];
  const write = async (more: readonly string[]) => {
    await buy();
    lines.push(...more);
  };
  const held = await backUp(platform.db, {
    at: new Date(),
    write,
    onProgress: () => undefined,
    summarize: fingerprintOf,
  });
  expect(held).toEqual(before);
  expect((await fingerprintOf(platform.db)).transfers).toBeGreaterThan(before.transfers);
  const other = await testPlatform();
  await restoreInto(other.platform.db, lines);
  expect(await fingerprintOf(other.platform.db)).toEqual(before);
  await other.close();
});
