import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordWashSales } from '#features/lots/server/record-wash-sales.ts';
import { rows } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { anAdmin, anApprovedProperty, api, aUser, newKey, type Person, systemOf } from '../support/actors.ts';
import { expectBooksBalance, waitingForLocks } from '../support/checks.ts';
import { eventually } from '../support/eventually.ts';
import { type PostgresPlatform, postgresPlatform } from '../support/platform.ts';

const PRICE_CENTS = 10_000;
const LOW_PRICE_CENTS = 9_000;

let t: PostgresPlatform;
let other: Platform;
beforeAll(async () => {
  t = await postgresPlatform();
  other = await t.another();
});
afterAll(() => t.close());

async function sell(propertyId: number, from: Person, to: Person, shares: number): Promise<void> {
  const order = { propertyId, shares, pricePerShareCents: LOW_PRICE_CENTS };
  const { id: listingId } = await api(from).resale.openListing({ ...order, requestId: newKey() });
  const expectedTotalCents = shares * LOW_PRICE_CENTS;
  await api(to).resale.buyShares({ listingId, shares, expectedTotalCents, requestId: newKey() });
}

test('of two servers that look for the wash sales of a holding at once, one records them', async () => {
  const [admin, owner] = [await anAdmin(t.platform), await aUser(t.platform)];
  const offer = { shares: 10, price: PRICE_CENTS, owner, admin };
  const { id: propertyId } = await anApprovedProperty(t.platform, offer);
  const person = () => aUser(t.platform, { cash: 1_000_000 });
  const [ada, ben, cyd] = [await person(), await person(), await person()];
  await api(ada).investing.invest({ propertyId, shares: 6, requestId: newKey() });
  await api(ben).investing.invest({ propertyId, shares: 4, requestId: newKey() });
  await sell(propertyId, ada, cyd, 3);
  await sell(propertyId, ben, ada, 2);

  const holding = { userId: ada.id, propertyId };
  const both = await other.db.transaction(async (tx) => {
    // Nothing is written before both have begun.
    await tx.execute(sql`lock table wash_sale_adjustments in share mode`);
    const runs = [t.platform, other].map((platform) => recordWashSales(systemOf(platform), holding));
    const results = Promise.allSettled(runs);
    await eventually(async () => (await waitingForLocks(t.platform)) === 2);
    return { results };
  });
  const results = await both.results;
  expect(results.map((one) => (one.status === 'fulfilled' ? one.value.recorded : one.reason)).sort()).toEqual(
    [0, 1],
  );
  const recorded = await rows(t.platform.db, sql`select shares from wash_sale_adjustments`);
  expect(recorded).toEqual([{ shares: 2 }]);
  await expectBooksBalance(t.platform);
});
