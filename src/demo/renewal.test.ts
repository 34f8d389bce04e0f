import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { resaleOrders } from '#db/schema/resale.ts';
import { present } from '#kernel/assert.ts';
import { type Clock, DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { anApprovedProperty, api, aUser, newKey, type Person, systemOf } from '#tests/support/actors.ts';
import { cashOf } from '#tests/support/checks.ts';
import { secondPlatform, testPlatform } from '#tests/support/platform.ts';
import { testClock } from '#tests/support/ports.ts';
import { sampleProperties } from '../sample-world/cast.ts';
import { finish } from '../sample-world/marks.ts';
import { renewWorld } from './renewal.ts';
import { recurringVotes } from './timeline.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
beforeAll(async () => {
  t = await testPlatform();
});
afterAll(() => t.close());

/** Of all schedules those that the tests are about, because all of them take long. */
const schedules = ['offerings.closeOfferings', 'resale.closeExpiredOrders'];

/** Opens the demo, and returns whether it was renewed. */
async function openAt(now: Date): Promise<boolean> {
  const platformAt = (clock: Clock) => {
    const platform = secondPlatform({ ...t, clock: { ...testClock(), now: () => clock.now() } }, {});
    const { drain } = platform.jobs;
    platform.jobs.drain = (which = { schedules }) => drain(which);
    return platform;
  };
  const parts: number[] = [];
  await renewWorld({ platformAt, now, onPart: (part) => parts.push(part) });
  if (parts.length > 0) expect(parts.at(-1)).toBe(1);
  return parts.length > 0;
}

const days = (from: Date, count: number) => new Date(from.getTime() + count * DAY);
const nextMidnight = (at: Date) => new Date(Math.ceil(at.getTime() / DAY) * DAY);

test('jobs that were due while the demo was closed have run when it is opened, once a day', async () => {
  const { id: propertyId } = await anApprovedProperty(t.platform, { minimumShares: 10 });
  const investor = await aUser(t.platform, { cash: 500_000 });
  await api(investor).investing.invest({ propertyId, shares: 1, requestId: newKey() });
  const { offering } = await api(investor).properties.detail({ id: propertyId });
  const deadline = new Date(present(offering.deadline, 'the deadline'));
  // Within the hour before it is opened, so that no vote has begun since.
  const midnight = nextMidnight(days(deadline, 1));
  t.clock.moveTo(new Date(midnight.getTime() - 10 * MINUTE));
  await finish(systemOf(t.platform), {});
  expect(await cashOf(t.platform.db, investor.id)).toBeLessThan(500_000);
  const now = new Date(midnight.getTime() + 10 * MINUTE);
  expect(await openAt(now)).toBe(true);
  expect(await cashOf(t.platform.db, investor.id)).toBe(500_000);
  expect(await openAt(now)).toBe(false);
});

test('what the visitor does on another day, with the demo still open, is no renewal of that day', async () => {
  t.clock.advance(3 * DAY);
  await aUser(t.platform);
  const later = new Date(t.clock.now().getTime() + MINUTE);
  expect(await openAt(later)).toBe(true);
  expect(await openAt(later)).toBe(false);
});

/** A person who lists three shares for a week. */
async function aSeller(propertyId: number): Promise<Person> {
  const seller = await aUser(t.platform, { cash: 500_000 });
  await api(seller).investing.invest({ propertyId, shares: 5, requestId: newKey() });
  await list(seller, propertyId);
  return seller;
}

const list = (seller: Person, propertyId: number) =>
  api(seller).resale.openListing({
    ...{ propertyId, shares: 3, pricePerShareCents: 10_000, expiresInDays: 7, requestId: newKey() },
  });

/** What became of a person's listings, the oldest first. */
async function listingsOf({ id }: Person) {
  const listings = await t.platform.db
    .select()
    .from(resaleOrders)
    .where(eq(resaleOrders.userId, id))
    .orderBy(resaleOrders.seq);
  return { open: listings.find(({ status }) => status === 'open'), all: listings.map((one) => one.status) };
}

test('a listing that expired comes back, and one that was canceled or sold after that does not', async () => {
  const { id } = await anApprovedProperty(t.platform);
  const sellers = [await aSeller(id), await aSeller(id), await aSeller(id)] as const;
  const [expiring, canceling, selling] = sellers;
  const first = days(nextMidnight(t.clock.now()), 10);
  await openAt(first);
  t.clock.moveTo(new Date(first.getTime() + HOUR));
  for (const seller of sellers) expect((await listingsOf(seller)).all).toEqual(['expired', 'open']);
  const { open: canceled } = await listingsOf(canceling);
  await api(canceling).resale.cancelListing({ listingId: canceled?.id ?? '', requestId: newKey() });
  const { open: sold } = await listingsOf(selling);
  const buyer = await aUser(t.platform, { cash: 500_000 });
  const order = { listingId: sold?.id ?? '', shares: 3, expectedTotalCents: 30_000, requestId: newKey() };
  await api(buyer).resale.buyShares(order);
  await openAt(days(first, 1));
  t.clock.moveTo(days(first, 2));
  expect((await listingsOf(canceling)).all).toEqual(['expired', 'cancelled']);
  expect((await listingsOf(selling)).all).toEqual(['expired', 'filled']);
  await openAt(days(first, 100));
  t.clock.moveTo(days(first, 101));
  expect((await listingsOf(expiring)).all).toEqual(['expired', 'expired', 'open']);
});

/** A day on which two votes run, the first of a property of the sample owner; too late in its month for a report. */
function dayOfVotes(from: Date): Date {
  for (let day = nextMidnight(from); ; day = days(day, 1)) {
    const [first, second] = recurringVotes(day).filter((step) => step.do === 'propose');
    if (day.getUTCDate() > 15 && first && second && first.property % 2 < second.property % 2) return day;
  }
}

test('a step that is refused or fails ends no other, and a vote without its proposal is left out', async () => {
  const now = dayOfVotes(days(t.clock.now(), 20));
  t.clock.moveTo(days(now, -15));
  const listed = recurringVotes(now).flatMap((step) => (step.do === 'propose' ? [step.property] : []));
  for (const property of listed) {
    // The first one has another owner here, whose sample account is refused; the second has no such account at all.
    await anApprovedProperty(t.platform, { name: sampleProperties[property]?.submission.name ?? '' });
  }
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(await openAt(now)).toBe(true);
  expect(log.mock.calls.map(([error]) => String(error))).toEqual([
    expect.stringContaining('member of the cast'),
  ]);
  log.mockRestore();
  expect(await openAt(now)).toBe(false);
});
