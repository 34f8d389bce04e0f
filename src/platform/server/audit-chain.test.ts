import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anAdmin, anApprovedProperty, api, aUser, newKey } from '../../../tests/support/actors.ts';
import { expectBooksBalance } from '../../../tests/support/checks.ts';
import { type TestPlatform, testPlatform } from '../../../tests/support/platform.ts';
import { auditChainInvariants, sealAuditLog } from './audit-chain.ts';
import { systemActor } from './caller.ts';
import { rows, type Transaction } from './db.ts';
import { checkInvariants } from './invariants.ts';

let t: TestPlatform;
beforeAll(async () => {
  t = await testPlatform();
});
afterAll(() => t.close());

const seal = () => sealAuditLog({ platform: t.platform, caller: { actor: systemActor('test') } }, {});

async function broken(db: Parameters<typeof checkInvariants>[0]): Promise<string[]> {
  const findings = await checkInvariants(db, auditChainInvariants);
  return findings.flatMap(({ drifts }) => drifts.map(({ subject, detail }) => `${subject} ${detail}`));
}

/** What is found after damage done behind the back of the triggers; the damage is undone. */
async function brokenAfter(damage: (tx: Transaction) => Promise<unknown>): Promise<string[]> {
  const undo = new Error('undo');
  let found: string[] = [];
  await t.platform.db
    .transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await damage(tx);
      found = await broken(tx);
      throw undo;
    })
    .catch((error) => {
      if (error !== undo) throw error;
    });
  return found;
}

describe('the audit log', () => {
  beforeEach(async () => {
    for (let count = 0; count < 3; count += 1) await aUser(t.platform);
    await seal();
  });

  test('is sealed whole, each row once, and again for what comes later', async () => {
    const state = () =>
      rows<{ logged: number; sealed: number }>(
        t.platform.db,
        sql`select (select count(*) from audit_log)::int as logged, (select count(*) from audit_seals)::int as sealed`,
      );
    const [first] = await state();
    expect(first?.sealed).toBe(first?.logged);
    await aUser(t.platform);
    await seal();
    const [second] = await state();
    expect(second?.sealed).toBe(second?.logged);
    expect(second?.sealed).toBeGreaterThan(first?.sealed ?? 0);
    expect(await broken(t.platform.db)).toEqual([]);
  });

  test('names the first row that was changed or removed', async () => {
    const [second] = await rows<{ seq: string }>(
      t.platform.db,
      sql`select seq::text as seq from audit_seals order by position offset 1 limit 1`,
    );
    const seq = second?.seq ?? '';
    expect(
      await brokenAfter((tx) => tx.execute(sql`update audit_log set subject = 'x' where seq >= ${seq}`)),
    ).toEqual([`audit row ${seq} does not match its seal`]);
    expect(await brokenAfter((tx) => tx.execute(sql`delete from audit_log where seq = ${seq}`))).toEqual([
      `audit row ${seq} was removed`,
    ]);
  });

  test('has one entry for each purchase of a batch, in a row that is sealed with them', async () => {
    const buyers = await Promise.all([1, 2, 3].map(() => aUser(t.platform, { cash: 50_000 })));
    const admin = await anAdmin(t.platform);
    const { id: propertyId } = await anApprovedProperty(t.platform, { admin, owner: admin });
    const bought = await Promise.all(
      buyers.map((buyer) => api(buyer).investing.invest({ propertyId, shares: 1, requestId: newKey() })),
    );
    const runs = await rows<{ seq: string; actor: string; subject: string; details: unknown }>(
      t.platform.db,
      sql`select seq::text as seq, actor_id as actor, subject, details from audit_runs
          where action = 'investing.invest' order by actor_id`,
    );
    const [{ seq } = { seq: '' }] = runs;
    const made = buyers.map(({ id }, index) => ({
      seq,
      actor: id,
      subject: `investment:${bought[index]?.id}`,
      details: { propertyId, shares: 1, totalCents: bought[index]?.totalCents },
    }));
    expect(runs).toEqual(made.sort((one, other) => (one.actor < other.actor ? -1 : 1)));
    await seal();
    const changed = sql`update audit_log set runs = replace(runs::text, '"shares":1', '"shares":2')::json
                        where seq = ${seq}`;
    expect(await brokenAfter((tx) => tx.execute(changed))).toEqual([
      `audit row ${seq} has other runs than it was written with`,
    ]);
    const removed = sql`update audit_log set runs = null where seq = ${seq}`;
    expect(await brokenAfter((tx) => tx.execute(removed))).toEqual([
      `audit row ${seq} has other runs than it was written with`,
    ]);
    const rehashed = sql`update audit_log set runs = '[]', details = json_build_object('runs',
                           encode(sha256(convert_to('[]', 'UTF8')), 'hex')) where seq = ${seq}`;
    expect(await brokenAfter((tx) => tx.execute(rehashed))).toEqual([
      `audit row ${seq} does not match its seal`,
    ]);
    await expectBooksBalance(t.platform);
  });

  test('names the row after a seal that was taken out', async () => {
    const [third] = await rows<{ seq: string }>(
      t.platform.db,
      sql`select seq::text as seq from audit_seals where position = 3`,
    );
    expect(await brokenAfter((tx) => tx.execute(sql`delete from audit_seals where position = 2`))).toEqual([
      `audit row ${third?.seq} a seal before it is missing`,
      expect.stringContaining('was added between sealed rows'),
    ]);
  });

  test.each(['audit_log', 'audit_seals', 'ledger_transfers'])(
    '%s refuses every change and removal',
    async (table) => {
      const name = sql.raw(table);
      const column = sql.raw(
        table === 'audit_log' ? 'action' : table === 'audit_seals' ? 'position' : 'amount',
      );
      for (const change of [
        sql`delete from ${name}`,
        sql`truncate ${name}`,
        sql`update ${name} set ${column} = ${column} where false`,
      ]) {
        const refused = t.platform.db.execute(change);
        await expect(refused).rejects.toMatchObject({
          cause: { message: expect.stringContaining('append-only') },
        });
      }
    },
  );
});
