import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { propertyDocuments } from '#db/schema/documents.ts';
import { properties } from '#db/schema/properties.ts';
import { valuations } from '#db/schema/valuations.ts';
import { recordScan } from '#features/files/server/record-scan.ts';
import { MAX_CENTS } from '#kernel/money.ts';
import { DAY, dayText } from '#kernel/time.ts';
import { rows } from '#platform/server/database/db.ts';
import {
  anAdmin,
  anApprovedProperty,
  aPendingProperty,
  api,
  aUser,
  contextOf,
  newKey,
  on,
  type Person,
  systemOf,
} from '#tests/support/actors.ts';
import { expectBooksBalance, refusalOf } from '#tests/support/checks.ts';
import { secondPlatform, testPlatform } from '#tests/support/platform.ts';
import {
  aFiledValuation,
  anAppraisal,
  anApprovedValuation,
  approveWithMortgage,
} from '#tests/support/valuations.ts';
import { MAX_DEBT_MULTIPLE } from '../valuations.contract.ts';
import { columnsAs, currentValuationCents, currentValues, perShareCents } from './index.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let admin: Person;
let owner: Person;
let ada: Person;
let propertyId: number;
beforeAll(async () => {
  t = await testPlatform();
  admin = await anAdmin(t.platform);
  ada = await aUser(t.platform, { cash: 5_000_000 });
});
beforeEach(async () => {
  owner = await aUser(t.platform);
  ({ id: propertyId } = await anApprovedProperty(t.platform, { owner, admin, shares: 100, price: 10_000 }));
});
afterAll(() => t.close());
afterAll(() => expectBooksBalance(t.platform));

const today = () => dayText(t.clock.now());
const invest = (shares: number, about = propertyId) =>
  api(ada).investing.invest({ propertyId: about, shares, requestId: newKey() });
const worthOf = async (person = ada, about = propertyId) =>
  api(person).valuations.ofProperty({ propertyId: about });
const filing = async (changes: object = {}) => ({
  propertyId,
  effectiveOn: today(),
  amountCents: 1_050_000,
  debtCents: 0,
  basis: 'appraisal' as const,
  documentId: await anAppraisal(owner, propertyId),
  requestId: newKey(),
  ...changes,
});
const fileBy = async (person: Person, changes: object = {}) =>
  refusalOf(api(person).valuations.file(await filing(changes)));
const decide = (by: Person, valuationId: string) =>
  api(by).valuations.approve({ valuationId, requestId: newKey() });
const reject = (by: Person, valuationId: string) =>
  api(by).valuations.reject({ valuationId, reason: 'It is of another building.', requestId: newKey() });
/** Records that the virus scanner found something in a document. */
async function findVirusIn(documentId: string) {
  const [document] = await t.platform.db
    .select()
    .from(propertyDocuments)
    .where(eq(propertyDocuments.id, documentId));
  const { fileId = '' } = document ?? {};
  await recordScan(systemOf(t.platform), { fileId, result: 'infected', signature: 'Eicar-Test-Signature' });
}

describe('the first valuation', () => {
  test("is the offering's own: price times shares, by purchase, recorded when the property is approved", async () => {
    expect(await worthOf()).toMatchObject({
      value: { perShareCents: 10_000, basis: 'purchase', effectiveOn: today() },
      valuationCents: 1_000_000,
      debtCents: 0,
      loanToValueBps: 0,
      steps: [{ from: today(), perShareCents: 10_000 }],
    });
    const { items } = await api(ada).valuations.list({ propertyId });
    expect(items).toMatchObject([
      { isOffering: true, basis: 'purchase', status: 'approved', document: null },
    ]);
  });

  test('does not count while the offering runs: a share is worth what it costs', async () => {
    const { id } = await anApprovedProperty(t.platform, { owner, admin, minimumShares: 100 });
    expect((await worthOf(ada, id)).value).toEqual({
      perShareCents: 10_000,
      basis: 'offering_price',
      effectiveOn: null,
    });
    const documentId = await anAppraisal(owner, id);
    expect(await fileBy(owner, { propertyId: id, documentId })).toBe('OFFERING_RUNS');
  });

  test('is recorded again when the offering begins again on other terms', async () => {
    await api(admin).properties.setStatus({ id: propertyId, status: 'pending' });
    await api(admin).properties.setStatus({ id: propertyId, status: 'approved' });
    expect((await api(ada).valuations.list({ propertyId })).items).toHaveLength(1);
    await api(admin).properties.setStatus({ id: propertyId, status: 'pending' });
    await api(admin).properties.setStatus({ id: propertyId, status: 'rejected', reason: 'The price.' });
    await api(owner).properties.resubmit({
      id: propertyId,
      submission: {
        name: 'Maple Court',
        location: 'Austin, TX',
        propertyType: 'residential',
        pricePerShare: '90.00',
        totalShares: 100,
        annualYield: '7.5',
        minimumShares: 0,
      },
      requestId: newKey(),
    });
    await api(admin).properties.setStatus({ id: propertyId, status: 'approved' });
    expect(await worthOf()).toMatchObject({ value: { perShareCents: 9_000 }, valuationCents: 900_000 });
  });
});

describe('the appraisal of an offering that begins again', () => {
  const appraised = async (minimumShares: number) => {
    const { id } = await aPendingProperty(t.platform, { owner, shares: 100, price: 10_000 });
    const figures = { amountCents: 2_000_000, debtCents: 0, repaymentCents: 0, minimumShares };
    await approveWithMortgage(admin, { propertyId: id, ...figures });
    return { id, firstDay: today() };
  };
  const ownOf = async (id: number) =>
    (await api(owner).valuations.list({ propertyId: id })).items.filter(({ isOffering }) => isOffering);

  test('keeps its day', async () => {
    const { id, firstDay } = await appraised(50);
    t.clock.advance(10 * DAY);
    await api(admin).properties.setStatus({ id, status: 'pending' });
    await api(admin).properties.setStatus({ id, status: 'approved' });
    const own = await ownOf(id);
    expect(own.map(({ effectiveOn }) => effectiveOn)).toEqual([firstDay, firstDay]);
    expect(new Set(own.map(({ document }) => document?.id)).size).toBe(1);
  });

  test('counts from the new beginning where a valuation of a later day was approved since', async () => {
    const { id, firstDay } = await appraised(0);
    t.clock.advance(10 * DAY);
    await anApprovedValuation(owner, admin, { propertyId: id, amountCents: 2_100_000 });
    t.clock.advance(DAY);
    await api(admin).properties.setStatus({ id, status: 'pending' });
    await api(admin).properties.setStatus({ id, status: 'rejected', reason: 'The minimum.' });
    const place = { name: 'Maple Court', location: 'Austin, TX', propertyType: 'residential' } as const;
    const figures = { pricePerShare: '100.00', totalShares: 100, annualYield: '7.5', minimumShares: 50 };
    await api(owner).properties.resubmit({ id, submission: { ...place, ...figures }, requestId: newKey() });
    await api(admin).properties.setStatus({ id, status: 'approved' });
    expect((await ownOf(id)).map(({ effectiveOn }) => effectiveOn).toSorted()).toEqual([firstDay, today()]);
  });
});

describe('a mortgage', () => {
  let mortgaged: number;
  beforeEach(async () => {
    ({ id: mortgaged } = await aPendingProperty(t.platform, { owner, shares: 100, price: 10_000 }));
  });
  const approveIt = (figures: { amountCents: number; debtCents: number; repaymentCents: number }) =>
    approveWithMortgage(admin, { propertyId: mortgaged, ...figures });

  test('that remains is refused when a share would be worth less than it costs, less one cent', async () => {
    const half = { amountCents: 2_000_000, debtCents: 400_000 };
    expect(await refusalOf(approveIt({ ...half, repaymentCents: 399_000 }))).toBe('BELOW_SHARE_PRICE');
    expect(await refusalOf(approveIt({ ...half, repaymentCents: 500_000 }))).toBe('REPAYS_BEYOND_DEBT');
    expect(await refusalOf(approveIt({ ...half, debtCents: 900_000, repaymentCents: 600_000 }))).toBe(
      'REPAYMENT_TOO_HIGH',
    );
    await approveIt({ ...half, repaymentCents: 399_800 });
  });

  test('is repaid from escrow before the owner gets anything, and the value of a share does not drop', async () => {
    await approveIt({ amountCents: 2_000_000, debtCents: 400_000, repaymentCents: 400_000 });
    await invest(60, mortgaged);
    const runs = await worthOf(ada, mortgaged);
    expect(runs).toMatchObject({
      value: { perShareCents: 10_000 },
      ...{ debtCents: 400_000, repaymentDueCents: 400_000, loanToValueBps: 2_000 },
    });
    const listed = async () => (await api(ada).valuations.list({ propertyId: mortgaged })).items[0];
    expect(await listed()).toMatchObject({ debtCents: 400_000, loanToValueBps: 2_000 });
    expect((await api(ada).properties.detail({ id: mortgaged })).debtCents).toBe(400_000);
    t.clock.advance(3 * DAY);
    await t.platform.jobs.drain();
    const balances = await rows<{ kind: string; balance: number }>(
      t.platform.db,
      sql`select kind, balance::float8 as balance from ledger_accounts
          where property_id = ${mortgaged} and kind in ('property_escrow', 'property_mortgage') order by kind`,
    );
    expect(balances).toEqual([
      { kind: 'property_escrow', balance: 0 },
      { kind: 'property_mortgage', balance: 400_000 },
    ]);
    expect((await api(owner).wallet.overview()).availableCents).toBe(200_000);
    expect(await worthOf(ada, mortgaged)).toMatchObject({
      value: { perShareCents: 10_000, basis: 'appraisal' },
      valuationCents: 2_000_000,
      ...{ debtCents: 0, repaymentDueCents: 0, loanToValueBps: 0 },
      equityOfferedBps: 5_000,
    });
    expect(await listed()).toMatchObject({ debtCents: 0, loanToValueBps: 0 });
    // Nothing is left to repay: the rest is the owner's.
    await invest(10, mortgaged);
    await t.platform.jobs.drain();
    t.clock.advance(DAY);
    await t.platform.jobs.drain();
    expect((await api(owner).wallet.overview()).availableCents).toBe(300_000);
  });
});

describe('filing', () => {
  test('counts for nothing until an admin approves it, and nobody else sees it', async () => {
    const id = await aFiledValuation(owner, { propertyId, amountCents: 1_050_000 });
    expect((await worthOf()).value.perShareCents).toBe(10_000);
    const seen = async (person: Person) => (await api(person).valuations.list({ propertyId })).items.length;
    expect([await seen(ada), await seen(owner), await seen(admin)]).toEqual([1, 2, 2]);
    expect((await api(admin).valuations.reviewList({ status: 'pending' })).items[0]).toMatchObject({
      id,
      status: 'pending',
      beforeCents: 10_000,
      afterCents: 10_500,
      isLargeChange: false,
      document: { title: 'Appraisal', mediaType: 'application/pdf' },
    });
  });

  test('is for the owner, with a document of the property, for a day since the offering', async () => {
    t.clock.advance(2 * DAY);
    const yesterday = dayText(new Date(t.clock.now().getTime() - DAY));
    expect(await fileBy(ada)).toBe('NOT_YOURS');
    expect(await fileBy(owner, { effectiveOn: dayText(new Date(t.clock.now().getTime() + DAY)) })).toBe(
      'DATED_AHEAD',
    );
    expect(await fileBy(owner, { effectiveOn: '2020-01-01' })).toBe('BEFORE_OFFERING');
    expect(await fileBy(owner, { documentId: newKey() })).toBe('DOCUMENT_NOT_OF_PROPERTY');
    expect(await fileBy(owner, { documentId: undefined })).toBe('MALFORMED');
    const other = await anApprovedProperty(t.platform, { owner, admin });
    expect(await fileBy(owner, { documentId: await anAppraisal(owner, other.id) })).toBe(
      'DOCUMENT_NOT_OF_PROPERTY',
    );
    const withdrawn = await anAppraisal(owner, propertyId);
    await api(admin).documents.withdraw({ documentId: withdrawn, reason: 'Outdated.' });
    expect(await fileBy(owner, { documentId: withdrawn })).toBe('DOCUMENT_NOT_OF_PROPERTY');
    const infected = await anAppraisal(owner, propertyId);
    await findVirusIn(infected);
    expect(await fileBy(owner, { documentId: infected })).toBe('DOCUMENT_INFECTED');
    const pending = await aPendingProperty(t.platform, { owner });
    expect(await fileBy(owner, { propertyId: pending.id })).toBe('NOT_ON_MARKET');
    expect(await fileBy(ada, { propertyId: pending.id })).toBe('PROPERTY_NOT_FOUND');
    await api(owner).valuations.file(await filing({ effectiveOn: yesterday }));
  });

  test('has at most ten times its amount as debt, and one with more debt breaks no list', async () => {
    expect(await fileBy(owner, { amountCents: 1, debtCents: 11 })).toBe('MALFORMED');
    const { id } = await api(owner).valuations.file(await filing({ amountCents: 1, debtCents: 10 }));
    const listed = async (one: string) =>
      (await api(admin).valuations.reviewList({ status: 'pending' })).items.find((item) => item.id === one);
    expect(await listed(id)).toMatchObject({ loanToValueBps: 100_000 });
    const { db } = t.platform;
    const [stored] = await db.select().from(valuations).where(eq(valuations.id, id));
    const more = { ...stored, id: newKey(), debtCents: MAX_CENTS } as typeof valuations.$inferInsert;
    await db.insert(valuations).values(more);
    expect((await listed(more.id))?.loanToValueBps).toBe(Number.MAX_SAFE_INTEGER);
  });

  test('has one effect for one key, and leaves room for five that wait', async () => {
    const input = await filing();
    const first = await api(owner).valuations.file(input);
    expect(await api(owner).valuations.file(input)).toEqual(first);
    for (let more = 0; more < 4; more += 1) await api(owner).valuations.file(await filing());
    expect(await fileBy(owner)).toBe('TOO_MANY_PENDING');
    await reject(admin, first.id);
    await api(owner).valuations.file(await filing());
  });
});

describe('a decision', () => {
  test('makes every figure of value follow the newest approved valuation, and says its basis', async () => {
    await invest(10);
    await anApprovedValuation(owner, admin, { propertyId, amountCents: 1_080_000, debtCents: 20_000 });
    const value = { perShareCents: 10_600, basis: 'appraisal', effectiveOn: today() };
    expect(await worthOf()).toMatchObject({
      value,
      valuationCents: 1_080_000,
      debtCents: 20_000,
      loanToValueBps: 185,
    });
    const { holdings, totalValueCents, thisMonth } = await api(ada).portfolio.overview();
    expect(holdings.find((one) => one.propertyId === propertyId)).toMatchObject({
      value,
      valueCents: 106_000,
    });
    expect(thisMonth.startValueCents + thisMonth.netInvestedCents + thisMonth.returnCents).toBe(
      totalValueCents,
    );
    expect(await api(ada).properties.detail({ id: propertyId })).toMatchObject({
      value,
      valuationCents: 1_080_000,
    });
    expect((await api(ada).resale.book({ propertyId })).property).toMatchObject({
      value,
      priceBand: { lowestCents: 5_300, highestCents: 21_200 },
    });
    expect((await worthOf()).steps.map(({ perShareCents }) => perShareCents)).toEqual([10_600]);
  });

  test('is never made by the owner, nor twice, and the second admin learns who decided what', async () => {
    const ownersAdmin = await anAdmin(t.platform);
    const { id: own } = await anApprovedProperty(t.platform, { owner: ownersAdmin, admin });
    const mine = await aFiledValuation(ownersAdmin, { propertyId: own, amountCents: 1_000_000 });
    expect(await refusalOf(decide(ownersAdmin, mine))).toBe('OWN_PROPERTY');
    expect(await refusalOf(reject(ownersAdmin, mine))).toBe('OWN_PROPERTY');
    await decide(admin, mine);
    expect(await refusalOf(reject(admin, mine))).toBe('ALREADY_DECIDED');
    await expect(decide(await anAdmin(t.platform), mine)).rejects.toThrow(
      'Ada Quill approved this valuation on',
    );
    expect(await refusalOf(decide(admin, newKey()))).toBe('VALUATION_NOT_FOUND');
  });

  test('refuses a document that was withdrawn meanwhile, and a property that left the market', async () => {
    const documentId = await anAppraisal(owner, propertyId);
    const id = await aFiledValuation(owner, { propertyId, amountCents: 1_000_000, documentId });
    await api(admin).properties.setStatus({ id: propertyId, status: 'pending' });
    expect(await refusalOf(decide(admin, id))).toBe('NOT_ON_MARKET');
    await api(admin).properties.setStatus({ id: propertyId, status: 'approved' });
    await api(admin).documents.withdraw({ documentId, reason: 'Outdated.' });
    expect(await refusalOf(decide(admin, id))).toBe('DOCUMENT_WITHDRAWN');
  });

  test('stays listed when its document is withdrawn, whose title only the owner and admins see then', async () => {
    const documentId = await anAppraisal(owner, propertyId);
    await anApprovedValuation(owner, admin, { propertyId, amountCents: 1_000_000, documentId });
    const documentFor = async (reader: Parameters<typeof api>[0]) =>
      (await api(reader).valuations.list({ propertyId })).items[0]?.document;
    const visitor = contextOf(t.platform);
    for (const reader of [visitor, ada, owner, admin])
      expect(await documentFor(reader)).toMatchObject({ title: 'Appraisal', withdrawn: false });
    await api(admin).documents.withdraw({ documentId, reason: 'It names tenants.' });
    for (const reader of [visitor, ada])
      expect(await documentFor(reader)).toMatchObject({ id: documentId, title: '', withdrawn: true });
    for (const reader of [owner, admin])
      expect(await documentFor(reader)).toMatchObject({ title: 'Appraisal', withdrawn: true });
  });

  test('refuses a document in which the virus scanner found something meanwhile', async () => {
    const documentId = await anAppraisal(owner, propertyId);
    const id = await aFiledValuation(owner, { propertyId, amountCents: 1_000_000, documentId });
    await findVirusIn(documentId);
    expect(await refusalOf(decide(admin, id))).toBe('DOCUMENT_INFECTED');
    await reject(admin, id);
  });

  test('that rejects sends the owner the reason, and changes nothing', async () => {
    const id = await aFiledValuation(owner, { propertyId, amountCents: 2_000_000 });
    await reject(admin, id);
    expect((await worthOf()).value.perShareCents).toBe(10_000);
    expect((await api(owner).notifications.list({})).items[0]?.message).toContain(
      'It is of another building.',
    );
    expect((await api(owner).valuations.list({ propertyId })).items[0]).toMatchObject({ status: 'rejected' });
  });

  test('changes nothing of a row: valuations and decisions are only appended', async () => {
    for (const table of ['valuations', 'valuation_decisions'])
      await expect(t.platform.db.execute(sql.raw(`delete from ${table}`))).rejects.toThrow();
  });

  test('for an earlier day counts for that day, and not for today when a later one is approved', async () => {
    t.clock.advance(10 * DAY);
    const daysAgo = (days: number) => dayText(new Date(t.clock.now().getTime() - days * DAY));
    await anApprovedValuation(owner, admin, { propertyId, amountCents: 1_050_000, effectiveOn: daysAgo(2) });
    await anApprovedValuation(owner, admin, { propertyId, amountCents: 1_090_000, effectiveOn: daysAgo(5) });
    const { steps, value } = await worthOf();
    expect(value.perShareCents).toBe(10_500);
    expect(steps.map(({ from, perShareCents }) => [from, perShareCents])).toEqual([
      [daysAgo(10), 10_000],
      [daysAgo(5), 10_900],
      [daysAgo(2), 10_500],
    ]);
  });
});

describe('a change of more than a tenth', () => {
  test('halts trading until the next day begins, and notifies the holders', async () => {
    t.clock.moveTo(new Date(Date.UTC(2027, 4, 3, 15)));
    await invest(10);
    await anApprovedValuation(owner, admin, { propertyId, amountCents: 1_100_001 });
    await t.platform.jobs.drain();
    const order = { propertyId, shares: 1, pricePerShareCents: 11_000, requestId: newKey() };
    expect(await refusalOf(api(ada).resale.openListing(order))).toBe('TRADING_HALTED');
    expect((await api(ada).notifications.list({})).items[0]).toMatchObject({
      title: 'Your shares are worth more',
    });
    t.clock.moveTo(new Date(Date.UTC(2027, 4, 3, 23, 59, 59)));
    await t.platform.jobs.drain();
    expect((await api(ada).resale.book({ propertyId })).haltReason).toContain('more than 10%');
    t.clock.moveTo(new Date(Date.UTC(2027, 4, 4, 0, 1)));
    await t.platform.jobs.drain();
    expect((await api(ada).resale.book({ propertyId })).haltReason).toBeNull();
    await api(ada).resale.openListing(order);
  });

  test('leaves the halt of an admin to that admin', async () => {
    await api(admin).resale.haltTrading({ propertyId, reason: 'A fire.' });
    await anApprovedValuation(owner, admin, { propertyId, amountCents: 500_000 });
    t.clock.advance(2 * DAY);
    await t.platform.jobs.drain();
    expect((await api(ada).resale.book({ propertyId })).haltReason).toBe('A fire.');
  });

  test('halts trading until its end, whatever one admin does', async () => {
    await anApprovedValuation(owner, admin, { propertyId, amountCents: 500_000 });
    const { haltedUntil } = await api(ada).resale.book({ propertyId });
    expect(haltedUntil).toMatch(/T00:00:00\.000Z$/);
    const resume = () => api(admin).resale.resumeTrading({ propertyId });
    expect(await refusalOf(resume())).toBe('HALT_NOT_OVER');
    await api(admin).resale.haltTrading({ propertyId, reason: 'We look into it.' });
    expect((await api(ada).resale.book({ propertyId })).haltedUntil).toBeNull();
    expect((await resume()).haltReason).toContain('more than 10%');
    expect(await api(ada).resale.book({ propertyId })).toMatchObject({
      haltReason: expect.stringContaining('more than 10%'),
      haltedUntil,
    });
    t.clock.moveTo(new Date(haltedUntil ?? ''));
    await t.platform.jobs.drain();
    expect(await api(ada).resale.book({ propertyId })).toMatchObject({ haltReason: null, haltedUntil: null });
  });

  test('halts trading until its end also where an admin’s halt from before it ends earlier', async () => {
    await api(admin).resale.haltTrading({ propertyId, reason: 'A fire.' });
    await anApprovedValuation(owner, admin, { propertyId, amountCents: 500_000 });
    expect((await api(admin).resale.resumeTrading({ propertyId })).haltReason).toContain('more than 10%');
    t.clock.advance(DAY);
    await t.platform.jobs.drain();
    expect((await api(ada).resale.book({ propertyId })).haltReason).toBeNull();
  });

  test('can be halted for longer by an admin, who alone ends it then', async () => {
    await anApprovedValuation(owner, admin, { propertyId, amountCents: 500_000 });
    await api(admin).resale.haltTrading({ propertyId, reason: 'We look into it.' });
    t.clock.advance(2 * DAY);
    await t.platform.jobs.drain();
    expect((await api(ada).resale.book({ propertyId })).haltReason).toBe('We look into it.');
    await api(admin).resale.resumeTrading({ propertyId });
    expect((await api(ada).resale.book({ propertyId })).haltReason).toBeNull();
  });

  test('also happens by valuations that are small each, and each further one needs two admins', async () => {
    await invest(10);
    await anApprovedValuation(owner, admin, { propertyId, amountCents: 1_060_000 });
    expect((await api(ada).resale.book({ propertyId })).haltReason).toBeNull();
    const second = await aFiledValuation(owner, { propertyId, amountCents: 1_110_000 });
    const careful = on(secondPlatform(t, { env: { APPROVALS: '2' } }), admin);
    expect(await refusalOf(decide(careful, second))).toBe('APPROVAL_REQUIRED');
    const { items: waiting } = await api(admin).valuations.reviewList({ status: 'pending' });
    expect(waiting.find(({ id }) => id === second)).toMatchObject({
      beforeCents: 10_600,
      isLargeChange: true,
    });
    expect((await decide(admin, second)).haltedUntil).not.toBeNull();
    await t.platform.jobs.drain();
    expect((await api(ada).resale.book({ propertyId })).haltReason).toContain('more than 10%');
    expect((await api(ada).notifications.list({})).items[0]?.title).toBe('Your shares are worth more');
    // From here on, changes are measured from the value that halted trading.
    const third = await aFiledValuation(owner, { propertyId, amountCents: 1_200_000 });
    expect((await decide(careful, third)).haltedUntil).toBeNull();
  });

  test('does not happen within a tenth', async () => {
    await anApprovedValuation(owner, admin, { propertyId, amountCents: 1_100_000 });
    await anApprovedValuation(owner, admin, { propertyId, amountCents: 990_000 });
    expect((await api(ada).resale.book({ propertyId })).haltReason).toBeNull();
  });
});

test('the database values shares as the rules do, whatever was approved', async () => {
  const figures = fc
    .tuple(fc.integer({ min: 1, max: 3_000_000 }), fc.nat(1_000_000))
    .map(([amount, debt]) => [amount, Math.min(debt, MAX_DEBT_MULTIPLE * amount)] as const);
  const amounts = fc.array(figures, { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(
      amounts,
      fc.integer({ min: 1, max: 10_000 }),
      fc.integer({ min: 1, max: 300 }),
      async (valued, bps, shares) => {
        const { id } = await anApprovedProperty(t.platform, { owner, admin, shares });
        for (const [amountCents, debtCents] of valued)
          await anApprovedValuation(owner, admin, { propertyId: id, amountCents, debtCents });
        await t.platform.db
          .transaction(async (tx) => {
            await tx.update(properties).set({ equityOfferedBps: bps }).where(eq(properties.id, id));
            const of = columnsAs('properties');
            const [stored] = await rows<{ share: number; whole: number }>(
              tx,
              sql`select ${perShareCents(of)} as share, ${currentValuationCents(of)} as whole
                from properties where id = ${id}`,
            );
            const known = (await currentValues(tx, [id], t.clock.now())).get(id);
            expect(stored).toEqual({ share: known?.value.perShareCents, whole: known?.valuationCents });
            throw new Error('undo');
          })
          .catch((error: Error) => {
            if (error.message !== 'undo') throw error;
          });
      },
    ),
    { numRuns: 8, seed: 5 },
  );
});
