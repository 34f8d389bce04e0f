import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { monthsOf, noLines, quarterOf } from '#features/distributions/distributions.rules.ts';
import type { LiveEvent } from '#kernel/events.ts';
import { monthStart } from '#kernel/months.ts';
import { DAY, after as later, systemClock } from '#kernel/time.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { anAdmin, anApprovedProperty, api, aUser, newKey, on, type Person } from '../support/actors.ts';
import { expectBooksBalance } from '../support/checks.ts';
import { eventually } from '../support/eventually.ts';
import { follow } from '../support/live-stream.ts';
import { type PostgresPlatform, postgresPlatform } from '../support/platform.ts';
import { shiftedClock } from '../support/ports.ts';

const clock = shiftedClock();
const { moveTo } = clock;
const PRICE = 10_000;

let t: PostgresPlatform;
let second: Platform;
let admin: Person;
let owner: Person;
let stranger: Person;
let seller: Person;
let buyer: Person;
beforeAll(async () => {
  t = await postgresPlatform({ clock });
  second = await t.another({ clock });
  admin = await anAdmin(t.platform);
  [owner, stranger, seller, buyer] = await Promise.all([
    aUser(t.platform, { cash: 1_000_000 }),
    aUser(t.platform),
    aUser(t.platform, { cash: 1_000_000 }),
    aUser(t.platform, { cash: 1_000_000 }),
  ]);
});
afterEach(() => expectBooksBalance(t.platform));
afterAll(() => t.close());

const offer = (minimumShares = 0) =>
  anApprovedProperty(t.platform, { shares: 1_000, price: PRICE, owner, admin, minimumShares });
const invest = (person: Person, propertyId: number, shares = 10) =>
  api(person).investing.invest({ propertyId, shares, requestId: newKey() });

type Stream = Awaited<ReturnType<typeof follow>>;
const hears = ({ heard }: Stream, wanted: Omit<LiveEvent, 'operation'>) =>
  eventually(
    () =>
      heard.some(
        ({ type, propertyId, mine }) =>
          type === wanted.type && propertyId === wanted.propertyId && mine === wanted.mine,
      ),
    { what: JSON.stringify(wanted) },
  );

/** Everything is done on the first server, and heard on the second. */
async function onTheOther(people: readonly Person[], work: (streams: Stream[]) => Promise<void>) {
  const streams = await Promise.all(people.map((person) => follow(second, person)));
  await work(streams).finally(() => Promise.all(streams.map((stream) => stream.stop())));
}

/** Everyone who looks at the property receives the event, without private parts, and no event about anyone's money. */
async function strangerHears(type: string, propertyId: number, act: (stream: Stream) => Promise<unknown>) {
  await onTheOther([stranger], async ([stream]) => {
    const { heard } = stream as Stream;
    await act(stream as Stream);
    await hears(stream as Stream, { type, propertyId, mine: false });
    expect(heard.filter((event) => event.mine || event.propertyId === null)).toEqual([]);
  });
}

test('a funding bar moves on the other server: a purchase, its cancellation, and the closing of the offering', async () => {
  const { id } = await offer(20);
  const { id: investmentId } = await invest(buyer, id);
  await strangerHears('investing.invested', id, () => invest(seller, id));
  await strangerHears('investing.purchaseCancelled', id, () =>
    api(buyer).investing.cancelPurchase({ investmentId, requestId: newKey() }),
  );
  await invest(seller, id);
  await strangerHears('offerings.funded', id, async () => {
    moveTo(later(systemClock.now(), 3 * DAY));
    await t.platform.jobs.drain();
  });
});

test('the order book and the trades of one server show on the other', async () => {
  const { id: propertyId } = await offer();
  await invest(seller, propertyId, 50);
  const order = (shares: number, pricePerShareCents: number) => ({
    propertyId,
    shares,
    pricePerShareCents,
    requestId: newKey(),
  });
  let listingId = '';
  let bidId = '';
  const resale = () => api(seller).resale;
  const steps: [type: string, act: () => Promise<unknown>][] = [
    ['listingOpened', async () => ({ id: listingId } = await resale().openListing(order(8, 12_000)))],
    ['bidPlaced', async () => ({ id: bidId } = await api(buyer).resale.placeBid(order(3, 9_000)))],
    [
      'listingRepriced',
      () => resale().repriceListing({ listingId, pricePerShareCents: 11_000, requestId: newKey() }),
    ],
    [
      'sharesTraded',
      () =>
        api(buyer).resale.buyShares({
          listingId,
          shares: 2,
          expectedTotalCents: 22_000,
          requestId: newKey(),
        }),
    ],
    ['orderClosed', () => api(buyer).resale.cancelBid({ bidId, requestId: newKey() })],
    ['tradingHalted', () => api(admin).resale.haltTrading({ propertyId, reason: 'An appraisal.' })],
    ['tradingResumed', () => api(admin).resale.resumeTrading({ propertyId })],
  ];
  for (const [type, act] of steps) await strangerHears(`resale.${type}`, propertyId, act);
});

test('a balance that changes on one server reaches its owner on the other, and nobody else', async () => {
  const { id: propertyId } = await offer();
  await invest(seller, propertyId, 5);
  const order = { propertyId, shares: 1, pricePerShareCents: PRICE, requestId: newKey() };
  await onTheOther([seller, buyer, stranger], async ([ofSeller, ofBuyer, ofStranger]) => {
    await api(seller).resale.openListing(order);
    await api(buyer).resale.placeBid({ ...order, requestId: newKey() });
    const traded = { type: 'resale.sharesTraded' };
    await hears(ofSeller as Stream, { ...traded, propertyId, mine: true });
    await eventually(() => ofBuyer?.heard.some(({ type, mine }) => type === traded.type && mine), {
      what: 'the buyer hears it too',
    });
    await api(buyer).wallet.deposit({ amountCents: 1_000, requestId: newKey() });
    await hears(ofBuyer as Stream, { type: 'wallet.transferRequested', propertyId: null, mine: true });
    expect(ofSeller?.heard.filter(({ type }) => type.startsWith('wallet.'))).toEqual([]);
    expect(ofStranger?.heard.filter(({ mine, propertyId: about }) => mine || about === null)).toEqual([]);
  });
});

test('votes show on the other server: the proposal, a ballot, and the closing', async () => {
  const { id: propertyId } = await offer();
  await invest(seller, propertyId);
  let proposalId = '';
  await strangerHears('governance.proposed', propertyId, async () => {
    const proposal = { propertyId, title: 'A roof', description: 'Slate.', votingDays: 3 };
    ({ id: proposalId } = await api(owner).governance.propose({ ...proposal, requestId: newKey() }));
  });
  await strangerHears('governance.voted', propertyId, () =>
    api(seller).governance.vote({ proposalId, choice: 'yes' }),
  );
  await strangerHears('governance.closed', propertyId, async () => {
    moveTo(later(clock.now(), 4 * DAY));
    await t.platform.jobs.drain();
  });
});

test('a distribution shows on the other server: its statement, and the payment to whom it was paid', async () => {
  const quarter = quarterOf(clock.now().toISOString().slice(0, 7));
  const end = monthStart(monthsOf(quarter)[2] ?? '', 1);
  moveTo(later(end, -DAY));
  const { id: propertyId } = await offer();
  await invest(seller, propertyId);
  moveTo(later(end, DAY));
  await onTheOther([stranger, seller, admin], async ([ofStranger, ofSeller, ofAdmin]) => {
    await api(owner).distributions.reportMonth({
      propertyId,
      month: monthsOf(quarter)[2] ?? '',
      lines: { ...noLines, rentCents: 100_000 },
      requestId: newKey(),
    });
    await t.platform.jobs.drain();
    await hears(ofAdmin as Stream, {
      type: 'distributions.statementPrepared',
      propertyId: null,
      mine: false,
    });
    const id = `${propertyId}-${quarter}`;
    const { netCents: expectedNetCents, preparedAt } = await api(admin).distributions.statement({ id });
    const approval = { id, expectedNetCents, preparedAt, requestId: newKey() };
    await api(on(second, admin)).distributions.approve(approval);
    await hears(ofStranger as Stream, { type: 'distributions.approved', propertyId, mine: false });
    moveTo(later(end, 15 * DAY));
    await t.platform.jobs.drain();
    await hears(ofStranger as Stream, { type: 'distributions.paid', propertyId, mine: false });
    await hears(ofSeller as Stream, { type: 'distributions.received', propertyId: null, mine: true });
    const hidden = ['distributions.received', 'distributions.statementPrepared'];
    expect(ofStranger?.heard.filter(({ type }) => hidden.includes(type))).toEqual([]);
  });
});

test('commits published in quick succession reach listeners as two notifications, one of them about waiting work', async () => {
  const own = await postgresPlatform();
  try {
    const heard: boolean[] = [];
    await own.database.onCommit(({ hasWork }) => heard.push(hasWork));
    await eventually(() => heard.length > 0, { what: 'the channel is listened to' });
    heard.length = 0;
    for (const hasWork of [false, false, true, false]) own.database.publishCommit({ hasWork });
    await eventually(() => heard.length >= 2, { what: 'both notifications arrive' });
    // They arrive over different connections, in any order.
    expect(heard.toSorted()).toEqual([false, true]);
  } finally {
    await own.close();
  }
});
