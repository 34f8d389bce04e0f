import { eq, type SQL, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ledgerTransfers } from '#db/schema/ledger.ts';
import { newId } from '#kernel/ids.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { jsonRows } from '#platform/server/database/db.ts';
import { aUser, systemOf } from '#tests/support/actors.ts';
import { cashOf, ledgerState } from '#tests/support/checks.ts';
import { type TestPlatform, testPlatform } from '#tests/support/platform.ts';
import { type Account, accounts } from '../ledger.rules.ts';
import { balanceOf, post } from './ledger.ts';
import { payEach } from './pay-each.ts';
import { verifyLedger } from './verify-ledger.ts';

const PROPERTY = 9_999_999;
const payer = accounts.propertyPayable(PROPERTY);

let t: TestPlatform;
beforeAll(async () => {
  t = await testPlatform();
});
afterEach(async () => {
  const drifts = await verifyLedger(t.platform.db);
  expect(drifts.filter(({ detail }) => detail !== 'there is no such property')).toEqual([]);
});
afterAll(() => t.close());

type Payee = [userId: string, cents: number];

const listOf = (payees: readonly Payee[]): SQL =>
  sql`select user_id, cents from json_to_recordset(${jsonRows(
    payees.map(([user_id, cents]) => ({ user_id, cents })),
  )}) as p(user_id text, cents bigint)`;

const command = <Result>(run: Parameters<typeof defineCommand<z.ZodObject, Result, 'system'>>[0]['run']) =>
  defineCommand({
    name: `test.pay.${newId()}`,
    input: z.strictObject({}),
    access: 'system',
    run,
    audit: () => ({ subject: 'test' }),
  })(systemOf(t.platform), {});

const setAside = (amount: number) =>
  command((run) =>
    post(run.tx, run, [{ code: 'distribution_set_aside', debit: accounts.bank(), credit: payer, amount }]),
  );

const pay = (payees: readonly Payee[], debit: Account = payer) =>
  command(async (run) => ({
    ...(await payEach(run.tx, run, { code: 'distribution', debit, payees: listOf(payees) })),
    operationId: run.operationId,
  }));

describe('paying many', () => {
  test('gives each exactly their part by a transfer of their own, with or without a balance before', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => aUser(t.platform)));
    const amounts = fc.array(fc.integer({ min: 1, max: 9_999_999 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(amounts, async (parts) => {
        const total = parts.reduce((sum, part) => sum + part, 0);
        const payees = parts.map((part, at): Payee => [people[at]?.id ?? '', part]);
        await setAside(total + 5);
        const left = await balanceOf(t.platform.db, payer);
        const before = await Promise.all(payees.map(([id]) => cashOf(t.platform.db, id)));
        const { operationId, ...paid } = await pay(payees);
        expect(paid).toEqual({ payeeCount: parts.length, cents: total });
        const now = await Promise.all(payees.map(([id]) => cashOf(t.platform.db, id)));
        expect(now.map((cash, at) => cash - (before[at] ?? 0))).toEqual(parts);
        expect(await balanceOf(t.platform.db, payer)).toBe(left - total);
        const entered = await t.platform.db
          .select()
          .from(ledgerTransfers)
          .where(eq(ledgerTransfers.operationId, operationId));
        expect(entered.map(({ creditAccount, amount }) => `${creditAccount} ${amount}`).sort()).toEqual(
          payees.map(([id, part]) => `${accounts.userCash(id).id} ${part}`).sort(),
        );
      }),
      { numRuns: 8, seed: 20_261_122 },
    );
  });

  test('of nobody changes nothing', async () => {
    expect(await pay([])).toMatchObject({ payeeCount: 0, cents: 0 });
  });

  test.each([
    [
      'more than the payer has',
      async (id: string) => pay([[id, (await balanceOf(t.platform.db, payer)) + 1]]),
    ],
    [
      'from an account without a balance',
      (id: string) => pay([[id, 1]], accounts.propertyPayable(PROPERTY + 1)),
    ],
    [
      'someone named twice',
      (id: string) =>
        pay([
          [id, 1],
          [id, 1],
        ]),
    ],
    ['nothing', (id: string) => pay([[id, 0]])],
    ['less than nothing', (id: string) => pay([[id, -1]])],
    ['shares', (id: string) => pay([[id, 1]], accounts.propertyAvailable(PROPERTY))],
  ])('%s is refused as a whole', async (_, wrong) => {
    const [honest, other] = [await aUser(t.platform), await aUser(t.platform, { cash: 10 })];
    await setAside(10);
    const state = await ledgerState(t.platform);
    await expect(wrong(other.id)).rejects.toThrow();
    expect(await ledgerState(t.platform)).toEqual(state);
    expect(await pay([[honest.id, 1]])).toMatchObject({ payeeCount: 1 });
  });
});
