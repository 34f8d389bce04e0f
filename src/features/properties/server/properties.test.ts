import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLog } from '#db/schema/platform.ts';
import { properties } from '#db/schema/properties.ts';
import { DEFAULT_PREFERENCES } from '#features/notifications/notifications.rules.ts';
import { DAY } from '#kernel/time.ts';
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
import { fillApplication, verifyIdentity } from '#tests/support/applicants.ts';
import { allPages, expectBooksBalance, ledgerState, refusalOf } from '#tests/support/checks.ts';
import { testPlatform } from '#tests/support/platform.ts';
import type { Shareholder } from '../market.contract.ts';
import {
  MAX_PENDING_PROPERTIES,
  type PropertyListInput,
  type PropertyStatus,
} from '../properties.contract.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let admin: Person;
let owner: Person;
let other: Person;
beforeAll(async () => {
  t = await testPlatform();
  admin = await anAdmin(t.platform);
  owner = await aUser(t.platform);
  other = await aUser(t.platform);
});
afterAll(() => t.close());
afterAll(() => expectBooksBalance(t.platform));

const visitor = () => api(contextOf(t.platform));
const pending = (offering = {}) => aPendingProperty(t.platform, { owner, ...offering });
const approved = (offering = {}) => anApprovedProperty(t.platform, { owner, admin, ...offering });
const setStatus = (
  id: number,
  status: PropertyStatus,
  reason = status === 'rejected' ? 'No deed.' : undefined,
) => api(admin).properties.setStatus({ id, status, reason });
const detail = (person: Person | null, id: number) =>
  (person ? api(person) : visitor()).properties.detail({ id });

test('a card and a page have the minimum of the offering', async () => {
  const { id, name } = await approved({ name: 'Quince Court', minimumShares: 10 });
  expect((await visitor().properties.list({ q: name })).items).toMatchObject([{ id, minimumShares: 10 }]);
  expect(await detail(null, id)).toMatchObject({ minimumShares: 10, offering: { minimumShares: 10 } });
});

describe('who sees a property', () => {
  test('approved: everyone', async () => {
    const { id } = await approved();
    for (const person of [null, other, owner, admin]) expect((await detail(person, id)).id).toBe(id);
  });

  test.each(['pending', 'rejected'] as const)(
    '%s: its owner and admins; to others it answers like a missing one',
    async (status) => {
      const { id } = await pending();
      if (status === 'rejected') await setStatus(id, 'rejected', 'Deed missing');
      for (const person of [owner, admin]) expect((await detail(person, id)).status).toBe(status);
      const missing = await detail(null, 2_000_000_000).catch((error) => error);
      for (const person of [null, other]) {
        const answer = await detail(person, id).catch((error) => error);
        expect(answer.message).toBe(missing.message);
        expect(answer.code).toBe(missing.code);
        expect(await refusalOf(detail(person, id))).toBe('PROPERTY_NOT_FOUND');
      }
    },
  );

  test('the street address of an unlisted property: its owner and admins only', async () => {
    const place = {
      streetAddress: '77 Hidden Hollow Road',
      zipCode: '78704',
      latitude: 30.25,
      longitude: -97.76,
    };
    const { id } = await pending(place);
    for (const person of [owner, admin]) expect(await detail(person, id)).toMatchObject(place);
    expect((await api(admin).properties.adminList({ q: 'hidden hollow' })).items).toMatchObject([place]);
    const seen = async () => [
      (await visitor().properties.list({ q: 'hidden hollow' })).items.length,
      (await api(other).search.suggestions({ q: 'hidden hollow' })).length,
      (await visitor().properties.places({ q: 'hidden hollow' })).places.length,
    ];
    expect(await refusalOf(detail(other, id))).toBe('PROPERTY_NOT_FOUND');
    expect(await seen()).toEqual([0, 0, 0]);
    await setStatus(id, 'approved');
    expect(await detail(null, id)).toMatchObject(place);
    expect(await seen()).toEqual([1, 1, 1]);
    await setStatus(id, 'pending');
    expect(await seen()).toEqual([0, 0, 0]);
  });

  test('reset after sales: holders keep seeing it with the reason, the market does not', async () => {
    const { id } = await approved({ shares: 10, name: 'Reset House' });
    const holder = await aUser(t.platform, { cash: 50_000 });
    await api(holder).investing.invest({ propertyId: id, shares: 1, requestId: newKey() });
    await setStatus(id, 'pending', 'New valuation');
    expect(await detail(holder, id)).toMatchObject({ viewerShares: 1, statusReason: 'New valuation' });
    expect(await refusalOf(detail(other, id))).toBe('PROPERTY_NOT_FOUND');
    expect((await visitor().properties.list({ q: 'Reset House' })).items).toEqual([]);
  });

  test('its page, its valuation and the watchlist answer alike', async () => {
    const { id: listed } = await approved();
    const { id: hidden } = await approved({ shares: 10 });
    const { id: submitted } = await pending();
    const holder = await aUser(t.platform, { cash: 50_000 });
    await api(holder).investing.invest({ propertyId: hidden, shares: 1, requestId: newKey() });
    for (const person of [holder, other]) await api(person).watchlist.watchProperty({ propertyId: hidden });
    await setStatus(hidden, 'pending', 'New valuation');
    const answerOf = (call: Promise<unknown>) =>
      call.then(
        () => 'visible',
        () => refusalOf(call),
      );
    const visibleTo = [
      [null, [listed]],
      [other, [listed]],
      [holder, [listed, hidden]],
      [owner, [listed, hidden, submitted]],
      [admin, [listed, hidden, submitted]],
    ] as const;
    for (const [person, visible] of visibleTo) {
      const caller = person ? api(person) : visitor();
      for (const id of [listed, hidden, submitted, 2_000_000_000]) {
        const expected = new Set<number>(visible).has(id) ? 'visible' : 'PROPERTY_NOT_FOUND';
        expect(await answerOf(detail(person, id))).toBe(expected);
        expect(await answerOf(caller.valuations.ofProperty({ propertyId: id }))).toBe(expected);
      }
    }
    const canOpen = async (person: Person) =>
      (await api(person).watchlist.list({})).items.map((item) => item.canOpen);
    expect([await canOpen(holder), await canOpen(other)]).toEqual([[true], [false]]);
  });
});

test('the owner is notified of what each review decided, with its reason, whatever they have switched off', async () => {
  const person = await aUser(t.platform);
  const switched = { ...DEFAULT_PREFERENCES, propertyUpdates: false };
  await api(person).notifications.setPreferences(switched);
  const { id } = await aPendingProperty(t.platform, { owner: person, name: 'Elm House' });
  await setStatus(id, 'rejected', 'Deed missing');
  await setStatus(id, 'pending');
  await setStatus(id, 'approved');
  await setStatus(id, 'pending', 'New valuation');
  const { items } = await api(person).notifications.list({});
  expect(items.map(({ title, message, actionUrl }) => [title, message, actionUrl])).toEqual([
    [
      'Property back in review',
      'Elm House left the market until it is approved again. Its investors keep their shares, and money in escrow stays there. Reason: New valuation',
      `/property/${id}`,
    ],
    ['Property approved', 'Elm House is on the market: investors can buy its shares.', `/property/${id}`],
    ['Property back in review', 'Elm House is in review again.', `/property/${id}`],
    [
      'Property not approved',
      'Elm House will not go on the market. You can correct it and submit it again. Reason: Deed missing',
      `/submit-property/${id}`,
    ],
  ]);
});

describe('shareholders', () => {
  async function shareholders(person: Person, propertyId: number) {
    const seen: Shareholder[] = [];
    let cursor: string | null = null;
    do {
      const asked = { propertyId, limit: 2, ...(cursor !== null && { cursor }) };
      const page = await api(person).properties.shareholders(asked);
      seen.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return seen;
  }

  test('are listed with what they hold, listed shares included, the largest first, page by page', async () => {
    const { id } = await approved({ shares: 100 });
    const holders: Person[] = [];
    for (const shares of [3, 7, 3, 3, 5]) {
      const holder = await aUser(t.platform, { cash: 1_000_000 });
      await api(holder).investing.invest({ propertyId: id, shares, requestId: newKey() });
      holders.push(holder);
    }
    const [first] = holders as [Person];
    const offer = { propertyId: id, shares: 2, pricePerShareCents: 20_000, requestId: newKey() };
    await api(first).resale.openListing(offer);
    const seen = await shareholders(first, id);
    expect(seen.map(({ shares }) => shares)).toEqual([7, 5, 3, 3, 3]);
    expect(seen.filter(({ mine }) => mine)).toMatchObject([{ shares: 3 }]);
    for (const { name } of seen) expect(name).toMatch(/^User [0-9a-f]{4}$/);
  });

  test('are shown by pseudonym: no answer or cursor contains a name or a user id', async () => {
    const { id } = await approved({ shares: 10 });
    for (const _ of [1, 2]) {
      const holder = await aUser(t.platform, { cash: 100_000 });
      await api(holder).investing.invest({ propertyId: id, shares: 1, requestId: newKey() });
    }
    const page = await api(other).properties.shareholders({ propertyId: id, limit: 1 });
    expect(page.nextCursor).not.toBe(null);
    const text = JSON.stringify(page);
    expect(text).not.toMatch(/Ada|Quill|@example/);
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
  });

  test('do not include a person who has sold everything', async () => {
    const { id } = await approved({ shares: 10 });
    const seller = await aUser(t.platform, { cash: 100_000 });
    const buyer = await aUser(t.platform, { cash: 100_000 });
    await api(seller).investing.invest({ propertyId: id, shares: 2, requestId: newKey() });
    const offer = { propertyId: id, shares: 2, pricePerShareCents: 10_000, requestId: newKey() };
    const { id: listingId } = await api(seller).resale.openListing(offer);
    const purchase = { listingId, shares: 2, expectedTotalCents: 20_000, requestId: newKey() };
    await api(buyer).resale.buyShares(purchase);
    expect(await shareholders(buyer, id)).toEqual([
      { name: expect.stringMatching(/^User [0-9a-f]{4}$/), shares: 2, mine: true },
    ]);
  });

  test('a cursor that was made up is refused', async () => {
    const { id } = await approved();
    for (const cursor of ['1~x', '~', 'x~0123456789abcdef0123456789abcdef']) {
      const asked = api(other).properties.shareholders({ propertyId: id, cursor });
      expect((await asked.catch((error) => error)).code).toBe('BAD_REQUEST');
    }
  });
});

describe('submitting', () => {
  const submission = {
    name: 'Cedar Works',
    location: 'Denver, CO',
    propertyType: 'industrial' as const,
    pricePerShare: '100.00',
    totalShares: 250,
    annualYield: '6.25',
  };

  test('it starts pending, owned by the caller, with all its shares available and valued at price × shares', async () => {
    const entity = await api(owner).properties.submit({ submission, requestId: newKey() });
    expect(entity).toMatchObject({
      status: 'pending',
      ownerId: owner.id,
      availableShares: 250,
      annualYield: '6.25',
    });
    const shown = await detail(owner, entity.id);
    expect(shown).toMatchObject({ valuationCents: 2_500_000, ownedByViewer: true, soldShares: 0 });
    const [row] = await t.platform.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, `property:${entity.id}`));
    expect(row).toMatchObject({ action: 'properties.submit', actorId: owner.id });
  });

  test.each([
    [{ pricePerShare: '0.99' }],
    [{ pricePerShare: '1000000.01' }],
    [{ pricePerShare: '10.005' }],
    [{ totalShares: 0 }],
    [{ totalShares: 1.5 }],
    [{ annualYield: '100.01' }],
    [{ annualYield: '-1' }],
    [{ name: '   ' }],
    [{ name: 'a\u0000b' }],
    [{ name: '\ud800' }],
    [{ imageUrl: 'http://example.com/x.png' }],
    [{ imageUrl: 'javascript:alert(1)' }],
    [{ imageUrl: 'https://user@example.com/x.png' }],
    [{ imageUrl: '/api/property-images/../secret' }],
    [{ imageUrl: '/api/property-images/' }],
    [{ pricePerShare: '1000000.00', totalShares: 100_000 }],
    [{ status: 'approved' }],
    [{ ownerId: 'someone' }],
  ])('refuses %j and changes nothing', async (change) => {
    const before = await ledgerState(t.platform);
    const input = { submission: { ...submission, ...change }, requestId: newKey() } as never;
    expect(await refusalOf(api(owner).properties.submit(input))).toBe('MALFORMED');
    expect(await ledgerState(t.platform)).toEqual(before);
  });

  test('refuses a person whose email is not confirmed, and changes nothing', async () => {
    const stranger = await aUser(t.platform, { emailConfirmed: false });
    const before = await ledgerState(t.platform);
    expect(await refusalOf(api(stranger).properties.submit({ submission, requestId: newKey() }))).toBe(
      'EMAIL_NOT_CONFIRMED',
    );
    expect(await ledgerState(t.platform)).toEqual(before);
  });

  test('the same request twice is one property', async () => {
    const key = newKey();
    const first = await api(owner).properties.submit({ submission, requestId: key });
    expect(await api(owner).properties.submit({ submission, requestId: key })).toEqual(first);
  });

  test('refuses more properties of one owner than may wait for review at once; an admin has no such limit', async () => {
    const prolific = await aUser(t.platform);
    const submit = (by: Person, requestId = newKey()) => api(by).properties.submit({ submission, requestId });
    const key = newKey();
    const first = await submit(prolific, key);
    const waiting = await seedPending([prolific, admin], MAX_PENDING_PROPERTIES - 1);
    await submit(admin);
    await submit(admin);
    const before = await ledgerState(t.platform);
    expect(await refusalOf(submit(prolific))).toBe('TOO_MANY_SUBMISSIONS');
    expect(await ledgerState(t.platform)).toEqual(before);
    expect(await submit(prolific, key)).toEqual(first);
    await setStatus(first.id, 'rejected');
    await submit(prolific);
    await t.platform.db.delete(properties).where(inArray(properties.id, waiting));
  });

  /** Rows of properties that wait for review, the same number of each owner. */
  async function seedPending(owners: readonly Person[], each: number): Promise<number[]> {
    const now = t.clock.now();
    const { name, location, propertyType } = submission;
    const figures = { pricePerShareCents: 100, totalShares: 1, annualYieldBps: 500, valuationCents: 100 };
    const times = { createdAt: now, updatedAt: now };
    const seeded = owners.flatMap(({ id: ownerId }) =>
      Array.from({ length: each }, () => ({
        ...{ name, location, propertyType, description: '', ownerId },
        ...figures,
        ...times,
      })),
    );
    const made = await t.platform.db.insert(properties).values(seeded).returning({ id: properties.id });
    return made.map(({ id }) => id);
  }
});

describe('submitting a rejected property again', () => {
  const corrected = {
    name: 'Cedar Works South',
    location: 'Boulder, CO',
    streetAddress: '4 Mill Lane',
    zipCode: '80302',
    latitude: 40.015,
    longitude: -105.27,
    propertyType: 'industrial' as const,
    description: 'With the deed.',
    pricePerShare: '50',
    totalShares: 250,
    annualYield: '6.5',
    minimumShares: 20,
    fundingDays: 30,
  };
  const resubmit = (id: number, change = {}, { by = owner, requestId = newKey() } = {}) =>
    api(by).properties.resubmit({ id, submission: { ...corrected, ...change }, requestId });
  const versionsOf = (id: number, by = owner) => api(by).properties.simpleFormVersions({ id });
  async function rejected(offering = {}) {
    const { id } = await pending(offering);
    await setStatus(id, 'rejected', 'No deed.');
    return id;
  }

  test('is pending with what was corrected, and the earlier version stays on record with its reason', async () => {
    const id = await rejected({ shares: 100, minimumShares: 10 });
    const { latest } = await versionsOf(id);
    t.clock.advance(DAY);
    expect(await resubmit(id)).toMatchObject({ status: 'pending', totalShares: 250, availableShares: 250 });
    expect(await detail(owner, id)).toMatchObject({
      name: 'Cedar Works South',
      zipCode: '80302',
      latitude: 40.015,
      statusReason: null,
      pricePerShareCents: 5_000,
      valuationCents: 1_250_000,
      offering: { state: 'open', minimumShares: 20, fundingDays: 30, deadline: null },
    });
    const seen = await versionsOf(id, admin);
    expect(seen).toMatchObject({
      status: 'pending',
      latest: { submission: { ...corrected, pricePerShare: '50.00', annualYield: '6.50' } },
      earlier: [{ version: 1, reason: 'No deed.', ...latest }],
    });
    expect(Date.parse(seen.latest.submittedAt)).toBeGreaterThanOrEqual(Date.parse(latest.submittedAt) + DAY);
    expect((await api(admin).properties.adminList({ status: 'pending', limit: 1 })).items).toMatchObject([
      { id, resubmittedAt: seen.latest.submittedAt },
    ]);
    await setStatus(id, 'rejected', 'Too expensive.');
    await resubmit(id, { totalShares: 40 });
    expect((await versionsOf(id)).earlier).toMatchObject([
      { version: 2, reason: 'Too expensive.', ...seen.latest },
      { version: 1, reason: 'No deed.' },
    ]);
    await setStatus(id, 'approved');
    expect((await detail(null, id)).offering).toMatchObject({ state: 'open', minimumShares: 20 });
    expect((await detail(null, id)).availableShares).toBe(40);
  });

  test('the notification of a rejection links to the form', async () => {
    const id = await rejected();
    const [news] = (await api(owner).notifications.list({ limit: 1 })).items;
    expect(news).toMatchObject({ title: 'Property not approved', actionUrl: `/submit-property/${id}` });
    expect(await versionsOf(id)).toMatchObject({
      statusReason: 'No deed.',
      refusal: null,
      termsFrozen: false,
    });
  });

  test('the same request twice is one version', async () => {
    const id = await rejected();
    const requestId = newKey();
    const first = await resubmit(id, {}, { requestId });
    expect(await resubmit(id, {}, { requestId })).toEqual(first);
    expect((await versionsOf(id)).earlier).toHaveLength(1);
  });

  test('is for its owner: to others, admins too, it answers like a missing one', async () => {
    const id = await rejected();
    for (const by of [other, admin])
      expect(await refusalOf(resubmit(id, {}, { by }))).toBe('PROPERTY_NOT_FOUND');
    expect(await refusalOf(resubmit(2_000_000_000))).toBe('PROPERTY_NOT_FOUND');
    expect(await refusalOf(versionsOf(id, other))).toBe('PROPERTY_NOT_FOUND');
  });

  test.each(['pending', 'approved'] as const)('is refused while it is %s', async (status) => {
    const { id } = status === 'pending' ? await pending() : await approved();
    const before = await ledgerState(t.platform);
    expect(await refusalOf(resubmit(id))).toBe('NOT_REJECTED');
    expect(await ledgerState(t.platform)).toEqual(before);
    expect(await versionsOf(id)).toMatchObject({
      earlier: [],
      refusal: expect.stringContaining('rejected'),
    });
  });

  test('versions are append-only', async () => {
    await resubmit(await rejected());
    for (const change of [
      sql`update property_versions set reason = 'Fine.'`,
      sql`delete from property_versions`,
    ])
      await expect(t.platform.db.execute(change)).rejects.toMatchObject({
        cause: { message: expect.stringContaining('append-only') },
      });
  });
});

describe('reviewing', () => {
  const into: Record<PropertyStatus, readonly PropertyStatus[]> = {
    pending: [],
    approved: ['approved'],
    rejected: ['rejected'],
  };
  test.each([
    ['pending', 'approved', null],
    ['pending', 'rejected', null],
    ['approved', 'pending', null],
    ['rejected', 'pending', null],
    ['pending', 'pending', 'STATUS_UNCHANGED'],
    ['approved', 'approved', 'STATUS_UNCHANGED'],
    ['rejected', 'rejected', 'STATUS_UNCHANGED'],
    ['approved', 'rejected', 'STATUS_NOT_ALLOWED'],
    ['rejected', 'approved', 'STATUS_NOT_ALLOWED'],
  ] as const)('%s to %s: %s', async (from, to, refusal) => {
    const { id } = await pending({ minimumShares: 10 });
    for (const status of into[from]) await setStatus(id, status);
    const before = await ledgerState(t.platform);
    if (refusal) {
      expect(await refusalOf(setStatus(id, to))).toBe(refusal);
      expect(await ledgerState(t.platform)).toEqual(before);
      expect((await detail(admin, id)).status).toBe(from);
    } else {
      const closesAt = to === 'approved' ? expect.any(String) : null;
      expect(await setStatus(id, to)).toMatchObject({ id, status: to, offering: { closesAt } });
      expect((await detail(admin, id)).status).toBe(to);
    }
  });

  test('is for admins, and of a missing property it is refused', async () => {
    const { id } = await pending();
    for (const person of [owner, other]) {
      expect(await refusalOf(api(person).properties.setStatus({ id, status: 'approved' }))).toBe(
        'ADMIN_REQUIRED',
      );
    }
    expect(await refusalOf(setStatus(2_000_000_000, 'approved'))).toBe('PROPERTY_NOT_FOUND');
  });

  test('is refused to an admin who owns the property, whatever the decision', async () => {
    const { id } = await pending({ owner: admin });
    const colleague = await anAdmin(t.platform);
    for (const status of ['approved', 'rejected'] as const)
      expect(await refusalOf(setStatus(id, status, 'No deed.'))).toBe('OWN_PROPERTY');
    const terms = { id, minimumShares: 1, fundingDays: 9 };
    expect(await refusalOf(api(admin).offerings.setOfferingTerms(terms))).toBe('OWN_PROPERTY');
    const [seen] = (await api(admin).properties.adminList({})).items;
    expect(seen).toMatchObject({ id, ownedByViewer: true });
    expect((await api(colleague).properties.adminList({})).items[0]).toMatchObject({ ownedByViewer: false });
    await api(colleague).properties.setStatus({ id, status: 'approved' });
    expect(await refusalOf(setStatus(id, 'pending'))).toBe('OWN_PROPERTY');
  });

  test('is refused to an admin who owns the property by a second account of the same tax number', async () => {
    const second = await aUser(t.platform);
    await verifyIdentity(admin, '287-65-4321');
    await fillApplication(second, '287-65-4321');
    const { id } = await pending({ owner: second });
    const refused = await setStatus(id, 'approved').catch((error) => error);
    expect(refused.message).toContain('Your verified tax number');
    expect(await refusalOf(api(admin).offerings.holdRelease({ id, reason: 'Mine.' }))).toBe('OWN_PROPERTY');
    const shownTo = async (person: Person) => (await api(person).properties.adminList({ limit: 1 })).items;
    expect(await shownTo(admin)).toMatchObject([{ id, ownedByViewer: true }]);
    const colleague = await anAdmin(t.platform);
    await verifyIdentity(colleague, '287-65-4322');
    expect(await shownTo(colleague)).toMatchObject([{ id, ownedByViewer: false }]);
    await api(colleague).properties.setStatus({ id, status: 'approved' });
    const halt = { propertyId: id, reason: 'Mine.' };
    expect(await refusalOf(api(admin).resale.haltTrading(halt))).toBe('OWN_PROPERTY');
    await api(colleague).resale.haltTrading(halt);
    expect(await refusalOf(api(admin).resale.resumeTrading({ propertyId: id }))).toBe('OWN_PROPERTY');
  });

  test('refuses a decision on a submission that its owner has replaced since the admin saw it', async () => {
    const { id } = await pending();
    const shown = async () => (await api(admin).properties.adminList({ limit: 1 })).items[0];
    const seen = await shown();
    expect(seen).toMatchObject({ id, submissionNumber: 1 });
    await setStatus(id, 'rejected', 'No deed.');
    const submission = {
      name: 'Maple Court',
      location: 'Austin, TX',
      propertyType: 'residential',
      pricePerShare: '900.00',
      totalShares: 3,
      annualYield: '7.50',
    } as const;
    await api(owner).properties.resubmit({ id, submission, requestId: newKey() });
    const decide = (submissionNumber?: number) =>
      api(admin).properties.setStatus({ id, status: 'approved', submissionNumber });
    const refused = await decide(seen?.submissionNumber).catch((error) => error);
    expect(await refusalOf(Promise.reject(refused))).toBe('SUBMITTED_AGAIN');
    expect(refused.message).toBe('It was submitted again after you opened it. Review the new terms.');
    expect((await detail(owner, id)).status).toBe('pending');
    expect(await decide((await shown())?.submissionNumber)).toMatchObject({ id, status: 'approved' });
  });

  test('refuses terms and an approval by an admin who has read terms that were changed since', async () => {
    const { id } = await pending();
    const { minimumShares, fundingDays } = (await detail(owner, id)).offering;
    const shownTerms = { minimumShares, fundingDays };
    const newTerms = { minimumShares: 1, fundingDays: 9 };
    await api(admin).offerings.setOfferingTerms({ id, ...newTerms, shownTerms });
    const others = { id, minimumShares: 0, fundingDays: 1, shownTerms };
    expect(await refusalOf(api(admin).offerings.setOfferingTerms(others))).toBe('TERMS_CHANGED');
    const approve = (terms: typeof shownTerms) =>
      api(admin).properties.setStatus({ id, status: 'approved', shownTerms: terms });
    expect(await refusalOf(approve(shownTerms))).toBe('TERMS_CHANGED');
    expect(await detail(owner, id)).toMatchObject({ status: 'pending', offering: newTerms });
    expect(await approve(newTerms)).toMatchObject({ id, status: 'approved' });
  });

  test('to rejected needs a reason', async () => {
    const { id } = await pending();
    for (const reason of [undefined, '', '  '])
      expect(await refusalOf(api(admin).properties.setStatus({ id, status: 'rejected', reason }))).toBe(
        'MALFORMED',
      );
  });

  test('a reason is stored, and an empty one is none', async () => {
    const { id } = await pending();
    await setStatus(id, 'rejected', 'Title unclear');
    expect((await detail(owner, id)).statusReason).toBe('Title unclear');
    await setStatus(id, 'pending', '');
    expect((await detail(owner, id)).statusReason).toBeNull();
  });

  test('approved lately is new, and stops being new after 14 days', async () => {
    const { id } = await approved();
    expect((await detail(null, id)).isNew).toBe(true);
    t.clock.advance(14 * DAY);
    expect((await detail(null, id)).isNew).toBe(false);
  });
});

describe('the admin panel', () => {
  test('shows every status, the latest first, page by page, by status and by text', async () => {
    const mark = `panel-${newKey()}`;
    const made = [];
    for (let many = 0; many < 5; many += 1) made.push((await pending({ name: `${mark} ${many}` })).id);
    await setStatus(made[0] as number, 'approved');
    const seen = await allPages((cursor) =>
      api(admin).properties.adminList({ q: mark, limit: 2, ...(cursor ? { cursor } : {}) }),
    );
    expect(seen.map(({ id }) => id)).toEqual(made.toReversed());
    expect(seen[0]).toMatchObject({ ownerName: 'Ada Quill', availableShares: 100 });
    const { items } = await api(admin).properties.adminList({ q: mark, status: 'approved' });
    expect(items.map(({ id }) => id)).toEqual([made[0]]);
    expect(await refusalOf(api(admin).properties.adminList({ cursor: 'x' }))).toBe('MALFORMED');
  });
});

describe('the market', () => {
  const market = `market-${newKey()}`;
  const list = (input: Partial<PropertyListInput> = {}) => visitor().properties.list({ q: market, ...input });
  const names = async (input: Partial<PropertyListInput> = {}) =>
    (await list(input)).items.map(({ name }) => name.slice(market.length + 1)).sort();

  beforeAll(async () => {
    const stock = [
      ['4.99', 'residential', 'Austin, TX', 10_000],
      ['5.00', 'commercial', 'Austin, TX', 10_000],
      ['6.99', 'residential', 'Reno, NV', 20_000],
      ['7.00', 'industrial', 'Reno, NV', 20_000],
      ['9.99', 'commercial', 'Boise, ID', 30_000],
      ['10.00', 'industrial', 'Boise, ID', 30_000],
    ] as const;
    for (const [annualYield, propertyType, location, price] of stock) {
      await approved({
        name: `${market} ${annualYield}`,
        annualYield,
        propertyType,
        location,
        price,
        shares: 10,
      });
    }
    await pending({ name: `${market} pending` });
  });

  test('shows approved properties only', async () => {
    expect(await names()).toEqual(['10.00', '4.99', '5.00', '6.99', '7.00', '9.99']);
  });

  test.each([
    ['5-7', ['5.00', '6.99']],
    ['7-10', ['7.00', '9.99']],
    ['10+', ['10.00']],
  ] as const)(
    'the band %s begins exactly at its lower bound and ends before its upper',
    async (band, expected) => {
      expect(await names({ band })).toEqual([...expected].sort());
    },
  );

  test('filters by type, by minimum and maximum yield, by location in any case, and by all together', async () => {
    expect(await names({ type: 'commercial' })).toEqual(['5.00', '9.99']);
    expect(await names({ minYieldBps: 700 })).toEqual(['10.00', '7.00', '9.99']);
    expect(await names({ maxYieldBps: 500 })).toEqual(['4.99', '5.00']);
    expect(await names({ location: 'reno, nv' })).toEqual(['6.99', '7.00']);
    expect(await names({ type: 'industrial', location: 'Reno, NV', band: '7-10' })).toEqual(['7.00']);
    expect(await names({ type: 'industrial', band: '5-7' })).toEqual([]);
  });

  test('the filter by minimum equity counts the shares that are left', async () => {
    const { id } = await approved({ name: `${market} half`, shares: 10, annualYield: '1.00' });
    const buyer = await aUser(t.platform, { cash: 100_000 });
    await api(buyer).investing.invest({ propertyId: id, shares: 5, requestId: newKey() });
    expect(await names({ minEquityPercent: 50, maxYieldBps: 100 })).toEqual(['half']);
    expect(await names({ minEquityPercent: 51, maxYieldBps: 100 })).toEqual([]);
    await setStatus(id, 'pending');
  });

  test.each(['yield', 'price', 'newest'] as const)(
    'sorted by %s, pages neither skip nor repeat under ties',
    async (sort) => {
      const tied = `tied-${newKey()}`;
      for (let many = 0; many < 7; many += 1) await approved({ name: `${tied} ${many}` });
      await t.platform.db.execute(
        sql`update properties set approved_at = now() where name like ${`${tied}%`}`,
      );
      await t.platform.db.execute(
        sql`update properties set approved_at = date_trunc('milliseconds', approved_at) where name like ${`${tied}%`}`,
      );
      const seen = await allPages((cursor) =>
        visitor().properties.list({ q: tied, sort, limit: 2, ...(cursor ? { cursor } : {}) }),
      );
      expect(seen).toHaveLength(7);
      const ids = seen.map(({ id }) => id);
      expect(ids).toEqual([...ids].sort((a, b) => (sort === 'price' ? a - b : b - a)));
    },
  );

  test('sorts put the highest yield, the lowest price and the latest approval first', async () => {
    const by = async (sort: PropertyListInput['sort']) => (await list({ sort })).items;
    expect((await by('yield')).map((one) => one.annualYieldBps)).toEqual([1000, 999, 700, 699, 500, 499]);
    expect((await by('price')).map((one) => one.pricePerShareCents)).toEqual([
      10_000, 10_000, 20_000, 20_000, 30_000, 30_000,
    ]);
    const ids = (await by('newest')).map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
  });

  test('on a map has the places of what the filters match, and counts those without coordinates', async () => {
    const mapped = `mapped-${newKey()}`;
    const reno = { latitude: 39.53, longitude: -119.81 };
    await approved({ name: `${mapped} Reno`, annualYield: '6.00', ...reno });
    await approved({ name: `${mapped} nowhere`, annualYield: '6.00' });
    await approved({ name: `${mapped} Boise`, annualYield: '9.00', latitude: 43.62, longitude: -116.2 });
    await pending({ name: `${mapped} pending`, annualYield: '6.00', ...reno });
    const places = (input = {}) => visitor().properties.places({ q: mapped, ...input });
    const { places: all, ...counts } = await places();
    expect(all.map(({ name }) => name)).toEqual([`${mapped} Boise`, `${mapped} Reno`]);
    expect(counts).toEqual({ located: 2, unlocated: 1 });
    expect(await places({ band: '5-7' })).toEqual({
      places: [expect.objectContaining({ name: `${mapped} Reno`, ...reno, annualYieldBps: 600 })],
      located: 1,
      unlocated: 1,
    });
    expect(await places({ band: '10+' })).toEqual({ places: [], located: 0, unlocated: 0 });
  });

  test('a search text is never a LIKE pattern; its words are found in any case and order, as parts too', async () => {
    const mark = 'zyxwvutsrponm';
    for (const name of [`50% off ${mark}`, `a_b ${mark}`, `axb ${mark}`, `c\\d ${mark}`])
      await approved({ name });
    const found = async (q: string) =>
      (await visitor().properties.list({ q })).items.map(({ name }) => name.replace(` ${mark}`, '')).sort();
    expect(await found(`${mark.toUpperCase()} 50% OFF`)).toEqual(['50% off']);
    expect(await found(`a_b ${mark}`)).toEqual(['a_b']);
    expect(await found(`c\\d ${mark}`)).toEqual(['c\\d']);
    expect(await found(`xb ${mark}`)).toEqual(['axb']);
    expect(await found(mark.slice(1))).toEqual(['50% off', 'a_b', 'axb', 'c\\d']);
    for (const q of ['%', '_', `q%${mark}`, "'; drop table properties; --"]) {
      expect([q, await found(q)]).toEqual([q, []]);
    }
  });

  test('a search with a typing error is paged like any other', async () => {
    for (let at = 0; at < 3; at += 1) await approved({ name: `Quillwort Terrace ${at}` });
    const search = (cursor?: string) =>
      visitor().properties.list({ q: 'quilwort terrace', limit: 2, ...(cursor && { cursor }) });
    const first = await search();
    const second = await search(first.nextCursor ?? undefined);
    expect([...first.items, ...second.items].map(({ name }) => name).sort()).toEqual([
      'Quillwort Terrace 0',
      'Quillwort Terrace 1',
      'Quillwort Terrace 2',
    ]);
    expect(second.nextCursor).toBeNull();
  });

  test.each([
    'nonsense',
    'yield~1',
    'yield~abc~1',
    'price~100~1',
    'yield~700~9999999999',
    'yield~700~1; select 1',
    'yield~999999~1',
    '',
  ])('refuses the cursor %j', async (cursor) => {
    expect(await refusalOf(list({ cursor, sort: 'yield' }))).toBe('MALFORMED');
  });

  test('a moment out of range is no cursor', async () => {
    expect(await refusalOf(list({ cursor: 'newest~999999999999999~1', sort: 'newest' }))).toBe('MALFORMED');
  });

  test('the figures above the market are those of the approved properties', async () => {
    const stats = await visitor().properties.stats();
    const all = await allPages((cursor) =>
      visitor().properties.list({ limit: 50, ...(cursor ? { cursor } : {}) }),
    );
    expect(stats.listedProperties).toBe(all.length);
    expect(stats.availableProperties).toBe(all.filter((one) => one.availableShares > 0).length);
    expect(stats.totalMarketValueCents).toBe(all.reduce((sum, one) => sum + one.valuationCents, 0));
    const mean = all.reduce((sum, one) => sum + one.annualYieldBps, 0) / all.length;
    expect(Math.abs(stats.averageYieldBps - mean)).toBeLessThanOrEqual(0.51);
    expect(stats.locations).toEqual([...new Set(all.map(({ location }) => location))].sort());
  });
});
