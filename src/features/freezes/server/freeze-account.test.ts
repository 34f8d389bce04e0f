import { and, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { outboxEvents } from '#db/schema/platform.ts';
import { freeze as freezeInDatabase } from '#platform/server/security/frozen-accounts.ts';
import { anAdmin, anApprovedProperty, api, aUser, newKey, on, type Person } from '#tests/support/actors.ts';
import { fillApplication, verifyIdentity } from '#tests/support/applicants.ts';
import { cashOf, expectBooksBalance, refusalOf } from '#tests/support/checks.ts';
import { newMailTo, tokenIn } from '#tests/support/mails.ts';
import { testPlatform } from '#tests/support/platform.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let admin: Person;
let ada: Person;
let property: number;
beforeAll(async () => {
  t = await testPlatform();
  admin = await anAdmin(t.platform);
  property = (await anApprovedProperty(t.platform, { admin, shares: 1_000, price: 100 })).id;
});
beforeEach(async () => {
  ada = await aUser(t.platform, { cash: 50_000 });
});
afterAll(() => t.close());
afterAll(() => expectBooksBalance(t.platform));

const reason = 'Your bank reported a payment as stolen.';
const freeze = (person: Person) => api(admin).freezes.freezeAccount({ userId: person.id, reason });
const unfreeze = (person: Person) => api(admin).freezes.unfreezeAccount({ userId: person.id, reason });
const buy = (person: Person, shares = 1, requestId = newKey()) =>
  api(person).investing.invest({ propertyId: property, shares, requestId });
const order = (pricePerShareCents: number) => ({
  propertyId: property,
  shares: 1,
  pricePerShareCents,
  requestId: newKey(),
});

test('refuses everything that moves money, shares or rights, with the reason, until the account is unfrozen', async () => {
  await buy(ada, 5);
  await freeze(ada);
  await expect(buy(ada)).rejects.toThrow(reason);
  const refused = [
    () => buy(ada),
    () => api(ada).resale.placeBid(order(60)),
    () => api(ada).resale.openListing(order(150)),
    () => api(ada).wallet.withdraw({ amountCents: 1_000, requestId: newKey() }),
    () => api(ada).wallet.deposit({ amountCents: 1_000, requestId: newKey() }),
    () => api(ada).identity.createToken({ name: 'x', scope: 'read', expiresInDays: 1 }),
    () => api(ada).identity.requestEmailChange({ email: 'another@example.test' }),
    () => api(ada).identity.startSecondFactor(),
  ];
  for (const act of refused) expect(await refusalOf(act())).toBe('ACCOUNT_FROZEN');
  await unfreeze(ada);
  expect((await buy(ada)).shares).toBe(1);
});

test('ends the freeze of an account whatever an admin wrote as its reason, also what a closed account shows', async () => {
  await api(admin).freezes.freezeAccount({ userId: ada.id, reason: 'The account is closed.' });
  expect(await refusalOf(buy(ada))).toBe('ACCOUNT_FROZEN');
  await unfreeze(ada);
  expect((await buy(ada)).shares).toBe(1);
});

test('replays the answer of a purchase from before the freeze', async () => {
  const key = newKey();
  const receipt = await buy(ada, 2, key);
  await freeze(ada);
  expect(await buy(ada, 2, key)).toEqual(receipt);
});

test('lets the person see everything of their own, including the reason, read notifications and end sessions', async () => {
  await freeze(ada);
  expect((await api(ada).identity.me())?.frozen).toMatchObject({ reason });
  const notifications = await api(ada).notifications.list({});
  expect(notifications.items[0]).toMatchObject({ title: 'Your account is frozen', priority: 'high' });
  expect(notifications.items[0]?.message).toContain(reason);
  await api(ada).notifications.markAllRead();
  expect((await api(ada).wallet.overview()).availableCents).toBe(50_000);
  await unfreeze(ada);
  expect((await api(ada).identity.me())?.frozen).toBeNull();
});

test('closes the open orders, and what they reserved is in the wallet again', async () => {
  await api(ada).resale.placeBid(order(60));
  expect(await cashOf(t.platform.db, ada.id)).toBeLessThan(50_000);
  await freeze(ada);
  expect((await api(ada).resale.ownBids({ state: 'open' })).items).toEqual([]);
  expect(await cashOf(t.platform.db, ada.id)).toBe(50_000);
});

test('holds withdrawals that were not sent, until an admin decides on each', async () => {
  const withdraw = () => api(ada).wallet.withdraw({ amountCents: 10_000, requestId: newKey() });
  const [first, second] = [await withdraw(), await withdraw()];
  await freeze(ada);
  await t.platform.jobs.drain();
  const { items } = await api(ada).wallet.transfers({ limit: 2 });
  expect(items.map(({ status, holdReason }) => [status, holdReason])).toEqual([
    ['held', reason],
    ['held', reason],
  ]);
  const decide = api(admin).wallet;
  expect(await refusalOf(decide.releaseWithdrawal({ transferId: first.id }))).toBe('OWNER_FROZEN');
  await decide.rejectWithdrawal({ transferId: second.id, reason, requestId: newKey() });
  expect(await cashOf(t.platform.db, ada.id)).toBe(40_000);
  await unfreeze(ada);
  await t.platform.jobs.drain();
  expect(t.bank.orders.filter(({ id }) => id === first.id)).toEqual([]);
  await decide.releaseWithdrawal({ transferId: first.id });
  await t.platform.jobs.drain();
  expect(t.bank.orders.filter(({ id }) => id === first.id)).toHaveLength(1);
  expect((await api(ada).wallet.overview()).pendingWithdrawalsCents).toBe(0);
});

test('a withdrawal of a frozen account is not claimed for the bank, even where it is not held', async () => {
  const { id } = await api(ada).wallet.withdraw({ amountCents: 10_000, requestId: newKey() });
  const frozen = { userId: ada.id, reason, frozenBy: admin.id, frozenAt: t.clock.now() };
  await t.platform.db.transaction((tx) => freezeInDatabase(tx, frozen));
  await t.platform.jobs.drain();
  expect(t.bank.orders.filter((order) => order.id === id)).toEqual([]);
});

test('an email change that was requested before the freeze is not carried out', async () => {
  const email = `${newKey()}@example.test`;
  await api(ada).identity.requestEmailChange({ email });
  const token = tokenIn(await newMailTo(t, email));
  await freeze(ada);
  expect(await refusalOf(api(ada).identity.confirmEmail({ token }))).toBe('ACCOUNT_FROZEN');
});

test('of two admins who freeze or unfreeze at once, the second is refused with the name of the first, and every admin sees the change', async () => {
  const [first, second] = [await anAdmin(t.platform), await anAdmin(t.platform)];
  const input = { userId: ada.id, reason };
  for (const act of ['freezeAccount', 'unfreezeAccount'] as const) {
    const both = await Promise.allSettled([first, second].map((by) => api(by).freezes[act](input)));
    const refusals = both.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    expect(refusals).toEqual([expect.stringMatching(/Ada Quill has already (frozen|unfrozen) this account/)]);
  }
  const events = await t.platform.db
    .select()
    .from(outboxEvents)
    .where(and(like(outboxEvents.type, 'freezes.%'), eq(outboxEvents.userId, ada.id)));
  expect(events.map(({ type, audience }) => [type, audience])).toEqual([
    ['freezes.accountFrozen', 'admins'],
    ['freezes.accountUnfrozen', 'admins'],
  ]);
});

test('who types the tax number of an admin is frozen and signed out by them all the same; their verified other account is not', async () => {
  const [number, other] = ['219-45-1717', await aUser(t.platform)];
  const verified = await anAdmin(t.platform);
  await verifyIdentity(verified, number);
  await fillApplication(ada, number);
  await verifyIdentity(other, number);
  const endSessions = ({ id: userId }: Person) => api(verified).identity.endSessionsOf({ userId, reason });
  const freezeBy = ({ id: userId }: Person) => api(verified).freezes.freezeAccount({ userId, reason });
  expect([await refusalOf(endSessions(other)), await refusalOf(freezeBy(other))]).toEqual([
    'OWN_ACCESS',
    'OWN_ACCOUNT',
  ]);
  expect((await endSessions(ada)).endedSessions).toBeGreaterThan(0);
  expect(await freezeBy(ada)).toEqual({ frozen: true });
});

test('admins cannot freeze or unfreeze themselves, and a frozen admin cannot act', async () => {
  const other = await anAdmin(t.platform);
  expect(await refusalOf(freeze(admin))).toBe('OWN_ACCOUNT');
  await freeze(other);
  const asOther = api(on(t.platform, other));
  expect(await refusalOf(asOther.freezes.unfreezeAccount({ userId: other.id, reason }))).toBe(
    'ACCOUNT_FROZEN',
  );
  expect(await refusalOf(asOther.freezes.freezeAccount({ userId: ada.id, reason }))).toBe('ACCOUNT_FROZEN');
  expect(await refusalOf(freeze(other))).toBe('ALREADY_FROZEN');
  await unfreeze(other);
  expect(await refusalOf(unfreeze(other))).toBe('NOT_FROZEN');
});
