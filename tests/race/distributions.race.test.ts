import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { monthsOf, noLines, quarterOf } from '#features/distributions/distributions.rules.ts';
import { payChunk } from '#features/distributions/server/index.ts';
import { closeProposal } from '#features/governance/server/close-proposal.ts';
import { accounts, balanceOf, lockBalances, payEach, post } from '#features/ledger/server/index.ts';
import { newId } from '#kernel/ids.ts';
import { monthStart } from '#kernel/months.ts';
import { DAY, HOUR, after as later, MINUTE } from '#kernel/time.ts';
import { rows, type Transaction } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import {
  anAdmin,
  anApprovedProperty,
  api,
  aUser,
  newKey,
  on,
  type Person,
  systemOf,
} from '../support/actors.ts';
import { cashOf, expectBooksBalance, outcomes, waitingForLocks } from '../support/checks.ts';
import { eventually } from '../support/eventually.ts';
import { type PostgresPlatform, postgresPlatform } from '../support/platform.ts';
import { shiftedClock } from '../support/ports.ts';
import { deleteStatements } from '../support/statements.ts';

const clock = shiftedClock();
const { moveTo } = clock;
const present = new Date();
const thisQuarter = monthsOf(quarterOf(present.toISOString().slice(0, 7)))[0] ?? '';
const recordAt = monthStart(thisQuarter);
const quarter = quarterOf(monthStart(thisQuarter, -1).toISOString().slice(0, 7));
const payAt = later(recordAt, 14 * DAY);

let t: PostgresPlatform;
let second: Platform;
let admin: Person;
let owner: Person;
beforeAll(async () => {
  moveTo(later(recordAt, -2 * DAY));
  t = await postgresPlatform({ clock });
  second = await t.another({ clock });
  admin = await anAdmin(t.platform);
  owner = await aUser(t.platform, { cash: 50_000_000 });
});
afterEach(() => expectBooksBalance(t.platform));
afterAll(() => t.close());

const buy = (person: Person, propertyId: number, shares = 1) =>
  api(person).investing.invest({ propertyId, shares, requestId: newKey() });
const report = (propertyId: number, month: string, rentCents: number, person = owner) =>
  api(person).distributions.reportMonth({
    propertyId,
    month,
    lines: { ...noLines, rentCents },
    requestId: newKey(),
  });
const months = () => monthsOf(quarter);
const statementOf = (propertyId: number) =>
  api(admin).distributions.statement({ id: `${propertyId}-${quarter}` });
const approve = async (propertyId: number, person = admin) => {
  const { id, netCents, preparedAt } = await statementOf(propertyId);
  const approval = { id, expectedNetCents: netCents, preparedAt, requestId: newKey() };
  return api(person).distributions.approve(approval);
};

/** A property of the last month of the quarter, with these holders. */
async function aHeldProperty(holders: readonly Person[], shares = 1_000) {
  await deleteStatements(t.platform);
  moveTo(later(recordAt, -2 * DAY));
  const { id } = await anApprovedProperty(t.platform, { shares, price: 100, owner, admin });
  for (const person of holders) await buy(person, id);
  return id;
}

async function preparedStatement(propertyId: number, rentCents = 100_000): Promise<string> {
  moveTo(later(recordAt, DAY));
  const due = months().slice(-1);
  for (const month of due) await report(propertyId, month, rentCents);
  await t.platform.jobs.drain();
  return `${propertyId}-${quarter}`;
}

describe('the record date', () => {
  test('shares that move while the statement is prepared and approved go only to the holder of the record date', async () => {
    const holders = await Promise.all(Array.from({ length: 6 }, () => aUser(t.platform, { cash: 100_000 })));
    const propertyId = await aHeldProperty(holders);
    moveTo(later(recordAt, HOUR + MINUTE));
    await report(propertyId, months()[2] ?? '', 60_000);
    const late = await Promise.all(Array.from({ length: 6 }, () => aUser(t.platform, { cash: 100_000 })));
    const [bought] = await Promise.all([
      outcomes(
        [...late, ...holders].map((person, at) => buy(at % 2 ? on(second, person) : person, propertyId, 3)),
      ),
      (async () => {
        await t.platform.jobs.drain();
        await approve(propertyId);
      })(),
    ]);
    expect(bought.refused).toEqual([]);
    const { items } = await api(late[0] as Person).distributions.ofProperty({ propertyId });
    expect(items).toMatchObject([{ viewerCents: null }]);
    moveTo(payAt);
    await t.platform.jobs.drain();
    const paid = await statementOf(propertyId);
    expect(paid).toMatchObject({ status: 'paid', shares: 6, holders: 6 });
    for (const person of late) expect(await cashOf(t.platform.db, person.id)).toBe(100_000 - 308);
  });

  test('of two admins who approve at once, one does', async () => {
    const holder = await aUser(t.platform, { cash: 100_000 });
    const propertyId = await aHeldProperty([holder]);
    await preparedStatement(propertyId);
    const other = await anAdmin(t.platform);
    const { done, refused } = await outcomes([
      approve(propertyId),
      approve(propertyId, on(second, other)),
      approve(propertyId),
    ]);
    expect([done.length, refused]).toEqual([1, ['NOT_AWAITING_APPROVAL', 'NOT_AWAITING_APPROVAL']]);
  });

  test('an approval and a correction at once: the correction is in the statement, or refused', async () => {
    for (let round = 0; round < 4; round += 1) {
      const holder = await aUser(t.platform, { cash: 100_000 });
      const propertyId = await aHeldProperty([holder]);
      await preparedStatement(propertyId);
      const { refused } = await outcomes<unknown>([
        approve(propertyId),
        report(propertyId, months()[2] ?? '', 50_000, on(second, owner)),
      ]);
      expect(refused).toHaveLength(1);
      expect(['QUARTER_APPROVED', 'NOT_AWAITING_APPROVAL']).toContain(refused[0]);
    }
  });

  test('reports of one property at once, on two servers: the rent account holds what they add up to', async () => {
    const propertyId = await aHeldProperty([]);
    moveTo(later(recordAt, DAY));
    const amounts = [10_000, 2_000, 30_000, 500, 7_000, 4_000];
    await outcomes(
      amounts.map((cents, at) =>
        report(propertyId, months()[2] ?? '', cents, at % 2 ? on(second, owner) : owner),
      ),
    );
    const { availableCents } = await statementOf(propertyId);
    expect(amounts).toContain(availableCents);
    expect(await balanceOf(t.platform.db, accounts.propertyRent(propertyId))).toBe(availableCents);
  });
});

describe('the draft of a month', () => {
  const which = (propertyId: number) => ({ propertyId, month: months()[2] ?? '' });
  const save = async (propertyId: number, version: string, amountCents: number, person = owner) => {
    const { month } = which(propertyId);
    const typed = { date: `${month}-05`, counterparty: 'Tenant', memo: null, amountCents };
    const entries = [{ id: newKey(), line: 'rent' as const, receiptId: null, typed }];
    return api(person).distributions.saveMonthDraft({ propertyId, month, version, entries, imports: [] });
  };

  test('reported twice, saved again and reported as a total at once, on two servers: one of them wins, to the cent', async () => {
    for (let round = 0; round < 6; round += 1) {
      const propertyId = await aHeldProperty([]);
      moveTo(later(recordAt, DAY));
      const { version } = await save(propertyId, 'none', 10_000);
      const draft = { ...which(propertyId), version };
      const calls = [
        () => api(owner).distributions.reportMonthDraft({ ...draft, requestId: newKey() }),
        () => api(on(second, owner)).distributions.reportMonthDraft({ ...draft, requestId: newKey() }),
        () => save(propertyId, version, 20_000, on(second, owner)),
        () => report(propertyId, draft.month, 30_000),
      ];
      const turned = calls.map((_, at) => calls[(at + round) % calls.length] as () => Promise<unknown>);
      const { refused } = await outcomes(turned.map((call) => call()));
      expect(refused.length).toBeGreaterThanOrEqual(2);
      expect(new Set(refused)).toEqual(new Set(['DRAFT_CHANGED']));
      const { entries } = await api(owner).distributions.monthDraft(which(propertyId));
      const rent = await balanceOf(t.platform.db, accounts.propertyRent(propertyId));
      expect([10_000, 30_000]).toContain(rent);
      expect([10_000, 20_000, 30_000]).toContain(entries[0]?.amountCents);
      expect(entries).toHaveLength(1);
    }
  });
});

describe('paying', () => {
  test('two workers on the same run, and a crash between its chunks: every holder is paid once, to the cent', async () => {
    const holders = await Promise.all(Array.from({ length: 23 }, () => aUser(t.platform, { cash: 10_000 })));
    const propertyId = await aHeldProperty(holders);
    const id = await preparedStatement(propertyId, 987_654);
    await approve(propertyId);
    moveTo(later(payAt, MINUTE));
    const crashing = await t.another({ clock });
    await payChunk(systemOf(crashing), { id, maxHolders: 5 });
    expect(await statementOf(propertyId)).toMatchObject({ status: 'approved' });
    const chunks = Array.from({ length: 10 }, (_, at) =>
      payChunk(systemOf(at % 2 ? second : t.platform), { id, maxHolders: 4 }),
    );
    const { done, refused } = await outcomes(chunks);
    expect(refused).toEqual([]);
    expect(done.reduce((sum, { paid }) => sum + paid, 0)).toBe(18);
    const paid = await statementOf(propertyId);
    expect(paid).toMatchObject({ status: 'paid', holders: 23, paidCents: paid.netCents });
    const got: number[] = [];
    for (const { id: userId } of holders) got.push((await cashOf(t.platform.db, userId)) - 9_897);
    expect(got.reduce((sum, one) => sum + one, 0)).toBe(paid.netCents);
    expect(Math.max(...got) - Math.min(...got)).toBeLessThanOrEqual(1);
    await Promise.all([t.platform.jobs.drain(), second.jobs.drain()]);
    expect(await balanceOf(t.platform.db, accounts.propertyPayable(propertyId))).toBe(0);
  });
});

describe('paying in a busy market', () => {
  test('while its holders buy on two servers, nobody is refused and every cent arrives', async () => {
    const holders = await Promise.all(Array.from({ length: 40 }, () => aUser(t.platform, { cash: 100_000 })));
    const propertyId = await aHeldProperty(holders);
    const other = await aHeldProperty([], 100_000);
    const id = await preparedStatement(propertyId, 987_654);
    await approve(propertyId);
    moveTo(later(payAt, MINUTE));
    const shuffled = holders.map((_, at) => holders[(at * 17) % holders.length] as Person);
    const [paid, bought] = await Promise.all([
      outcomes(
        Array.from({ length: 12 }, (_, at) =>
          payChunk(systemOf(at % 2 ? second : t.platform), { id, maxHolders: 5 }),
        ),
      ),
      outcomes(
        [...shuffled, ...shuffled.toReversed()].map((person, at) =>
          buy(at % 2 ? on(second, person) : person, other),
        ),
      ),
    ]);
    expect([paid.refused, bought.refused]).toEqual([[], []]);
    const { status, netCents } = await statementOf(propertyId);
    expect(status).toBe('paid');
    const cash = await Promise.all(holders.map((person) => cashOf(t.platform.db, person.id)));
    const spent = 40 * 103 + 80 * 103;
    expect(cash.reduce((sum, one) => sum + one, 0)).toBe(40 * 100_000 - spent + netCents);
  });
});

describe('voting', () => {
  const propose = (propertyId: number) =>
    api(owner).governance.propose({
      propertyId,
      title: 'A new roof',
      description: 'Slate.',
      votingDays: 3,
      requestId: newKey(),
    });

  test('during a sale: each vote counts for the shares of the record date', async () => {
    const holders = await Promise.all(Array.from({ length: 8 }, () => aUser(t.platform, { cash: 100_000 })));
    const propertyId = await aHeldProperty(holders);
    const { id: proposalId } = await propose(propertyId);
    const { refused } = await outcomes<unknown>(
      holders.flatMap((person, at) => [
        buy(at % 2 ? on(second, person) : person, propertyId, 5),
        api(at % 2 ? person : on(second, person)).governance.vote({ proposalId, choice: 'yes' }),
      ]),
    );
    expect(refused).toEqual([]);
    const { items } = await api(admin).governance.proposals({ propertyId });
    expect(items[0]).toMatchObject({ eligibleShares: 8, votes: { yes: { shares: 8, voters: 8 } } });
  });

  test('changed at the deadline: a vote is in the tally that closes it, or refused', async () => {
    for (let round = 0; round < 4; round += 1) {
      const holders = await Promise.all(
        Array.from({ length: 5 }, () => aUser(t.platform, { cash: 100_000 })),
      );
      const propertyId = await aHeldProperty(holders);
      const { id: proposalId, votingDeadline } = await propose(propertyId);
      for (const person of holders) await api(person).governance.vote({ proposalId, choice: 'no' });
      moveTo(later(new Date(votingDeadline), -40));
      const close = async () => {
        while (clock.now() < new Date(votingDeadline)) await t.platform.db.execute(sql`select 1`);
        await Promise.all([
          closeProposal(systemOf(t.platform), { proposalId }),
          closeProposal(systemOf(second), { proposalId }),
        ]);
      };
      const [{ done, refused }] = await Promise.all([
        outcomes(
          Array.from({ length: 20 }, (_, at) =>
            api(on(at % 2 ? second : t.platform, holders[at % 5] as Person)).governance.vote({
              proposalId,
              choice: at % 3 ? 'yes' : 'abstain',
            }),
          ),
        ),
        close(),
      ]);
      expect(refused.every((code) => code === 'VOTING_CLOSED')).toBe(true);
      expect(done.length + refused.length).toBe(20);
      const { items } = await api(admin).governance.proposals({ propertyId });
      const { votes, status } = items[0] ?? {};
      expect(status).toBe('Closed');
      expect((votes?.yes.voters ?? 0) + (votes?.no.voters ?? 0) + (votes?.abstain.voters ?? 0)).toBe(5);
    }
  });
});

test('a payout that waits for another change of its payee has the later entry, as histories go by their order', async () => {
  const cash = accounts.userCash((await aUser(t.platform, { cash: 1_000 })).id);
  const run = () => ({ operationId: newId(), now: new Date() });
  const deposit = { code: 'deposit', debit: accounts.bank(), credit: cash, amount: 100 } as const;
  const newestId = async (tx: Transaction) =>
    (
      await rows<{ id: number }>(
        tx,
        sql`select max(id)::float8 as id from ledger_transfers where credit_account = ${cash.id}`,
      )
    )[0]?.id ?? 0;
  const undone = new Error('undone');
  let ids = { deposit: 0, payout: 0 };
  const pay = async (tx: Transaction) => {
    const debit = accounts.propertyPayable(999_999);
    await tx.execute(sql`insert into ledger_accounts (id, kind, property_id, balance)
      values (${debit.id}, ${debit.kind}, ${debit.propertyId}, 100)`);
    const payees = sql`select ${cash.userId}::text as user_id, 100::bigint as cents`;
    await payEach(tx, run(), { code: 'distribution', debit, payees });
    ids = { ...ids, payout: await newestId(tx) };
    throw undone;
  };
  let paying: Promise<void> | undefined;
  const first = t.platform.db.transaction(async (tx) => {
    await lockBalances(tx, [cash]);
    paying = second.db.transaction(pay);
    paying.catch(() => undefined);
    await eventually(() => waitingForLocks(t.platform));
    await post(tx, run(), [deposit]);
    ids = { ...ids, deposit: await newestId(tx) };
    throw undone;
  });
  await expect(first).rejects.toBe(undone);
  await expect(paying).rejects.toBe(undone);
  expect(ids.payout).toBeGreaterThan(ids.deposit);
});
