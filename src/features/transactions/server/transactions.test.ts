import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LEDGER_BLOCK_BITS } from '#db/schema/ledger.ts';
import { noLines, quarterOf } from '#features/distributions/distributions.rules.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import {
  anAdmin,
  anApprovedProperty,
  api,
  aUser,
  contextOf,
  newKey,
  on,
  type Person,
} from '#tests/support/actors.ts';
import { allPages, cashOf, expectBooksBalance, refusalOf } from '#tests/support/checks.ts';
import { secondPlatform, testPlatform } from '#tests/support/platform.ts';
import type { BankAnswer } from '#tests/support/ports.ts';
import type { TransactionFilter } from '../transactions.contract.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let admin: Person;
let ada: Person;
let bob: Person;
let propertyId: number;
beforeAll(async () => {
  t = await testPlatform({ schedulesOf: [] });
  admin = await anAdmin(t.platform);
});
beforeEach(async () => {
  const offering = { name: 'Birch "Row", East', shares: 100, owner: admin, admin };
  ({ id: propertyId } = await anApprovedProperty(t.platform, offering));
  ada = await aUser(t.platform, { cash: 100_000 });
  bob = await aUser(t.platform, { cash: 100_000 });
});
afterEach(async () => {
  t.bank.answer({ status: 'completed' });
  await expectBooksBalance(t.platform);
});
afterAll(() => t.close());

const all = (person: Person, filter: Partial<TransactionFilter> = {}) =>
  allPages((cursor) => api(person).transactions.list({ ...filter, ...(cursor && { cursor }), limit: 2 }));
const rowsOf = async (person: Person, filter: Partial<TransactionFilter> = {}) =>
  (await all(person, filter)).map(({ type, status, amountCents }) => [type, status, amountCents]);
const invest = (person: Person, shares: number) =>
  api(person).investing.invest({ propertyId, shares, requestId: newKey() });
/** Ada withdraws, signed in again just before. */
const withdraw = (amountCents: number) =>
  api(contextOf(t.platform, { ...ada.actor, authenticatedAt: t.clock.now() })).wallet.withdraw({
    amountCents,
    requestId: newKey(),
  });
const deposit = (amountCents: number) => api(ada).wallet.deposit({ amountCents, requestId: newKey() });

/** Sets the bank's answer from now on, also for transfers that it has already. */
async function settleAll(state: BankAnswer) {
  t.bank.answer(state);
  t.clock.advance(MINUTE);
  await t.platform.jobs.drain();
  t.bank.answer({ status: 'pending' });
}

/** Ada buys four shares, lists two of them, and Bob buys one. */
async function tradeOneShare() {
  await invest(ada, 4);
  const pricePerShareCents = 12_000;
  const { id } = await api(ada).resale.openListing({
    propertyId,
    shares: 2,
    pricePerShareCents,
    requestId: newKey(),
  });
  await api(bob).resale.buyShares({
    listingId: id,
    shares: 1,
    expectedTotalCents: pricePerShareCents,
    requestId: newKey(),
  });
}

/** Lets a block of the ledger end after its next transfer. */
const endOfBlock = sql`
  select setval(pg_get_serial_sequence('ledger_transfers', 'id'),
    ((((max(id) + 2) >> ${LEDGER_BLOCK_BITS}::int) + 1) << ${LEDGER_BLOCK_BITS}::int) - 2) from ledger_transfers`;

describe('the history', () => {
  test('has a purchase with its fee, shares, price and the balance after it', async () => {
    const { createdAt } = await invest(ada, 3);
    const [purchase] = await all(ada);
    expect(purchase).toEqual({
      id: expect.any(String),
      type: 'purchase',
      status: 'completed',
      at: createdAt,
      description: 'Bought 3 shares of Birch "Row", East',
      property: { id: propertyId, name: 'Birch "Row", East' },
      shares: 3,
      pricePerShareCents: 10_000,
      amountCents: -30_750,
      transactionFeeCents: 750,
      balanceAfterCents: 69_250,
      statementId: null,
    });
  });

  test('a trade is a sale of the seller and a purchase of the buyer', async () => {
    await tradeOneShare();
    expect((await rowsOf(ada))[0]).toEqual(['sale', 'completed', 12_000]);
    expect((await rowsOf(bob))[0]).toEqual(['purchase', 'completed', -12_000]);
    expect((await all(bob))[0]).toMatchObject({ shares: 1, pricePerShareCents: 12_000 });
  });

  test('money reserved for a bid leaves available cash and comes back to it', async () => {
    const { id } = await api(ada).resale.placeBid({
      propertyId,
      shares: 2,
      pricePerShareCents: 9_000,
      requestId: newKey(),
    });
    expect((await all(ada))[0]).toMatchObject({
      type: 'bid_reserved',
      description: 'Reserved for a bid on Birch "Row", East',
      amountCents: -18_000,
      balanceAfterCents: 82_000,
    });
    await api(ada).resale.cancelBid({ bidId: id, requestId: newKey() });
    expect((await all(ada))[0]).toMatchObject({
      type: 'bid_released',
      property: { id: propertyId },
      amountCents: 18_000,
      balanceAfterCents: 100_000,
    });
  });

  test('a filled bid is a purchase at the price that was paid', async () => {
    await invest(ada, 2);
    const price = { shares: 2, pricePerShareCents: 11_000 };
    await api(bob).resale.placeBid({ propertyId, ...price, requestId: newKey() });
    await api(ada).resale.openListing({ propertyId, ...price, requestId: newKey() });
    expect((await all(bob)).slice(0, 3)).toMatchObject([
      { type: 'purchase', amountCents: -22_000, shares: 2, balanceAfterCents: 78_000 },
      { type: 'bid_released', amountCents: 22_000, property: { id: propertyId } },
      { type: 'bid_reserved', amountCents: -22_000, balanceAfterCents: 78_000 },
    ]);
  });

  test('bank transfers have their status: pending, completed, failed and returned', async () => {
    t.bank.answer({ status: 'pending' });
    await deposit(200_000);
    await withdraw(10_000);
    expect((await rowsOf(ada)).slice(0, 2)).toEqual([
      ['withdrawal', 'pending', -10_000],
      ['deposit', 'pending', 200_000],
    ]);
    await settleAll({ status: 'completed' });
    await withdraw(20_000);
    await deposit(300_000);
    await settleAll({ status: 'failed', reason: 'The bank declined the transfer.' });
    const history = await all(ada);
    expect(history.map(({ type, status, amountCents }) => [type, status, amountCents])).toEqual([
      ['withdrawal', 'completed', 20_000],
      ['deposit', 'failed', 300_000],
      ['withdrawal', 'failed', -20_000],
      ['deposit', 'completed', 200_000],
      ['withdrawal', 'completed', -10_000],
      ['deposit', 'completed', 100_000],
    ]);
    expect(history[0]?.description).toBe('Withdrawal returned to your wallet');
    expect(history[0]?.balanceAfterCents).toBe(await cashOf(t.platform.db, ada.id));
  });

  test('a withdrawal that an admin put on hold is pending', async () => {
    const { id } = await withdraw(10_000);
    await api(admin).wallet.holdWithdrawal({ transferId: id, reason: 'Under review.' });
    expect((await rowsOf(ada))[0]).toEqual(['withdrawal', 'pending', -10_000]);
    expect(await rowsOf(ada, { status: 'pending' })).toEqual([['withdrawal', 'pending', -10_000]]);
    expect(await api(ada).transactions.summary({ status: 'pending' })).toMatchObject({ count: 1 });
  });

  test('every balance is the one before it plus the amount, up to the present balance of the wallet', async () => {
    await tradeOneShare();
    await withdraw(5_000);
    const bid = { propertyId, shares: 2, pricePerShareCents: 9_000, requestId: newKey() };
    await api(ada).resale.placeBid(bid);
    const oldestFirst = (await all(ada)).reverse();
    let balance = 0;
    for (const { amountCents, balanceAfterCents } of oldestFirst) {
      balance += amountCents;
      expect(balanceAfterCents).toBe(balance);
    }
    expect(balance).toBe(await cashOf(t.platform.db, ada.id));
  });

  describe('read in parts', () => {
    /** Operations then lie in two blocks. */
    const endBlockSoon = () => t.platform.db.execute(endOfBlock);
    const steps = {
      deposit: () => deposit(1_000),
      invest: () => invest(ada, 1),
      async withdraw() {
        await withdraw(500);
        await t.platform.jobs.drain();
      },
      async bid() {
        const order = { propertyId, shares: 1, pricePerShareCents: 9_000, requestId: newKey() };
        const { id } = await api(ada).resale.placeBid(order);
        await api(ada).resale.cancelBid({ bidId: id, requestId: newKey() });
      },
      wait: async () => t.clock.advance(2 * HOUR),
      endBlockSoon,
    };
    type Step = keyof typeof steps;

    test('pending deposits, which are not in the ledger, stand below what is newer in an earlier part', async () => {
      t.bank.answer({ status: 'pending' });
      for (const amountCents of [200_000, 300_000]) await deposit(amountCents);
      await withdraw(1_000);
      await endBlockSoon();
      await steps.wait();
      for (let nth = 0; nth < 5; nth += 1) await invest(ada, 1);
      const pending = await allPages((cursor) =>
        api(ada).transactions.list({ status: 'pending', ...(cursor && { cursor }), limit: 1 }),
      );
      expect(pending.map(({ amountCents }) => amountCents)).toEqual([-1_000, 300_000, 200_000]);
    });

    test('has the rows and balances of a sum over the whole ledger, whatever the size of its pages', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.constantFrom(...(Object.keys(steps) as Step[])), { minLength: 8, maxLength: 16 }),
          fc.integer({ min: 1, max: 4 }),
          async (sequence, limit) => {
            ada = await aUser(t.platform, { cash: 1_000_000 });
            for (const step of sequence) await steps[step]();
            const whole = (await api(ada).transactions.list({ limit: 100 })).items;
            let balance = 0;
            for (const { amountCents, balanceAfterCents } of whole.toReversed()) {
              balance += amountCents;
              expect(balanceAfterCents).toBe(balance);
            }
            expect(balance).toBe(await cashOf(t.platform.db, ada.id));
            const paged = (filter: Partial<TransactionFilter>) =>
              allPages((cursor) =>
                api(ada).transactions.list({ ...filter, ...(cursor && { cursor }), limit }),
              );
            expect(await paged({})).toEqual(whole);
            const deposits = whole.filter(({ type }) => type === 'deposit');
            expect(await paged({ type: 'deposit' })).toEqual(deposits);
            const moved = await allPages((cursor) =>
              api(ada).wallet.movements({ ...(cursor && { cursor }), limit }),
            );
            expect(moved).toEqual((await api(ada).wallet.movements({ limit: 100 })).items);
            expect(moved[0]?.balanceAfterCents).toBe(balance);
          },
        ),
        { numRuns: 4, seed: 4 },
      );
    });
  });

  test('has the figures of each period that its rows add up to, however many parts of the ledger they are in', async () => {
    ada = await aUser(t.platform, { cash: 1_000_000 });
    let id = propertyId;
    for (const days of [300, 70, 20, 0]) {
      ({ id } = await anApprovedProperty(t.platform, { owner: admin, admin, minimumShares: 100 }));
      const buy = (shares: number) =>
        api(ada).investing.invest({ propertyId: id, shares, requestId: newKey() });
      for (let nth = 0; nth < 7; nth += 1) {
        const { id: investmentId } = await buy(1 + (nth % 3));
        await api(ada).investing.cancelPurchase({ investmentId, requestId: newKey() });
        await buy(1);
      }
      await t.platform.db.execute(endOfBlock);
      t.clock.advance(days * DAY);
    }
    for (const range of ['30d', '90d', '1y', 'all'] as const) {
      for (const filter of [{ range }, { range, type: 'purchase' }, { range, propertyId: id }] as const) {
        const found = await allPages((cursor) =>
          api(ada).transactions.list({ ...filter, ...(cursor && { cursor }), limit: 100 }),
        );
        const spent = found.filter(({ type }) => type === 'purchase' || type === 'cancellation');
        const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
        expect(await api(ada).transactions.summary(filter), JSON.stringify(filter)).toMatchObject({
          count: found.length,
          spentCents: sumOf(spent.map(({ amountCents }) => -amountCents)),
          feesCents: sumOf(
            spent.map(({ type, transactionFeeCents }) =>
              type === 'purchase' ? transactionFeeCents : -transactionFeeCents,
            ),
          ),
        });
      }
    }
  });

  test("names an owner's rent and share by the property they are of", async () => {
    const owner = await aUser(t.platform, { cash: 1_000_000 });
    const { id } = await anApprovedProperty(t.platform, { name: 'Elm House', owner, admin });
    t.clock.advance(100 * DAY);
    const { dueMonths } = await api(owner).distributions.reportSheet({ propertyId: id });
    const [month = ''] = dueMonths;
    const report = (rentCents: number) =>
      api(owner).distributions.reportMonth({
        propertyId: id,
        month,
        lines: { ...noLines, rentCents },
        requestId: newKey(),
      });
    await report(50_000);
    await report(30_000);
    for (const due of dueMonths.filter((one) => quarterOf(one) === quarterOf(month)).slice(1)) {
      const empty = { propertyId: id, month: due, lines: noLines, requestId: newKey() };
      await api(owner).distributions.reportMonth(empty);
    }
    await t.platform.jobs.drain();
    const statement = { id: `${id}-${quarterOf(month)}` };
    const { preparedAt } = await api(admin).distributions.statement(statement);
    const approval = { ...statement, expectedNetCents: 0, preparedAt, requestId: newKey() };
    await api(admin).distributions.approve(approval);
    const history = (await all(owner)).map(({ type, description, amountCents, property }) => [
      type,
      description,
      amountCents,
      property?.id,
    ]);
    expect(history.slice(0, 3)).toEqual([
      ['owner_share', "Owner's share of a distribution from Elm House", 30_000, id],
      ['rent', 'Rent returned for Elm House', 20_000, id],
      ['rent', 'Rent paid in for Elm House', -50_000, id],
    ]);
    expect(await rowsOf(owner, { type: 'rent' })).toHaveLength(2);
  });

  test('is nobody else’s', async () => {
    await invest(ada, 1);
    expect(await rowsOf(bob)).toEqual([['deposit', 'completed', 100_000]]);
    expect(await refusalOf(api(contextOf(t.platform)).transactions.list({}))).toBe('UNAUTHORIZED');
  });
});

describe('filters', () => {
  test.each([
    ['30d', 30],
    ['90d', 90],
    ['1y', 365],
  ] as const)('%s goes back %i days, to the day', async (range, days) => {
    const { createdAt } = await invest(ada, 1);
    const purchases = { range, type: 'purchase' } as const;
    t.clock.moveTo(new Date(Date.parse(createdAt) + days * DAY - 1));
    expect(await rowsOf(ada, purchases)).toHaveLength(1);
    t.clock.moveTo(new Date(Date.parse(createdAt) + days * DAY));
    expect(await rowsOf(ada, purchases)).toEqual([]);
    expect(await rowsOf(ada, { ...purchases, range: 'all' })).toHaveLength(1);
  });

  test('narrow by type, property and status, and together', async () => {
    await tradeOneShare();
    await withdraw(1_000);
    expect(await rowsOf(ada, { type: 'sale' })).toEqual([['sale', 'completed', 12_000]]);
    expect(await rowsOf(ada, { propertyId })).toHaveLength(2);
    expect(await rowsOf(ada, { status: 'pending' })).toEqual([['withdrawal', 'pending', -1_000]]);
    expect(await rowsOf(ada, { propertyId, type: 'deposit' })).toEqual([]);
  });

  test('a balance stays the true one whatever is filtered out', async () => {
    await invest(ada, 1);
    await invest(ada, 1);
    const whole = (await all(ada)).filter(({ type }) => type === 'purchase');
    expect(await all(ada, { type: 'purchase' })).toEqual(whole);
  });

  test('a made-up cursor is refused', async () => {
    expect(await refusalOf(api(ada).transactions.list({ cursor: "1~' or 1=1" }))).toBe('MALFORMED');
    const bid = { propertyId, shares: 1, pricePerShareCents: 9_000, requestId: newKey() };
    const { id: bidId } = await api(ada).resale.placeBid(bid);
    await api(ada).resale.cancelBid({ bidId, requestId: newKey() });
    const untrue = `${t.clock.now().getTime()}~${'9'.repeat(20)}~${'9'.repeat(18)}~0`;
    expect(await refusalOf(api(ada).transactions.list({ cursor: untrue }))).toBe('MALFORMED');
  });
});

test('the figures add up matching transactions, and name every property of the history', async () => {
  await tradeOneShare();
  expect(await api(ada).transactions.summary({})).toEqual({
    count: 3,
    spentCents: 41_000,
    receivedCents: 12_000,
    feesCents: 1_000,
    properties: [{ id: propertyId, name: 'Birch "Row", East' }],
  });
  expect(await api(ada).transactions.summary({ type: 'deposit' })).toEqual({
    count: 1,
    spentCents: 0,
    receivedCents: 0,
    feesCents: 0,
    properties: [{ id: propertyId, name: 'Birch "Row", East' }],
  });
});

test('the refund of a cancellation lowers the amount spent and the fees', async () => {
  const { id } = await anApprovedProperty(t.platform, { owner: admin, admin, minimumShares: 100 });
  const buy = (shares: number) => api(ada).investing.invest({ propertyId: id, shares, requestId: newKey() });
  await buy(2);
  const { id: investmentId } = await buy(3);
  await api(ada).investing.cancelPurchase({ investmentId, requestId: newKey() });
  expect(await api(ada).transactions.summary({})).toMatchObject({ spentCents: 20_500, feesCents: 500 });
  expect(await api(ada).transactions.summary({ type: 'cancellation' })).toMatchObject({
    spentCents: -30_750,
    feesCents: -750,
  });
});

describe('a file', () => {
  const textOf = (content: string) => Buffer.from(content, 'base64');

  test('CSV has every matching row with plain amounts, and nothing that a spreadsheet would run', async () => {
    await invest(ada, 3);
    const { name, mime, content } = await api(ada).transactions.export({ format: 'csv' });
    expect([name, mime]).toEqual([
      `commonhold-transactions-${t.clock.now().toISOString().slice(0, 10)}.csv`,
      'text/csv',
    ]);
    const [purchase, deposited] = parse(textOf(content), { columns: true, bom: true }) as object[];
    expect(purchase).toMatchObject({
      Type: 'Purchase',
      Description: 'Bought 3 shares of Birch "Row", East',
      Amount: '-307.50',
      'Processing fee': '7.50',
      Balance: '692.50',
    });
    expect(deposited).toMatchObject({ Type: 'Deposit', Shares: '', Amount: '1000.00', 'Processing fee': '' });
  });

  test('PDF is a document of as many pages as it takes', async () => {
    for (let bought = 0; bought < 3; bought += 1) await invest(ada, 1);
    const { mime, content } = await api(ada).transactions.export({ format: 'pdf', type: 'purchase' });
    const bytes = textOf(content);
    expect(mime).toBe('application/pdf');
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.toString('latin1')).toMatch(/\/Type \/Pages[^>]*\/Count 1\b/s);
  });

  test('is made at most sixty times an hour for a person, with those of reports', async () => {
    const limited = secondPlatform(t, { env: { RATE_LIMITS: 'on' } });
    const make = (person: Person) => api(on(limited, person)).transactions.export({ format: 'csv' });
    for (let made = 0; made < 59; made += 1) await make(ada);
    await api(on(limited, ada)).reports.file({ kind: 'performance', format: 'csv' });
    expect(await refusalOf(make(ada))).toBe('RATE_LIMITED');
    await make(bob);
  });
});
