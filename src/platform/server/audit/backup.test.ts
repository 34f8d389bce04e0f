import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fingerprintOf } from '#app/server/fingerprint.ts';
import { verify } from '#app/server/verify.ts';
import { invest } from '#features/investing/server/index.ts';
import { ensureLibrary } from '#features/learn/server/index.ts';
import { newId } from '#kernel/ids.ts';
import { anApprovedProperty, aUser } from '#tests/support/actors.ts';
import { backupOf, restoreInto } from '#tests/support/backups.ts';
import { type TestPlatform, testPlatform } from '#tests/support/platform.ts';
import { size } from '#tests/support/sizes.ts';
import { rows } from '../database/db.ts';
import type { Platform } from '../runtime/platform.ts';
import { systemActor } from '../security/caller.ts';
import { sealAuditLog } from './audit-chain.ts';
import { RestoreError } from './backup.ts';

let t: TestPlatform;

/** Something of every kind that the next backup has to carry. */
async function goOn() {
  const buyer = await aUser(t.platform, { cash: 1_000_000 });
  const { id } = await anApprovedProperty(t.platform, { shares: 50 });
  await invest(buyer, { propertyId: id, shares: 3, requestId: newId() });
  await Promise.all([1, 2].map((shares) => invest(buyer, { propertyId: id, shares, requestId: newId() })));
  await sealAuditLog({ platform: t.platform, caller: { actor: systemActor('test') } }, {});
}

beforeAll(async () => {
  t = await testPlatform();
  await ensureLibrary(t.platform);
  await goOn();
});
afterAll(() => t.close());

async function withFreshDatabase<Value>(
  work: (fresh: Pick<Platform, 'db'>) => Promise<Value>,
): Promise<Value> {
  const fresh = await testPlatform();
  try {
    return await work(fresh.platform);
  } finally {
    await fresh.close();
  }
}

const drifts = async (database: Pick<Platform, 'db'>) =>
  (await verify(database.db)).flatMap((finding) => finding.drifts);

describe('a backup', () => {
  const times = Array.from({ length: size('backups') }, (_, at) => at + 1);

  test.each(times)('restores every row, the trial balance and the end of the audit chain (%d)', () =>
    withFreshDatabase(async (database) => {
      await goOn();
      const lines = await backupOf(t.platform.db);
      await restoreInto(database.db, lines);
      expect(await fingerprintOf(database.db)).toEqual(await fingerprintOf(t.platform.db));
      expect(await drifts(database)).toEqual([]);
      expect((await backupOf(database.db)).slice(1)).toEqual(lines.slice(1));
    }),
  );

  test('leaves a database that continues: ids, the chain and the books', () =>
    withFreshDatabase(async (database) => {
      await restoreInto(database.db, await backupOf(t.platform.db));
      const before = await rows<{ id: number }>(
        database.db,
        sql`select max(id)::int as id from ledger_transfers`,
      );
      const [next] = await rows<{ id: number }>(
        database.db,
        sql`select nextval(pg_get_serial_sequence('ledger_transfers', 'id'))::int as id`,
      );
      expect(next?.id).toBe((before[0]?.id ?? 0) + 1);
      await sealAuditLog(
        { platform: { ...t.platform, db: database.db }, caller: { actor: systemActor('test') } },
        {},
      );
      expect(await drifts(database)).toEqual([]);
    }));

  test('is refused by a database that is not empty, and leaves it alone', async () => {
    const before = await fingerprintOf(t.platform.db);
    await expect(restoreInto(t.platform.db, await backupOf(t.platform.db))).rejects.toThrow('not empty');
    expect(await fingerprintOf(t.platform.db)).toEqual(before);
  });

  test.each([
    ['that ends early', (lines: string[]) => lines.slice(0, -2), 'ends early'],
    [
      'of another version',
      (lines: string[]) => [lines[0]!.replace(/"migrations":\[.*\]/, '"migrations":[]'), ...lines.slice(1)],
      'another version',
    ],
    ['that is none', () => ['hello'], 'not a backup'],
  ])('%s is refused whole', (_, damage, message) =>
    withFreshDatabase(async (database) => {
      const attempt = restoreInto(database.db, damage(await backupOf(t.platform.db)));
      await expect(attempt).rejects.toThrow(RestoreError);
      await expect(attempt).rejects.toThrow(message);
      expect((await fingerprintOf(database.db)).transfers).toBe(0);
    }),
  );
});
