import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { LEDGER_BLOCK_BITS, ledgerAccounts, ledgerTransfers } from '#db/schema/ledger.ts';
import { newId } from '#kernel/ids.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { rows, type Transaction } from '#platform/server/database/db.ts';
import { aPendingProperty, aUser, systemOf } from '#tests/support/actors.ts';
import { type TestPlatform, testPlatform } from '#tests/support/platform.ts';
import { type Account, accounts, STORED_KINDS, type Transfer } from '../ledger.rules.ts';
import { blocksOf } from './blocks.ts';
import { balanceOf, lockBalances, post } from './ledger.ts';
import { verifyLedger } from './verify-ledger.ts';

let t: TestPlatform;
beforeAll(async () => {
  t = await testPlatform();
});
afterEach(async () => expect(await verifyLedger(t.platform.db)).toEqual([]));
afterAll(() => t.close());

const newUser = async () => (await aUser(t.platform)).id;

const postNow = (transfers: readonly Transfer[]) =>
  defineCommand({
    name: `test.post.${newId()}`,
    input: z.strictObject({}),
    access: 'system',
    async run(run) {
      await post(run.tx, run, transfers);
      return { operationId: run.operationId };
    },
    audit: () => ({ subject: 'test' }),
  })(systemOf(t.platform), {});

const deposit = (userId: string, amount: number): Transfer => ({
  code: 'deposit',
  debit: accounts.bank(),
  credit: accounts.userCash(userId),
  amount,
});
const move = (debit: Account, credit: Account, amount: number): Transfer => ({
  code: 'withdrawal',
  debit,
  credit,
  amount,
});

describe('posting', () => {
  test('a random sequence ends with the balances of a simple model, or is refused as a whole', async () => {
    const places = ['a', 'b', 'bank'] as const;
    const step = fc.record({
      from: fc.constantFrom(...places),
      to: fc.constantFrom(...places),
      amount: fc.integer({ min: 1, max: 500 }),
    });
    const sequence = fc.array(
      fc.array(
        step.filter(({ from, to }) => from !== to),
        { minLength: 1, maxLength: 4 },
      ),
      {
        minLength: 1,
        maxLength: 12,
      },
    );
    await fc.assert(
      fc.asyncProperty(sequence, async (operations) => {
        const [a, b] = [await newUser(), await newUser()];
        const account = { a: accounts.userCash(a), b: accounts.userCash(b), bank: accounts.bank() };
        const model = { a: 0, b: 0, bank: 0 };
        for (const steps of operations) {
          const after = { ...model };
          for (const { from, to, amount } of steps) {
            after[from] -= amount;
            after[to] += amount;
          }
          const posted = postNow(
            steps.map(({ from, to, amount }) => move(account[from], account[to], amount)),
          );
          if (after.a < 0 || after.b < 0) {
            await expect(posted).rejects.toThrow();
          } else {
            await posted;
            Object.assign(model, after);
          }
          expect(await balanceOf(t.platform.db, account.a)).toBe(model.a);
          expect(await balanceOf(t.platform.db, account.b)).toBe(model.b);
        }
      }),
      { numRuns: 12, seed: 20_240_117 },
    );
  });

  test('a transfer that would make a balance negative leaves nothing of its operation', async () => {
    const [a, b] = [await newUser(), await newUser()];
    await postNow([deposit(a, 100)]);
    const before = await t.platform.db.select().from(ledgerTransfers);
    await expect(
      postNow([deposit(b, 5), move(accounts.userCash(a), accounts.userCash(b), 101)]),
    ).rejects.toThrow();
    expect(await t.platform.db.select().from(ledgerTransfers)).toHaveLength(before.length);
    expect(await balanceOf(t.platform.db, accounts.userCash(b))).toBe(0);
  });

  test('an account without a balance cannot be debited', async () => {
    const [a, b] = [await newUser(), await newUser()];
    await expect(postNow([move(accounts.userCash(a), accounts.userCash(b), 1)])).rejects.toMatchObject({
      cause: { message: expect.stringContaining('0 of 1 rows were written: ledger_debits') },
    });
  });

  test('within one operation only the sum counts: in and out again is allowed, and both transfers are recorded', async () => {
    const a = await newUser();
    await postNow([deposit(a, 10)]);
    const { operationId } = await postNow([
      move(accounts.userCash(a), accounts.userWithdrawing(a), 50),
      deposit(a, 50),
    ]);
    expect(await balanceOf(t.platform.db, accounts.userCash(a))).toBe(10);
    const recorded = await t.platform.db
      .select()
      .from(ledgerTransfers)
      .where(eq(ledgerTransfers.operationId, operationId));
    expect(recorded).toHaveLength(2);
  });

  test('locking returns every balance, 0 for an account without a row', async () => {
    const [a, b] = [await newUser(), await newUser()];
    await postNow([deposit(a, 42)]);
    const balances = await t.platform.db.transaction((tx) =>
      lockBalances(tx, [accounts.userCash(b), accounts.userCash(a), accounts.bank()]),
    );
    expect(balances.get(accounts.userCash(a).id)).toBe(42);
    expect(balances.get(accounts.userCash(b).id)).toBe(0);
  });

  test('the database itself refuses a negative balance and an empty transfer', async () => {
    const a = await newUser();
    await postNow([deposit(a, 5)]);
    const { db } = t.platform;
    await expect(
      db
        .update(ledgerAccounts)
        .set({ balance: -1 })
        .where(eq(ledgerAccounts.id, accounts.userCash(a).id)),
    ).rejects.toThrow();
    const entry = { operationId: newId(), code: 'deposit', asset: 'USD', at: new Date() };
    await expect(
      db.insert(ledgerTransfers).values({ ...entry, debitAccount: 'a', creditAccount: 'b', amount: 0 }),
    ).rejects.toThrow();
    await expect(
      db.insert(ledgerTransfers).values({ ...entry, debitAccount: 'a', creditAccount: 'a', amount: 1 }),
    ).rejects.toThrow();
  });
});

/** The findings of verify after some damage, which is undone afterwards. */
async function driftAfter(damage: (tx: Transaction) => Promise<unknown>): Promise<string[]> {
  const undo = new Error('undo');
  let found: string[] = [];
  await t.platform.db
    .transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await damage(tx);
      found = (await verifyLedger(tx)).map(({ invariant, subject }) => `${invariant}: ${subject}`);
      throw undo;
    })
    .catch((error) => {
      if (error !== undo) throw error;
    });
  return found;
}

describe('verifying', () => {
  test('names a balance that was changed behind the back of the ledger', async () => {
    const a = await newUser();
    await postNow([deposit(a, 5)]);
    const id = accounts.userCash(a).id;
    const found = await driftAfter((tx) =>
      tx.update(ledgerAccounts).set({ balance: 6 }).where(eq(ledgerAccounts.id, id)),
    );
    expect(found).toContain(`a balance equals the sum of its transfers: ${id}`);
  });

  test('names a lost transfer and a lost balance row', async () => {
    const a = await newUser();
    await postNow([deposit(a, 5)]);
    const id = accounts.userCash(a).id;
    const lostTransfer = await driftAfter((tx) =>
      tx.delete(ledgerTransfers).where(eq(ledgerTransfers.creditAccount, id)),
    );
    expect(lostTransfer).toContain(`a balance equals the sum of its transfers: ${id}`);
    const lostRow = await driftAfter((tx) => tx.delete(ledgerAccounts).where(eq(ledgerAccounts.id, id)));
    expect(lostRow).toContain(`an account that keeps a balance has its row: ${id}`);
  });

  test('names shares that were issued or lost without a trace', async () => {
    const { id } = await aPendingProperty(t.platform, { shares: 10 });
    const found = await driftAfter((tx) =>
      tx.execute(sql`update properties set total_shares = 11 where id = ${id}`),
    );
    expect(found).toEqual([`shares issued = shares available + shares held: property ${id}`]);
  });

  test('names a transfer between different assets', async () => {
    const a = await newUser();
    await postNow([deposit(a, 5)]);
    const found = await driftAfter((tx) =>
      tx.execute(
        sql`update ledger_transfers set asset = 'SHARE:7' where credit_account = ${accounts.userCash(a).id}`,
      ),
    );
    expect(found).toContainEqual(expect.stringMatching(/^money and shares move within one asset/));
    expect(await rows(t.platform.db, sql`select 1 from ledger_transfers where asset = 'SHARE:7'`)).toEqual(
      [],
    );
  });
});

test('the blocks of a period include those around one that begins with a transfer of a wrong time', async () => {
  const undone = new Error('undone');
  const read = t.platform.db.transaction(async (tx) => {
    const begun = JSON.stringify(
      ['2030-01-10', '2031-06-01', '2030-01-20', '2030-02-10', '2030-02-20', '2029-06-01', '2030-02-25'].map(
        (at, before) => ({ nth: before + 1, at }),
      ),
    );
    const [before] = await rows<{ block: number }>(
      tx,
      sql`select (max(id) >> ${LEDGER_BLOCK_BITS}::int)::int as block from ledger_transfers`,
    );
    const newest = before?.block ?? 0;
    await tx.execute(sql`
      insert into ledger_transfers (id, operation_id, code, debit_account, credit_account, asset, amount, at)
      overriding system value
      select (${newest}::bigint + nth) << ${LEDGER_BLOCK_BITS}::int, gen_random_uuid(), 'deposit', 'platform:bank',
             'user:nobody:cash', 'usd', 1, begun.at
      from json_to_recordset(${begun}::text::json) as begun (nth int, at timestamptz)`);
    const blocks = (from: string, to: string) => blocksOf(tx, { from: new Date(from), to: new Date(to) });
    // By the times that are right, the third is the last of January and the first of February.
    expect([await blocks('2030-01-01', '2030-02-01'), await blocks('2030-02-01', '2030-03-01')]).toEqual([
      { first: newest, last: newest + 6 },
      { first: newest + 1, last: newest + 7 },
    ]);
    throw undone;
  });
  await expect(read).rejects.toBe(undone);
});

test('the kinds of accounts with a stored balance are those of the table', () => {
  expect(STORED_KINDS).toEqual(ledgerAccounts.kind.enumValues);
});
