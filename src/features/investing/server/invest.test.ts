import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { investments } from '#db/schema/investing.ts';
import { ledgerTransfers } from '#db/schema/ledger.ts';
import { auditLog, outboxEvents } from '#db/schema/platform.ts';
import { accounts, balanceOf } from '#features/ledger/server/index.ts';
import { newId } from '#kernel/ids.ts';
import { parseUsd } from '#kernel/money.ts';
import {
  anAdmin,
  anApprovedProperty,
  aPendingProperty,
  api,
  aUser,
  contextOf,
  newKey,
  type Person,
} from '#tests/support/actors.ts';
import {
  allPages,
  cashOf,
  expectBooksBalance,
  ledgerState,
  outcomes,
  refusalOf,
} from '#tests/support/checks.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { startTestServer } from '#tests/support/server.ts';
import { investmentOfReceipt } from './investing.queries.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let admin: Person;
let owner: Person;
let ada: Person;
beforeAll(async () => {
  t = await testPlatform();
  admin = await anAdmin(t.platform);
  owner = await aUser(t.platform);
});
beforeEach(async () => {
  ada = await aUser(t.platform, { cash: 102_500 });
});
afterAll(() => t.close());
afterAll(() => expectBooksBalance(t.platform));

const offer = (shares: number, price = 10_000) =>
  anApprovedProperty(t.platform, { shares, price, owner, admin });
const invest = (person: Person, propertyId: number, shares: number, requestId = newKey()) =>
  api(person).investing.invest({ propertyId, shares, requestId });

describe('a purchase', () => {
  test('moves exactly the amount, the fee and the shares, and leaves one audit row and one event', async () => {
    const { id: propertyId } = await offer(20);
    const receipt = await invest(ada, propertyId, 10);
    expect(receipt).toMatchObject({ amountCents: 100_000, feeCents: 2_500, totalCents: 102_500, shares: 10 });
    expect(await cashOf(t.platform.db, ada.id)).toBe(0);
    const { db } = t.platform;
    expect(await balanceOf(db, accounts.userShares(ada.id, propertyId))).toBe(10);
    expect(await balanceOf(db, accounts.propertyAvailable(propertyId))).toBe(10);
    expect(await balanceOf(db, accounts.propertyEscrow(propertyId))).toBe(102_500);
    const [row] = await db.select().from(investments).where(eq(investments.id, receipt.id));
    expect(row).toMatchObject({ userId: ada.id, totalAmountCents: 100_000, transactionFeeCents: 2_500 });
    const operationId = row?.operationId ?? newId();
    const moved = await db.select().from(ledgerTransfers).where(eq(ledgerTransfers.operationId, operationId));
    expect(moved.map(({ code, amount, creditAccount }) => [code, amount, creditAccount])).toEqual([
      ['investment', 100_000, `property:${propertyId}:escrow`],
      ['investment_shares', 10, `user:${ada.id}:shares:${propertyId}`],
      ['processing_fee', 2_500, `property:${propertyId}:escrow`],
    ]);
    const audits = await db.select().from(auditLog).where(eq(auditLog.operationId, operationId));
    expect(audits).toMatchObject([
      { action: 'investing.invest', actorId: ada.id, subject: `investment:${receipt.id}` },
    ]);
    const events = await db.select().from(outboxEvents).where(eq(outboxEvents.operationId, operationId));
    expect(events).toMatchObject([{ type: 'investing.invested', userId: ada.id, propertyId }]);
  });

  test('of everything that is left sells the property out', async () => {
    const { id } = await offer(10);
    await invest(ada, id, 10);
    const rich = await aUser(t.platform, { cash: 50_000 });
    expect(await refusalOf(invest(rich, id, 1))).toBe('NOT_ENOUGH_SHARES');
  });

  test('is never for fewer shares than the minimum order, unless it takes all that remain', async () => {
    const rich = await aUser(t.platform, { cash: 1_000_000 });
    const { id } = await offer(12);
    await api(admin).offerings.setOfferingTerms({
      id,
      minimumShares: 0,
      fundingDays: 30,
      minimumOrderShares: 5,
    });
    expect(await refusalOf(invest(rich, id, 4))).toBe('BELOW_MINIMUM_ORDER');
    await invest(rich, id, 5);
    await invest(rich, id, 5);
    expect(await refusalOf(invest(rich, id, 1))).toBe('BELOW_MINIMUM_ORDER');
    await invest(rich, id, 2);
    expect(await balanceOf(t.platform.db, accounts.userShares(rich.id, id))).toBe(12);
  });

  test('repeated with the same key is the same purchase, and with other input it is refused', async () => {
    const { id } = await offer(10);
    const key = newKey();
    const receipt = await invest(ada, id, 2, key);
    expect(await invest(ada, id, 2, key)).toEqual(receipt);
    expect(await refusalOf(invest(ada, id, 3, key))).toBe('KEY_REUSED');
    expect(await balanceOf(t.platform.db, accounts.userShares(ada.id, id))).toBe(2);
  });

  test.each([100, 333, 9_999])(
    'at %i cents a share is answered again to the cent, from its rows',
    async (price) => {
      const { id } = await offer(1_000, price);
      const key = newKey();
      const receipt = await invest(ada, id, 7, key);
      expect(await invest(ada, id, 7, key)).toEqual(receipt);
    },
  );

  test('clicked twice with one key at once happens once', async () => {
    const { id } = await offer(100);
    const key = newKey();
    const { done, refused } = await outcomes(Array.from({ length: 10 }, () => invest(ada, id, 4, key)));
    expect(refused).toEqual([]);
    expect(new Set(done.map((receipt) => receipt.id)).size).toBe(1);
    expect(await balanceOf(t.platform.db, accounts.userShares(ada.id, id))).toBe(4);
  });

  test('many at once sell no more than there is and spend no more than there is', async () => {
    const { id } = await offer(8);
    const { done, refused } = await outcomes(Array.from({ length: 12 }, () => invest(ada, id, 1)));
    expect(done).toHaveLength(8);
    expect(refused.every((code) => code === 'NOT_ENOUGH_SHARES')).toBe(true);
    expect(await cashOf(t.platform.db, ada.id)).toBe(102_500 - 8 * 10_250);
  });
});

describe('a refused purchase changes nothing', () => {
  const refused = async (call: () => Promise<unknown>, code: string) => {
    const before = await ledgerState(t.platform);
    expect(await refusalOf(call())).toBe(code);
    expect(await ledgerState(t.platform)).toEqual(before);
  };

  test('of a property that is pending, rejected, reset or missing', async () => {
    const { id: pending } = await aPendingProperty(t.platform, { owner });
    await refused(() => invest(ada, pending, 1), 'PROPERTY_NOT_FOUND');
    await api(admin).properties.setStatus({ id: pending, status: 'rejected', reason: 'No deed.' });
    await refused(() => invest(ada, pending, 1), 'PROPERTY_NOT_FOUND');
    const { id: reset } = await offer(10);
    await api(admin).properties.setStatus({ id: reset, status: 'pending' });
    await refused(() => invest(ada, reset, 1), 'PROPERTY_NOT_FOUND');
    await refused(() => invest(ada, 2_000_000_000, 1), 'PROPERTY_NOT_FOUND');
  });

  test('of a property off the market that the buyer holds shares of', async () => {
    const { id } = await offer(10);
    await invest(ada, id, 1);
    await api(admin).properties.setStatus({ id, status: 'pending' });
    await refused(() => invest(ada, id, 1), 'NOT_OPEN');
    await refused(() => invest(admin, id, 1), 'NOT_OPEN');
  });

  test('of more shares than are left, or for more money than is there', async () => {
    const { id } = await offer(20);
    await refused(() => invest(ada, id, 21), 'NOT_ENOUGH_SHARES');
    await refused(() => invest(ada, id, 11), 'INSUFFICIENT_FUNDS');
    const almost = await aUser(t.platform, { cash: 10_249 });
    await refused(() => invest(almost, id, 1), 'INSUFFICIENT_FUNDS');
  });

  test.each([0, -1, 1.5, 100_000_001, '1', null])('of %j shares', async (shares) => {
    const { id } = await offer(20);
    await refused(() => invest(ada, id, shares as never), 'MALFORMED');
  });

  test('of more shares than money can count, while others buy in the same batch', async () => {
    const { id: expensive } = await offer(1, 100_000_000);
    const { id: cheap } = await offer(10);
    const bob = await aUser(t.platform, { cash: 102_500 });
    const { done, refused } = await outcomes([
      invest(bob, cheap, 1),
      invest(ada, expensive, 100_000_000),
      invest(bob, cheap, 2),
    ]);
    expect(refused).toEqual(['NOT_ENOUGH_SHARES']);
    expect(done.map(({ shares }) => shares)).toEqual([1, 2]);
  });

  test('with unknown fields, such as a price or another buyer', async () => {
    const { id: propertyId } = await offer(20);
    for (const extra of [{ pricePerShareCents: 1 }, { userId: owner.id }, { feeCents: 0 }]) {
      const input = { propertyId, shares: 1, requestId: newKey(), ...extra } as never;
      await refused(() => api(ada).investing.invest(input), 'MALFORMED');
    }
  });

  test('of a visitor or with a read token', async () => {
    const { id: propertyId } = await offer(20);
    const input = { propertyId, shares: 1, requestId: newKey() };
    await refused(() => api(contextOf(t.platform)).investing.invest(input), 'UNAUTHORIZED');
    const reader = contextOf(t.platform, { ...ada.actor, scope: 'read' });
    await refused(() => api(reader).investing.invest(input), 'READ_ONLY_TOKEN');
  });
});

describe('the list of purchases', () => {
  test('has each own purchase once, the latest first, and none of other people', async () => {
    const { id } = await offer(100, 100);
    const bob = await aUser(t.platform, { cash: 10_000 });
    await invest(bob, id, 1);
    for (let shares = 1; shares <= 7; shares += 1) await invest(ada, id, shares);
    const seen = await allPages((cursor) =>
      api(ada).investing.investments({ limit: 2, ...(cursor ? { cursor } : {}) }),
    );
    expect(seen.map(({ shares }) => shares)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(seen[0]).toMatchObject({ userId: ada.id, totalAmount: '7.00', property: { id } });
  });

  test('purchases of one moment are paged without gaps', async () => {
    const { id } = await offer(100, 100);
    for (let shares = 1; shares <= 5; shares += 1) await invest(ada, id, shares);
    await t.platform.db
      .update(investments)
      .set({ createdAt: new Date() })
      .where(eq(investments.userId, ada.id));
    const seen = await allPages((cursor) =>
      api(ada).investing.investments({ limit: 2, ...(cursor ? { cursor } : {}) }),
    );
    expect(seen).toHaveLength(5);
  });

  test.each(['x', '1~', `1~${'-'.repeat(36)}`, `999999999999999~${newId()}`])(
    'refuses the cursor %j',
    async (cursor) => {
      expect(await refusalOf(api(ada).investing.investments({ cursor }))).toBe('MALFORMED');
    },
  );
});

test('REST and tRPC answer alike about the same purchases', async () => {
  const server = await startTestServer(t.platform);
  try {
    const client = server.client();
    await client.signIn(ada.email);
    const { id: propertyId } = await offer(20, 1_999);
    const key = newKey();
    const byRest = await client.post(
      '/api/investments',
      { propertyId, shares: 3 },
      { 'idempotency-key': key },
    );
    expect(byRest.status).toBe(201);
    const byTrpc = await invest(ada, propertyId, 3, key);
    expect(byRest.json).toEqual(investmentOfReceipt(byTrpc, ada.id));
    expect(parseUsd(byRest.json.totalAmount)).toBe(byTrpc.amountCents);
    const listed = await client.get('/api/investments/user');
    expect(listed.json).toEqual((await api(ada).investing.investments({})).items);
  } finally {
    await server.close();
  }
});
