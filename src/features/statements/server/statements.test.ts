import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LEDGER_BLOCK_BITS } from '#db/schema/ledger.ts';
import { monthlyStatements } from '#db/schema/statements.ts';
import { noLines } from '#features/distributions/distributions.rules.ts';
import { updateProfile } from '#features/identity/server/index.ts';
import { formatUsdExact, toDecimal } from '#kernel/money.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import { rows } from '#platform/server/database/db.ts';
import { checkInvariants } from '#platform/server/verification/invariants.ts';
import {
  anAdmin,
  anApprovedProperty,
  api,
  aUser,
  fund,
  newKey,
  type Person,
  personOf,
  systemOf,
} from '#tests/support/actors.ts';
import { backupOf, restoreInto } from '#tests/support/backups.ts';
import { textOfPdf } from '#tests/support/pdf-text.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { issueChunk } from './issue-chunk.ts';
import { issueNext } from './issue-next.ts';
import { planChunks } from './plan-chunks.ts';
import { statementPdf } from './statement-pdf.ts';
import { statementMonthsOf, statementOf } from './statements.queries.ts';
import { statementInvariants } from './verify-statements.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let admin: Person;
let ada: Person;
let ben: Person;
let propertyId: number;

/** January: Ada deposits and buys. February: nothing. March: she sells some of it to Ben. */
beforeAll(async () => {
  t = await testPlatform();
  t.clock.moveTo(new Date('2027-01-10T10:00:00Z'));
  admin = await anAdmin(t.platform);
  ada = await aUser(t.platform, { cash: 500_000 });
  ({ id: propertyId } = await anApprovedProperty(t.platform, { admin, name: 'The "Court" \\ 5' }));
  t.clock.advance(DAY);
  await api(ada).investing.invest({ propertyId, shares: 10, requestId: newKey() });
  t.clock.moveTo(new Date('2027-03-20T10:00:00Z'));
  ben = await aUser(t.platform, { cash: 300_000 });
  const order = { propertyId, shares: 4, pricePerShareCents: 11_000 };
  const { id: listingId } = await api(ada).resale.openListing({ ...order, requestId: newKey() });
  const bought = { listingId, shares: 4, expectedTotalCents: 44_000, requestId: newKey() };
  await api(ben).resale.buyShares(bought);
});
afterAll(() => t?.close());

const statement = (person: Person, month: string) => statementOf(t.platform.db, person.id, month);

/** The same person, signed in at this moment. */
const again = (person: Person, role: 'user' | 'admin' = 'user') => personOf(t.platform, { ...person, role });

async function drift() {
  const found = await checkInvariants(t.platform.db, statementInvariants);
  return found.flatMap(({ drifts }) => drifts);
}

test('nothing is issued before the 3rd at 03:00, and then every month that is over, in order', async () => {
  t.clock.moveTo(new Date('2027-04-03T02:59:59Z'));
  await t.platform.jobs.drain();
  expect(await statementMonthsOf(t.platform.db, ada.id)).toEqual(['2027-02', '2027-01']);
  t.clock.moveTo(new Date('2027-04-03T03:00:00Z'));
  await t.platform.jobs.drain();
  expect(await statementMonthsOf(t.platform.db, ada.id)).toEqual(['2027-03', '2027-02', '2027-01']);
  expect(await statementMonthsOf(t.platform.db, ben.id)).toEqual(['2027-03']);
  expect(await drift()).toEqual([]);
});

test('a statement has both balances, the shares and every movement with its fee', async () => {
  const { figures, view } = await statement(ada, '2027-01');
  expect(view).toMatchObject({ openingCashCents: 0, closingCashCents: 397_500, valueCents: 100_000 });
  expect(
    figures.movements.map(({ kind, cents, shares, feeCents }) => [kind, cents, shares, feeCents]),
  ).toEqual([
    ['deposit', 500_000, 0, 0],
    ['purchase', -102_500, 10, 2_500],
  ]);
  const march = await statement(ada, '2027-03');
  expect(march.figures.movements.map(({ kind, cents, shares }) => [kind, cents, shares])).toEqual([
    ['sale', 44_000, -4],
  ]);
  expect(march.figures.holdings).toMatchObject([{ openingShares: 10, closingShares: 6 }]);
  expect((await statement(ben, '2027-03')).figures.movements.map(({ kind }) => kind)).toEqual([
    'deposit',
    'purchase',
  ]);
});

/** A value as the JSON functions of Postgres write it: statements were issued with these before. */
function asPostgresWrites(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(asPostgresWrites).join(', ')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([name, one]) => `${JSON.stringify(name)} : ${asPostgresWrites(one)}`,
  );
  return `{${fields.join(', ')}}`;
}

test('the same figures are the same text, whatever a property is called', async () => {
  const [stored] = await rows<{ text: string }>(
    t.platform.db,
    sql`select figures as text from monthly_statements where user_id = ${ada.id} and month = '2027-01'`,
  );
  const movement = (kind: string, figures: object) => ({ at: expect.any(String), kind, ...figures });
  const figures = {
    month: '2027-01',
    openingCashCents: 0,
    closingCashCents: 397_500,
    holdings: [
      {
        propertyId,
        name: 'The "Court" \\ 5',
        openingShares: 0,
        closingShares: 10,
        perShareCents: 10_000,
        annualYieldBps: 750,
      },
    ],
    movements: [
      movement('deposit', { propertyId: null, propertyName: null, cents: 500_000, shares: 0, feeCents: 0 }),
      movement('purchase', {
        propertyId,
        propertyName: 'The "Court" \\ 5',
        cents: -102_500,
        shares: 10,
        feeCents: 2_500,
      }),
    ],
  };
  const read = JSON.parse(stored?.text ?? '');
  expect(read).toEqual(figures);
  const inOrder = {
    ...figures,
    movements: figures.movements.map((one, at) => ({ ...one, at: read.movements[at].at })),
  };
  expect(stored?.text).toBe(asPostgresWrites(inOrder));
  const minutes = inOrder.movements.map(({ at }) => at.slice(0, 16));
  expect(minutes).toEqual(['2027-01-10T10:00', '2027-01-11T10:00']);
});

test('a month without movements opens and closes with what the one before closed with', async () => {
  const { figures, view } = await statement(ada, '2027-02');
  expect(figures.movements).toEqual([]);
  expect([view.openingCashCents, view.closingCashCents]).toEqual([397_500, 397_500]);
  expect(figures.holdings).toMatchObject([{ openingShares: 10, closingShares: 10 }]);
});

test('chunks of one person at a time, in any order, issue each statement once, also when they are repeated', async () => {
  const people = await rows<{ id: string }>(
    t.platform.db,
    sql`select distinct user_id as id from ledger_accounts where user_id is not null`,
  );
  await fund(ada, 1_000);
  t.clock.moveTo(new Date('2027-05-02T12:00:00Z'));
  const [system, month] = [systemOf(t.platform), '2027-04'];
  const { waiting } = await planChunks(system, { month, maxPeople: 1 });
  expect(waiting).toHaveLength(people.length);
  for (const afterId of waiting.toReversed()) {
    expect(await issueChunk(system, { month, afterId })).toEqual({ issued: 1 });
    // The books are verified in the middle of a month too.
    expect(await drift()).toEqual([]);
    expect(await issueChunk(system, { month, afterId })).toEqual({ issued: null });
  }
  const finish = () => issueNext(system, { month, maxPeople: 1 });
  const finished = { issued: 0, done: true, isElsewhere: false };
  expect(await Promise.all([finish(), finish()])).toEqual([finished, finished]);
  expect((await statement(ada, month)).view.closingCashCents).toBe(397_500 + 44_000 + 1_000);
  expect(await drift()).toEqual([]);
});

test('a PDF has every figure of the statement, and is the same bytes from then on', async () => {
  const { figures, view } = await statement(ada, '2027-01');
  const { bytes } = await statementPdf(t.platform, ada.id, '2027-01');
  const text = await textOfPdf(bytes);
  for (const cents of [view.openingCashCents, view.closingCashCents, view.valueCents])
    expect(text).toContain(formatUsdExact(cents));
  for (const { cents } of figures.movements) expect(text).toContain(formatUsdExact(cents));
  expect(text).toContain(view.hash);
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'at its offering price until the offering succeeds, then at',
  );
  await updateProfile(ada, { firstName: 'Another', lastName: 'Name' });
  const again = await statementPdf(t.platform, ada.id, '2027-01');
  expect(Buffer.from(again.bytes).equals(Buffer.from(bytes))).toBe(true);
});

test('a backup that is restored elsewhere hands out the same bytes and figures', async () => {
  const drawn = await statementPdf(t.platform, ada.id, '2027-01');
  const { view } = await statement(ada, '2027-03');
  const elsewhere = await testPlatform();
  await restoreInto(elsewhere.platform.db, await backupOf(t.platform.db));
  const restored = await statementPdf(elsewhere.platform, ada.id, '2027-01');
  expect(Buffer.from(restored.bytes).equals(Buffer.from(drawn.bytes))).toBe(true);
  expect((await statementOf(elsewhere.platform.db, ada.id, '2027-03')).view).toEqual(view);
  await elsewhere.close();
});

test('what a correction takes back is in its own month, an account of one day is whole, and so is February 29', async () => {
  const to = async (moment: string) => {
    t.clock.moveTo(new Date(moment));
    await t.platform.jobs.drain();
  };
  await to('2027-05-31T20:00:00Z');
  const { id } = await anApprovedProperty(t.platform, { admin, minimumShares: 50 });
  const buyer = await again(ben);
  const bought = await api(buyer).investing.invest({ propertyId: id, shares: 2, requestId: newKey() });
  t.clock.advance(14 * HOUR);
  await api(buyer).investing.cancelPurchase({ investmentId: bought.id, requestId: newKey() });
  await to('2027-06-15T10:00:00Z');
  const may = await statement(ben, '2027-05');
  const cara = await aUser(t.platform, { cash: 5_000 });
  await api(cara).wallet.withdraw({ amountCents: 5_000, requestId: newKey() });
  await to('2027-06-15T12:00:00Z');
  await to('2027-07-03T03:00:00Z');
  const june = await statement(ben, '2027-06');
  const movements = ({ figures }: typeof june) => figures.movements.map(({ kind, shares }) => [kind, shares]);
  expect([movements(may), movements(june)]).toEqual([[['purchase', 2]], [['cancellation', -2]]]);
  expect(june.view.closingCashCents).toBe(may.view.openingCashCents);
  expect(await statement(ben, '2027-05')).toEqual(may);

  const oneDay = await statement(cara, '2027-06');
  expect(oneDay.figures.movements.map(({ cents }) => cents)).toEqual([5_000, -5_000]);
  expect([oneDay.view.openingCashCents, oneDay.view.closingCashCents]).toEqual([0, 0]);
  const { performance } = await api(await again(cara)).reports.overview({});
  expect(performance.byPeriod).toEqual([]);

  await to('2028-02-29T23:50:00Z');
  await fund(ada, 700);
  await to('2028-03-03T03:00:00Z');
  expect((await statement(ada, '2028-02')).figures.movements.map(({ cents }) => cents)).toEqual([700]);
  expect(await drift()).toEqual([]);
});

test('a month is read from the blocks of the ledger that have a part of it, and from no others', async () => {
  const startBlock = () =>
    t.platform.db.execute(
      sql`select setval(pg_get_serial_sequence('ledger_transfers', 'id'),
            (((max(id) >> ${LEDGER_BLOCK_BITS}::int) + 1) << ${LEDGER_BLOCK_BITS}::int) - 1) from ledger_transfers`,
    );
  /** The id of a transfer in the middle of the present block. */
  const inBlock = async () => {
    const [found] = await rows<{ id: string }>(
      t.platform.db,
      sql`select (max(id) + 1000)::text as id from ledger_transfers`,
    );
    return found?.id ?? '';
  };
  const middles: string[] = [];
  for (const [day, cents] of [
    ['04-10', 100],
    ['04-20', 200],
    ['05-10', 400],
    ['05-20', 800],
  ] as const) {
    t.clock.moveTo(new Date(`2028-${day}T10:00:00Z`));
    await startBlock();
    await fund(ada, cents);
    middles.push(await inBlock());
  }
  // Of a moment at which no server can have written them there: found only where all blocks are read.
  for (const [id, at] of [
    [middles[0], '2028-05-15'],
    [middles[3], '2028-04-15'],
  ])
    await t.platform.db.execute(sql`
      insert into ledger_transfers (id, operation_id, code, debit_account, credit_account, asset, amount, at)
      overriding system value values (${id}::bigint, gen_random_uuid(), 'deposit', 'platform:bank', ${`user:${ada.id}:cash`}, 'usd', 1, ${at}::timestamptz)`);
  t.clock.moveTo(new Date('2028-06-03T03:00:00Z'));
  await t.platform.jobs.drain();
  const centsOf = async (month: string) =>
    (await statement(ada, month)).figures.movements.map(({ cents }) => cents);
  expect([await centsOf('2028-04'), await centsOf('2028-05')]).toEqual([
    [100, 200],
    [400, 800],
  ]);
});

test('movements name their property to its owner, and to a person who sold its shares before, in figures, CSV and PDF', async () => {
  const { platform, clock } = t;
  const at = (moment: string) => clock.moveTo(new Date(moment));
  at('2028-07-02T10:00:00Z');
  const owner = await aUser(platform, { cash: 500_000 });
  const seller = await aUser(platform, { cash: 500_000 });
  const [buyer, approver] = [await again(ben), await again(admin, 'admin')];
  const name = 'The "Mill" \\ 7';
  const { id } = await anApprovedProperty(platform, { owner, admin: approver, name });
  await api(seller).investing.invest({ propertyId: id, shares: 10, requestId: newKey() });
  at('2028-07-20T10:00:00Z');
  await platform.jobs.drain();
  at('2028-10-01T10:00:00Z');
  const order = { propertyId: id, shares: 10, pricePerShareCents: 10_000 };
  const { id: listingId } = await api(seller).resale.openListing({ ...order, requestId: newKey() });
  const bought = { listingId, shares: 10, expectedTotalCents: 100_000, requestId: newKey() };
  await api(buyer).resale.buyShares(bought);
  for (const month of ['2028-07', '2028-08', '2028-09']) {
    const lines = { ...noLines, rentCents: 10_000 };
    await api(owner).distributions.reportMonth({ propertyId: id, month, lines, requestId: newKey() });
  }
  at('2028-11-20T10:00:00Z');
  await platform.jobs.drain();
  const quarter = { id: `${id}-2028-Q3` };
  const { netCents: expectedNetCents, preparedAt } = await api(approver).distributions.statement(quarter);
  const approval = { ...quarter, expectedNetCents, preparedAt, requestId: newKey() };
  await api(approver).distributions.approve(approval);
  await platform.jobs.drain();
  at('2028-12-03T03:00:00Z');
  await platform.jobs.drain();

  const cells = async (person: Person, month: string) => {
    const { content } = await api(person).reports.statementFile({ month, format: 'csv' });
    const options = { bom: true, relax_column_count: true };
    return parse(Buffer.from(content, 'base64'), options) as string[][];
  };
  for (const [person, month, kinds] of [
    [owner, '2028-07', ['Offering proceeds']],
    [owner, '2028-10', ['Rent', 'Rent', 'Rent']],
    [owner, '2028-11', ["Owner's share"]],
    [seller, '2028-11', ['Distribution']],
  ] as const) {
    const { figures } = await statementOf(platform.db, person.id, month);
    const ofProperty = figures.movements.filter(({ propertyId: one }) => one === id);
    expect(figures.holdings).toEqual([]);
    expect(ofProperty.map(({ propertyName }) => propertyName)).toEqual(kinds.map(() => name));
    const named = (await cells(person, month)).filter((row) => row.length === 6 && row[2] === name);
    expect(named.map(([, kind]) => kind)).toEqual(kinds);
  }
  for (const person of [owner, seller]) {
    const text = await textOfPdf((await statementPdf(platform, person.id, '2028-11')).bytes);
    expect(text).toContain(name);
    expect(text).not.toContain(`Property ${id}`);
  }
  const { view } = await statementOf(platform.db, seller.id, '2028-11');
  expect(view.totalIncomeCents).toBeGreaterThan(0);
  const income = { propertyId: id, name, shares: 0, incomeCents: view.totalIncomeCents, yieldBps: null };
  expect(view.properties).toEqual([income]);
  expect(await cells(seller, '2028-11')).toContainEqual([name, toDecimal(view.totalIncomeCents), '']);
});

test('a statement whose movements were stored without names is read as before', async () => {
  const holding = {
    name: 'Elm House',
    openingShares: 2,
    closingShares: 2,
    perShareCents: 10,
    annualYieldBps: 1,
  };
  const movement = { at: '2020-01-15T00:00:00.000Z', kind: 'distribution', shares: 0, feeCents: 1 };
  const figures = JSON.stringify({
    month: '2020-01',
    openingCashCents: 0,
    closingCashCents: 5,
    holdings: [{ propertyId: 8, ...holding }],
    movements: [
      { propertyId: 8, cents: 2, ...movement },
      { propertyId: 9, cents: 3, ...movement },
    ],
  });
  const hash = createHash('sha256').update(figures).digest('hex');
  const cash = { openingCashCents: 0, closingCashCents: 5 };
  await t.platform.db
    .insert(monthlyStatements)
    .values({ userId: ben.id, month: '2020-01', ...cash, figures, hash, issuedAt: t.clock.now() });
  const { view } = await statement(ben, '2020-01');
  expect(view).toMatchObject({
    hash,
    totalIncomeCents: 7,
    properties: [
      { name: 'Elm House', shares: 2, incomeCents: 3, yieldBps: 1 },
      { name: 'Property 9', shares: 0, incomeCents: 4, yieldBps: null },
    ],
  });
  const text = await textOfPdf((await statementPdf(t.platform, ben.id, '2020-01')).bytes);
  expect(text.match(/Elm House/g)).toHaveLength(3);
  expect(text.match(/Property 9/g)).toHaveLength(2);
});

test('neither figures nor bytes can be changed', async () => {
  for (const change of [
    sql`update monthly_statements set closing_cash_cents = 0`,
    sql`delete from drawn_documents`,
  ]) {
    await expect(t.platform.db.execute(change)).rejects.toThrow();
  }
});
