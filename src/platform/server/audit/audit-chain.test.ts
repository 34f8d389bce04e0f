import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { revokeAdmin } from '#features/identity/server/index.ts';
import { identityInvariants } from '#features/identity/server/sessions/verify-identity.ts';
import { anAdmin, anApprovedProperty, api, aUser, newKey, systemOf } from '#tests/support/actors.ts';
import { expectBooksBalance } from '#tests/support/checks.ts';
import { secondPlatform, testPlatform } from '#tests/support/platform.ts';
import { rows, type Transaction } from '../database/db.ts';
import type { ChainHead } from '../ports/chain-heads.ts';
import { systemActor } from '../security/caller.ts';
import { checkInvariants } from '../verification/invariants.ts';
import {
  auditChainInvariants,
  publishChainHead,
  publishedHeadsInvariant,
  sealAuditLog,
  verifyChainPart,
} from './audit-chain.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
beforeAll(async () => {
  t = await testPlatform();
});
afterAll(() => t.close());

const seal = () => sealAuditLog({ platform: t.platform, caller: { actor: systemActor('test') } }, {});

async function broken(db: Parameters<typeof checkInvariants>[0]): Promise<string[]> {
  const findings = await checkInvariants(db, auditChainInvariants);
  const found = findings.flatMap(({ drifts }) => drifts.map(({ subject, detail }) => `${subject} ${detail}`));
  const inParts = await brokenInParts(db);
  if (inParts === null) expect(found).toEqual([]);
  else expect(found).toContain(inParts);
  return found;
}

/** Result of a verification in small parts; must be the same. */
async function brokenInParts(db: Parameters<typeof checkInvariants>[0]): Promise<string | null> {
  let part = await verifyChainPart(db, { position: 0, seq: 0 }, 2);
  while (!part.isDone && part.broken === null) part = await verifyChainPart(db, part.last, 2);
  return part.broken && `audit row ${part.broken.seq} ${part.broken.detail}`;
}

/** The findings after damage that bypassed the triggers; the damage is undone. */
async function brokenAfter(
  damage: (tx: Transaction) => Promise<unknown>,
  find: (tx: Transaction) => Promise<string[]> = broken,
): Promise<string[]> {
  const undo = new Error('undo');
  let found: string[] = [];
  await t.platform.db
    .transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await damage(tx);
      found = await find(tx);
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

  test('is sealed whole, each row once, and again for later rows', async () => {
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
      expect.stringContaining('has no seal and is not queued for one'),
    ]);
  });

  test('whose end was cut off or rewritten differs from the heads that were published', async () => {
    const published: ChainHead[] = [];
    const chainHeads = {
      publish: async (head: ChainHead) => {
        published.push(head);
      },
    };
    await aUser(t.platform);
    await seal();
    const platform = secondPlatform(t, { replace: { chainHeads } });
    await publishChainHead({ platform, caller: { actor: systemActor('test') } }, {});
    const [head] = published as [ChainHead];
    const findings = (db: Parameters<typeof checkInvariants>[0]) =>
      checkInvariants(db, [...auditChainInvariants, publishedHeadsInvariant(published)]);
    const named = async (db: Parameters<typeof checkInvariants>[0]) =>
      (await findings(db)).flatMap(({ drifts }) =>
        drifts.map(({ subject, detail }) => `${subject} ${detail}`),
      );
    expect(await named(t.platform.db)).toEqual([]);
    const cut = sql`with gone as (delete from audit_seals where position = ${head.position} returning seq)
                    delete from audit_log where seq in (select seq from gone)`;
    expect(await brokenAfter((tx) => tx.execute(cut), named)).toEqual([
      `audit seal ${head.position} was published and is gone: the end of the audit log was cut off`,
    ]);
    const rewritten = sql`update audit_seals set hash = repeat('0', 64) where position = ${head.position}`;
    expect(await brokenAfter((tx) => tx.execute(rewritten), named)).toContain(
      `audit seal ${head.position} differs from the one that was published: the audit log was rewritten`,
    );
  });

  test('names an account whose role no command gave it', async () => {
    const ada = await aUser(t.platform);
    const admin = await anAdmin(t.platform);
    await revokeAdmin(systemOf(t.platform), { email: (await anAdmin(t.platform)).email });
    const named = async (db: Parameters<typeof checkInvariants>[0]) =>
      (await checkInvariants(db, identityInvariants)).flatMap(({ drifts }) =>
        drifts.map(({ subject, detail }) => `${subject} ${detail}`),
      );
    expect(await named(t.platform.db)).toEqual([]);
    expect(
      await brokenAfter((tx) => tx.execute(sql`update users set role = 'admin' where id = ${ada.id}`), named),
    ).toEqual([`user ${ada.id} is admin, and the audit log says nothing of it`]);
    expect(
      await brokenAfter(
        (tx) => tx.execute(sql`update users set role = 'user' where id = ${admin.id}`),
        named,
      ),
    ).toEqual([`user ${admin.id} is user, and the audit log says identity.grantAdmin`]);
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
