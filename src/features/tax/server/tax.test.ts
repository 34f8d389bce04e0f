import { parse } from 'csv-parse/sync';
import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { LEDGER_BLOCK_BITS } from '#db/schema/ledger.ts';
import { noLines } from '#features/distributions/distributions.rules.ts';
import { uploadDocument } from '#features/documents/server/index.ts';
import { accounts, post } from '#features/ledger/server/index.ts';
import { fundPromotions } from '#features/referrals/server/index.ts';
import { reachTier } from '#features/referrals/server/reach-tier.ts';
import { type Cents, formatUsdExact, toDecimal } from '#kernel/money.ts';
import { DAY, formatDate, HOUR } from '#kernel/time.ts';
import { type Database, type Queryable, rows } from '#platform/server/database/db.ts';
import {
  anAdmin,
  anApprovedProperty,
  api,
  aUser,
  newKey,
  type Person,
  personOf,
  systemOf,
} from '#tests/support/actors.ts';
import { verifyIdentity } from '#tests/support/applicants.ts';
import { expectBooksBalance, refusalOf } from '#tests/support/checks.ts';
import { textOfPdf } from '#tests/support/pdf-text.ts';
import { indexesUsed } from '#tests/support/plans.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { testFiles } from '#tests/support/ports.ts';
import { aPdf } from '#tests/support/uploads.ts';
import { type Boxes, DIVIDEND_BOXES, noBoxes } from '../tax.rules.ts';
import { exportRows } from './export-rows.ts';
import { taxableYears } from './tax.queries.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let admin: Person;
let second: Person;
let owner: Person;
let ada: Person;
let ben: Person;
let propertyId: number;
let documentId: string;

const at = (moment: string) => t.clock.moveTo(new Date(moment));

/** Runs a command that takes two admins: one requests it, the other carries it out. */
async function byTwo(command: string, input: Record<string, unknown>): Promise<void> {
  const asked = { command, input, reason: 'It is due.', requestId: newKey() };
  const { id } = await api(admin).approvals.request(asked);
  await api(second).approvals.execute({ id });
}

/** A quarter's rent, reported, approved by two and paid. */
async function payQuarter(
  quarter: number,
  months: readonly string[],
  rentCents: number,
  { ofProperty = propertyId, year = 2026 } = {},
): Promise<void> {
  const next = quarter * 3 + 1;
  at(`${year}-${String(next).padStart(2, '0')}-02T09:00:00Z`);
  const reporter = await personOf(t.platform, { ...owner, role: 'user' });
  for (const month of months) {
    const lines = { ...noLines, rentCents };
    const report = { propertyId: ofProperty, month, lines, requestId: newKey() };
    await api(reporter).distributions.reportMonth(report);
  }
  await t.platform.jobs.drain();
  const id = `${ofProperty}-${year}-Q${quarter}`;
  const { netCents, preparedAt } = await api(admin).distributions.statement({ id });
  await byTwo('distributions.approve', { id, expectedNetCents: netCents, preparedAt });
  at(`${year}-${String(next).padStart(2, '0')}-15T09:00:00Z`);
  await t.platform.jobs.drain();
}

async function sell(
  seller: Person,
  buyer: Person,
  shares: number,
  pricePerShareCents: number,
  ofProperty = propertyId,
) {
  const order = { propertyId: ofProperty, shares, pricePerShareCents, requestId: newKey() };
  const { id } = await api(seller).resale.openListing(order);
  const expectedTotalCents = shares * pricePerShareCents;
  await api(buyer).resale.buyShares({ listingId: id, shares, expectedTotalCents, requestId: newKey() });
}

/** Half a year is played before the first test. */
const BUILDING_MS = 90_000;

/** Two quarters are paid in 2026: of the first, Ada has 3 shares and Ben 4; she sells two before the second is paid. */
beforeAll(async () => {
  t = await testPlatform({ env: { APPROVALS: '2' }, replace: { files: testFiles() } });
  at('2026-03-20T10:00:00Z');
  admin = await anAdmin(t.platform);
  second = await anAdmin(t.platform);
  owner = await aUser(t.platform, { cash: 1_000_000 });
  ada = await aUser(t.platform, { cash: 200_000 });
  ben = await aUser(t.platform, { cash: 200_000 });
  ({ id: propertyId } = await anApprovedProperty(t.platform, { owner, admin, shares: 100 }));
  for (const [person, shares] of [
    [ada, 3],
    [ben, 4],
  ] as const)
    await api(person).investing.invest({ propertyId, shares, requestId: newKey() });
  await t.platform.jobs.drain();
  await payQuarter(1, ['2026-03'], 99_999);
  at('2026-05-04T09:00:00Z');
  await sell(ada, ben, 2, 11_000);
  await payQuarter(2, ['2026-04', '2026-05', '2026-06'], 33_335);
  ({ id: documentId } = await uploadDocument(admin, {
    propertyId,
    kind: 'tax_record',
    title: 'Letter of the accountant',
    dated: '2026-07-01',
    name: 'letter.pdf',
    bytes: aPdf(),
  }));
}, BUILDING_MS);
afterAll(() => t?.close());
afterAll(() => expectBooksBalance(t.platform));

const listed = async () => (await api(admin).tax.taxableYears({ year: 2026 })).items[0];
const cash = async () => (await listed())?.cashCents ?? 0;

/** Boxes with so much return of capital, half of the rest qualified. */
async function boxesWith(returnOfCapitalCents: number) {
  const ordinaryCents = (await cash()) - returnOfCapitalCents;
  return { ...noBoxes, ordinaryCents, qualifiedCents: Math.floor(ordinaryCents / 2), returnOfCapitalCents };
}
const inputOf = async (returnOfCapitalCents: number, replaces: number) => ({
  propertyId,
  year: 2026,
  replaces,
  ...(await boxesWith(returnOfCapitalCents)),
  documentId,
});

describe('a year', () => {
  test('has the cash that the ledger paid, and no box before it is over and classified', async () => {
    const [paid] = await rows<{ cents: number }>(
      t.platform.db,
      sql`select sum(amount)::float8 as cents from ledger_transfers where code = 'distribution'`,
    );
    expect(await listed()).toMatchObject({ cashCents: paid?.cents, holders: 2, canBeClassified: false });
    const early = api(admin).tax.classify({ ...(await inputOf(0, 0)), requestId: newKey() });
    expect(await refusalOf(early)).toBe('APPROVAL_REQUIRED');
    expect(await refusalOf(byTwo('tax.classify', await inputOf(0, 0)))).toBe('YEAR_NOT_OVER');
    const { dividends } = await api(ada).tax.figures({ year: 2026 });
    expect(dividends).toMatchObject({ rows: [{ boxes: null }], boxes: noBoxes });
    expect(dividends.unclassifiedCents).toBe(dividends.cashCents);
  });

  test('is refused to the owner of the property, without its document, and with boxes that do not add up', async () => {
    at('2027-01-02T00:00:00Z');
    const good = await inputOf(10_000, 0);
    const refused = (change: object) => refusalOf(byTwo('tax.classify', { ...good, ...change }));
    expect(await refused({ documentId: newKey() })).toBe('DOCUMENT_NOT_OF_PROPERTY');
    expect(await refused({ ordinaryCents: good.ordinaryCents + 1 })).toBe('BOXES_DO_NOT_ADD_UP');
    expect(await refused({ year: 2025 })).toBe('NOTHING_DISTRIBUTED');
    expect(await refused({ replaces: 1 })).toBe('CLASSIFIED_MEANWHILE');
    const { id } = await anApprovedProperty(t.platform, { owner: admin });
    expect(await refused({ propertyId: id })).toBe('OWN_PROPERTY');
    const lone = api(admin).tax.classify({ ...good, requestId: newKey() });
    expect(await refusalOf(lone)).toBe('APPROVAL_REQUIRED');
  });

  test('gives each holder boxes that add up to their cash, and lowers the basis of the lots held at each record date', async () => {
    const before = (await api(ada).tax.figures({ year: 2026 })).sales;
    expect(before).toMatchObject({ proceedsCents: 22_000, basisCents: 20_500 });
    await byTwo('tax.classify', await inputOf(9_999, 0));
    const people = await Promise.all([ada, ben].map((one) => api(one).tax.figures({ year: 2026 })));
    for (const { dividends } of people) {
      const { ordinaryCents, capitalGainCents, returnOfCapitalCents } = dividends.boxes;
      expect(ordinaryCents + capitalGainCents + returnOfCapitalCents).toBe(dividends.cashCents);
      expect(dividends.unclassifiedCents).toBe(0);
    }
    const sumOf = (key: 'ordinaryCents' | 'qualifiedCents' | 'returnOfCapitalCents') =>
      people.reduce((sum, { dividends }) => sum + dividends.boxes[key], 0);
    const whole = await boxesWith(9_999);
    for (const key of ['ordinaryCents', 'qualifiedCents', 'returnOfCapitalCents'] as const)
      expect(sumOf(key)).toBe(whole[key]);
    // Two of the three shares of the first quarter are sold by the second.
    const [own] = await rows<{ cents: number }>(
      t.platform.db,
      sql`select sum(amount * 100)::float8 as cents from basis_reductions
          where user_id = ${ada.id} and distribution_id = ${`${propertyId}-2026-Q1`}`,
    );
    const lowered = 20_500 - (people[0]?.sales.basisCents ?? 0);
    expect(lowered).toBe(Math.round(((own?.cents ?? 0) * 2) / 3));
    expect(lowered).toBeGreaterThan(0);
  });

  test('is corrected by another version, whose reductions count in place of the earlier ones, which stay', async () => {
    const stored = () =>
      rows(t.platform.db, sql`select * from basis_reductions order by classification_id, user_id, position`);
    const first = await stored();
    await byTwo('tax.classify', await inputOf(0, 1));
    expect((await api(ada).tax.figures({ year: 2026 })).sales.basisCents).toBe(20_500);
    expect(await stored()).toEqual(first);
    expect((await listed())?.versions.map(({ version }) => version)).toEqual([2, 1]);
    expect(await refusalOf(byTwo('tax.classify', await inputOf(1, 1)))).toBe('CLASSIFIED_MEANWHILE');
    await expect(t.platform.db.execute(sql`update tax_allocations set cash = cash`)).rejects.toThrow();
  });

  test('is announced to each holder, once for each version', async () => {
    await t.platform.jobs.drain();
    const { items } = await api(ada).notifications.list({});
    const titles = items.map(({ title }) => title).filter((title) => /tax/.test(title));
    // Both jobs ran at the same moment, in either order.
    expect(titles.sort()).toEqual([
      'Your distributions are classified for tax',
      'Your tax figures were corrected',
    ]);
  });
});

async function released(input: Record<string, unknown>) {
  await byTwo('tax.releaseExport', input);
  const [release] = (await api(admin).tax.exports({})).items;
  return api(admin).tax.downloadExport({ id: release?.id ?? '' });
}

describe('the file for the authority’s portal', () => {
  const template = 'Tax Year,Recipient First Name,Recipient TIN,Form Account Number,Box 1a,Box 3,Box 1b';

  test('is refused with the names of the columns that are not known, and until everything is classified', async () => {
    const asked = { command: 'tax.releaseExport', reason: 'It is due.', requestId: newKey() };
    const input = { form: '1099-DIV', year: 2026, template: 'Box 1a,Favorite color,"Shoe, left"' };
    await expect(api(admin).approvals.request({ ...asked, input })).rejects.toThrow(
      'that Form 1099-DIV does not have: “Favorite color”, “Shoe, left”',
    );
    const running = { ...input, template, year: 2027 };
    expect(await refusalOf(byTwo('tax.releaseExport', running))).toBe('YEAR_NOT_OVER');
  });

  test('has the figures of the screen in the columns of the template, and adds up to the ledger', async () => {
    const { csv, ...sums } = await released({ form: '1099-DIV', year: 2026, template });
    const { dividends } = await api(ada).tax.figures({ year: 2026 });
    const lines = parse(csv, { columns: true }) as Record<string, string>[];
    expect(lines.find((line) => line['Form Account Number'] === ada.id)).toEqual({
      'Tax Year': '2026',
      'Recipient First Name': 'Ada',
      'Recipient TIN': '',
      'Form Account Number': ada.id,
      'Box 1a': toDecimal(dividends.boxes.ordinaryCents),
      'Box 3': toDecimal(dividends.boxes.returnOfCapitalCents),
      'Box 1b': toDecimal(dividends.boxes.qualifiedCents),
    });
    expect(sums).toMatchObject({
      rows: 2,
      fileCents: await cash(),
      belowThresholdCents: 0,
      ledgerCents: await cash(),
    });
  });

  test('comes in parts when it is long, each with its rows and the totals of all', async () => {
    const request = { form: '1099-DIV' as const, year: 2026, now: t.clock.now() };
    const whole = await exportRows(t.platform.db, request);
    const parts = [1, 2, 3].map((part) => exportRows(t.platform.db, { ...request, part }, 1));
    const [first, second, third] = await Promise.all(parts);
    expect([first?.rows, second?.rows, third?.rows]).toEqual([[whole.rows[0]], [whole.rows[1]], []]);
    for (const one of [first, second])
      expect(one).toMatchObject({ parts: 2, fileCents: whole.fileCents, ledgerCents: whole.ledgerCents });
    const { parts: count, csv } = await released({ form: '1099-DIV', year: 2026, template });
    expect([count, parse(csv).length]).toEqual([1, 3]);
    const [release] = (await api(admin).tax.exports({})).items;
    const beyond = await api(admin).tax.downloadExport({ id: release?.id ?? '', part: 2 });
    expect(beyond).toMatchObject({ csv: '', rows: 0, fileCents: whole.fileCents });
  });

  test('shows by its hash when figures of any row changed between two parts, also with the same totals', async () => {
    const request = { form: '1099-DIV' as const, year: 2026, now: t.clock.now() };
    const undone = new Error('undone');
    const corrected = t.platform.db.transaction(async (tx) => {
      const [first, same] = [
        await exportRows(tx, request, 1),
        await exportRows(tx, { ...request, part: 2 }, 1),
      ];
      expect([same.parts, same.rowsHash]).toEqual([2, first.rowsHash]);
      await tx.execute(sql`alter table tax_allocations disable trigger user`);
      await tx.execute(sql`update tax_allocations
        set ordinary = ordinary - 0.01, return_of_capital = return_of_capital + 0.01 where user_id = ${ada.id}`);
      const later = await exportRows(tx, { ...request, part: 2 }, 1);
      expect([later.parts, later.fileCents]).toEqual([first.parts, first.fileCents]);
      expect(later.rowsHash).not.toBe(first.rowsHash);
      throw undone;
    });
    await expect(corrected).rejects.toBe(undone);
    expect((await released({ form: '1099-DIV', year: 2026, template })).rowsHash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('lists every sale with its lot, and can be downloaded for two days', async () => {
    const columns = 'Box 1a Description,Box 1b,Box 1c,Box 1d,Box 1e,Box 1f,Box 1g,Box 2,Box 5,Box 6,Box 12';
    const { csv, ledgerCents } = await released({ form: '1099-B', year: 2026, template: columns });
    expect(parse(csv).slice(1)).toEqual([
      [
        '2 shares of Maple Court',
        '03/20/2026',
        '05/04/2026',
        '220.00',
        '205.00',
        '0.00',
        '0.00',
        'Short-term',
        '',
        'Gross proceeds',
        'Y',
      ],
    ]);
    expect(ledgerCents).toBe(22_000);
    const [release] = (await api(admin).tax.exports({})).items;
    t.clock.advance(2 * DAY + HOUR);
    const late = api(admin).tax.downloadExport({ id: release?.id ?? '' });
    expect(await refusalOf(late)).toBe('EXPORT_EXPIRED');
  });

  test('adds up the blocks of the ledger that have a part of its year, and no others', async () => {
    const paidCents = await cash();
    const undone = new Error('undone');
    const added = t.platform.db.transaction(async (tx) => {
      // A block that begins in the next year. No server can write a transfer of this year into it.
      await tx.execute(sql`
        insert into ledger_transfers (id, operation_id, code, debit_account, credit_account, asset, amount, at)
        overriding system value
        select (((max(id) >> ${LEDGER_BLOCK_BITS}::int) + 1) << ${LEDGER_BLOCK_BITS}::int) + nth, gen_random_uuid(),
               'distribution', 'platform:bank', ${`user:${ada.id}:cash`}, 'usd', 1, moment::timestamptz
        from ledger_transfers, (values (0, '2027-01-01T09:00:00Z'), (1, '2026-07-15T09:00:00Z')) late (nth, moment)
        group by nth, moment`);
      const asked = { form: '1099-DIV', year: 2026, now: t.clock.now() } as const;
      expect(await exportRows(tx, asked)).toMatchObject({ ledgerCents: paidCents });
      throw undone;
    });
    await expect(added).rejects.toBe(undone);
  });

  test('is refused, with both sums, while the figures do not add up to the ledger', async () => {
    const paidCents = await cash();
    const undone = new Error('undone');
    const added = t.platform.db.transaction(async (tx) => {
      await tx.execute(sql`
        insert into ledger_transfers (operation_id, code, debit_account, credit_account, asset, amount, at)
        values (gen_random_uuid(), 'distribution', 'platform:bank', ${`user:${ada.id}:cash`}, 'usd', 1,
                '2026-07-15T09:00:00Z')`);
      const asked = { form: '1099-DIV', year: 2026, now: t.clock.now() } as const;
      const refused: unknown = await exportRows(tx, asked).catch((error: unknown) => error);
      expect(await refusalOf(Promise.reject(refused))).toBe('TOTALS_DIFFER');
      for (const cents of [paidCents, paidCents + 1])
        expect(String(refused)).toContain(formatUsdExact(cents));
      throw undone;
    });
    await expect(added).rejects.toBe(undone);
  });

  test('finds the rewards of a year by their index, however long the ledger is', async () => {
    const asked = { form: '1099-MISC', year: 2026, now: t.clock.now() } as const;
    const used = await indexesUsed(t.platform, 'ledger_transfers', (runner) =>
      exportRows(runner as Queryable, asked),
    );
    expect(used).toEqual(new Set(['ledger_transfers_promotions']));
  });
});

test('a property with more payouts in a year than a statement reads has its cash, and each holder once', async () => {
  const before = await listed();
  const undone = new Error('undone');
  const read = t.platform.db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into distribution_payments (distribution_id, first_position, last_position, operation_id, paid_at)
      select distribution_id, 1000, 200000, gen_random_uuid(), paid_at from distribution_payments`);
    const statements: string[] = [];
    const recorder = {
      execute(statement: SQL) {
        statements.push(new PgDialect().sqlToQuery(statement).sql);
        return tx.execute(statement);
      },
    };
    const { items } = await taxableYears(
      { db: recorder as unknown as Database, clock: t.clock },
      { year: 2026, limit: 20 },
    );
    expect(items).toEqual([before]);
    expect(statements.filter((text) => text.includes('distribution_payouts'))).toHaveLength(4);
    throw undone;
  });
  await expect(read).rejects.toBe(undone);
});

test('the properties of a year are read page by page, each once', async () => {
  const copies = [
    await anApprovedProperty(t.platform, { admin }),
    await anApprovedProperty(t.platform, { admin }),
  ];
  const undone = new Error('undone');
  const read = t.platform.db.transaction(async (tx) => {
    for (const { id } of copies)
      for (const [table, changed] of [
        ['distributions', sql`'id', ${id} || '-' || one.quarter, 'property_id', ${id}::int`],
        [
          'distribution_payments',
          sql`'distribution_id', ${id} || substr(one.distribution_id, strpos(one.distribution_id, '-')),
                                      'operation_id', gen_random_uuid()`,
        ],
        [
          'distribution_payouts',
          sql`'distribution_id', ${id} || substr(one.distribution_id, strpos(one.distribution_id, '-'))`,
        ],
      ] as const)
        await tx.execute(sql`
          insert into ${sql.identifier(table)}
          select (json_populate_record(one, json_build_object(${changed}))).* from ${sql.identifier(table)} one
          where ${sql.identifier(table === 'distributions' ? 'id' : 'distribution_id')} like ${`${propertyId}-%`}`);
    const seen: [number, number][] = [];
    let cursor: string | undefined;
    do {
      const page = await taxableYears(
        { db: tx as unknown as Database, clock: t.clock },
        { year: 2026, limit: 1, cursor },
      );
      seen.push(...page.items.map((item): [number, number] => [item.propertyId, item.cashCents]));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    const cashCents = seen[0]?.[1];
    expect(seen).toEqual([propertyId, ...copies.map(({ id }) => id)].map((id) => [id, cashCents]));
    throw undone;
  });
  await expect(read).rejects.toBe(undone);
});

describe('the tax summary of a person', () => {
  const summaries = async () =>
    (await api(ada).documentCenter.list()).items.filter(({ category }) => category === 'tax');
  const textOf = async (id: string) => {
    const { content } = await api(ada).documentCenter.file({ id });
    return textOfPdf(Buffer.from(content, 'base64'));
  };

  test('is drawn again when a classification changes after it was drawn; the earlier one stays, marked as superseded', async () => {
    at('2027-02-03T04:00:00Z');
    await t.platform.jobs.drain();
    const [first] = await summaries();
    await expect(textOf('tax:2019')).rejects.toThrow('There is no tax summary for 2019.');
    expect(first).toMatchObject({ id: 'tax:2026', name: '2026 Tax Summary', isSuperseded: false });
    at('2027-02-20T04:00:00Z');
    const before = await api(ada).documentCenter.file({ id: 'tax:2026' });
    at('2027-03-01T04:00:00Z');
    await byTwo('tax.classify', await inputOf(5_000, 2));
    const [current, earlier] = await summaries();
    expect(current).toMatchObject({ id: 'tax:2026', name: '2026 Tax Summary, corrected', fileSize: null });
    const { dateCreated } = first ?? {};
    expect(earlier).toMatchObject({ name: '2026 Tax Summary', isSuperseded: true, dateCreated });
    expect((await api(ada).documentCenter.file({ id: earlier?.id ?? '' })).content).toBe(before.content);
    const corrected = await textOf('tax:2026');
    expect(corrected).toContain('2026 Tax Summary, corrected');
    expect(corrected).toContain(
      'It replaces the one as of Feb 3, 2027, from before a classification changed.',
    );
    expect(await textOf('tax:2026')).toBe(corrected);
    expect(await refusalOf(api(ben).documentCenter.file({ id: earlier?.id ?? '' }))).toBe(
      'SUMMARY_NOT_FOUND',
    );
  });

  test('is drawn again when a classification commits while it is drawn: its figures are those of its version', async () => {
    await byTwo('tax.classify', await inputOf(4_000, 3));
    const returned = async () =>
      formatUsdExact((await api(ada).tax.figures({ year: 2026 })).dividends.boxes.returnOfCapitalCents);
    const before = await returned();
    const { documents } = t.platform;
    const drawing = vi.spyOn(documents, 'text').mockImplementationOnce(async (...asked) => {
      await byTwo('tax.classify', await inputOf(7_000, 4));
      drawing.mockRestore();
      return documents.text(...asked);
    });
    const text = await textOf('tax:2026');
    expect(text).toContain(await returned());
    expect(text).not.toContain(before);
    expect((await summaries()).filter(({ isSuperseded }) => isSuperseded)).toHaveLength(2);
  });

  test('says the same on the screen, in the CSV and in the PDF, to the cent', async () => {
    const { dividends, sales } = await api(ada).tax.figures({ year: 2026 });
    const csvFile = await api(ada).reports.file({ kind: 'tax_summary', format: 'csv', year: 2026 });
    const lines = parse(Buffer.from(csvFile.content, 'base64'), {
      bom: true,
      relax_column_count: true,
    }) as string[][];
    const boxes = DIVIDEND_BOXES.map(({ key }) => dividends.boxes[key]);
    const amounts = [sales.proceedsCents, sales.basisCents, 0, sales.washSaleCents];
    expect(lines).toContainEqual(['Maple Court', ...boxes.map(toDecimal)]);
    expect(lines).toContainEqual(['Total', '', '', ...amounts.map(toDecimal), '', '', '', '']);
    const pdf = await textOf('tax:2026');
    expect(pdf).toContain('Form 1099-DIV for 2026, not filed');
    for (const cents of [...boxes, ...amounts]) expect(pdf).toContain(formatUsdExact(cents));
  });
});

test('a zip of documents has each under its own name, with the bytes that it has alone', async () => {
  const { code } = await api(ada).certificates.issue({ propertyId, requestId: newKey() });
  const { items } = await api(ada).documentCenter.list();
  const superseded = items.filter((one) => one.isSuperseded && one.category === 'tax').map(({ id }) => id);
  expect(superseded).toHaveLength(2);
  const ids = ['tax:2026', ...superseded, `certificate:${code}`, 'legal:terms'];
  const alone = await Promise.all(ids.map((id) => api(ada).documentCenter.file({ id })));
  const { content } = await api(ada).documentCenter.archive({ ids });
  const zipped = Object.entries(unzipSync(Buffer.from(content, 'base64'))).map(([name, bytes]) => [
    name,
    Buffer.from(bytes).toString('base64'),
  ]);
  const proof = ['txt', 'sig'].map((kind) => `commonhold-certificate-${code}.${kind}`);
  expect(zipped.map(([name]) => name)).toEqual(
    alone.flatMap(({ name }) => (name.includes(code) ? [name, ...proof] : [name])),
  );
  const papers = zipped.filter(([name = '']) => !proof.includes(name));
  expect(papers).toEqual(alone.map(({ name, content }) => [name, content]));
});

test('a sale of someone whose account is closed before the year is over is reported with the name and address of then', async () => {
  at('2027-03-02T04:00:00Z');
  const cara = await aUser(t.platform, { cash: 10_250 });
  await api(cara).identity.updateProfile({ firstName: 'Cara', lastName: 'Lee' });
  await api(cara).kyc.saveAddress({ address: '1 Elm St', city: 'Austin', state: 'TX', zipCode: '78701' });
  await api(cara).investing.invest({ propertyId, shares: 1, requestId: newKey() });
  at('2027-03-06T04:00:00Z');
  await t.platform.jobs.drain();
  const again = await personOf(t.platform, { ...cara, role: 'user' });
  await sell(again, ben, 1, 11_000);
  await api(again).wallet.withdraw({ amountCents: 11_000, requestId: newKey() });
  await t.platform.jobs.drain();
  const closed = await api(again).ownData.closeAccount({
    confirmation: 'close my account',
    requestId: newKey(),
  });
  expect(closed.retained.map(({ kind }) => kind)).toEqual(['tax']);
  at('2028-01-03T04:00:00Z');
  const columns =
    'Form Account Number,Recipient First Name,Recipient Last Name,Recipient Email,Recipient Address,Recipient City,Recipient State,Recipient ZIP Code,Box 1d';
  const { csv } = await released({ form: '1099-B', year: 2027, template: columns });
  expect(parse(csv).slice(1)).toEqual([
    [cara.id, 'Cara', 'Lee', cara.email, '1 Elm St', 'Austin', 'TX', '78701', '110.00'],
  ]);
});

describe('a replacement whose money is in escrow until the year is closed', () => {
  let dora: Person;
  let soldId: number;
  const template = 'Form Account Number,Box 1g';
  const summaries = async () => {
    const { items } = await api(dora).documentCenter.list();
    return items.filter(({ id }) => id.startsWith('tax:2028'));
  };
  const bytesOf = async (id: string) => (await api(dora).documentCenter.file({ id })).content;
  const washSaleCents = async () => (await api(dora).tax.figures({ year: 2028 })).sales.washSaleCents;
  const corrections = async () =>
    (await api(dora).notifications.list({})).items.filter(
      ({ title }) => title === 'Your tax figures were corrected',
    );

  beforeAll(async () => {
    at('2028-12-01T10:00:00Z');
    dora = await aUser(t.platform, { cash: 200_000 });
    ({ id: soldId } = await anApprovedProperty(t.platform, { owner, admin, shares: 100 }));
    await api(dora).investing.invest({ propertyId: soldId, shares: 4, requestId: newKey() });
    at('2028-12-20T15:00:00Z');
    await t.platform.jobs.drain();
    await sell(await personOf(t.platform, { ...dora, role: 'user' }), ben, 4, 9_000, soldId);
    at('2029-01-10T15:00:00Z');
    await api(admin).offerings.holdRelease({ id: soldId, reason: 'A lien has turned up.' });
    await api(dora).investing.invest({ propertyId: soldId, shares: 4, requestId: newKey() });
    at('2029-02-03T04:00:00Z');
    await t.platform.jobs.drain();
  }, BUILDING_MS);

  test('corrects the summary of the loss once, and leaves the bytes of the one that it replaces', async () => {
    expect(await washSaleCents()).toBe(0);
    const first = await bytesOf('tax:2028');
    expect(await summaries()).toMatchObject([{ name: '2028 Tax Summary', isSuperseded: false }]);
    at('2029-03-01T04:00:00Z');
    const { csv } = await released({ form: '1099-B', year: 2028, template });
    expect(parse(csv).slice(1)).toEqual([[dora.id, '0.00']]);

    await byTwo('offerings.liftHold', { id: soldId });
    at('2029-03-01T06:00:00Z');
    await t.platform.jobs.drain();
    expect(await washSaleCents()).toBe(5_000);
    const [current, earlier, ...others] = await summaries();
    expect(current).toMatchObject({ id: 'tax:2028', name: '2028 Tax Summary, corrected', fileSize: null });
    expect(earlier).toMatchObject({
      name: '2028 Tax Summary',
      isSuperseded: true,
      description: 'From before a purchase replaced shares that were sold at a loss. Use the corrected one.',
    });
    expect(others).toEqual([]);
    expect(await bytesOf(earlier?.id ?? '')).toBe(first);
    const corrected = await bytesOf('tax:2028');
    const text = await textOfPdf(Buffer.from(corrected, 'base64'));
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      'It replaces the one as of Feb 3, 2029, from before a purchase replaced shares that were sold at a loss.',
    );

    // The daily job records it, and no other summary is drawn for that.
    at('2029-03-03T06:00:00Z');
    await t.platform.jobs.drain();
    expect(await bytesOf('tax:2028')).toBe(corrected);
    expect(await summaries()).toHaveLength(2);
  });

  test('is announced to the seller once, and marks the file that was released before it', async () => {
    at('2029-03-05T06:00:00Z');
    await t.platform.jobs.drain();
    expect(await corrections()).toMatchObject([{ actionUrl: '/reports?tab=tax&year=2028' }]);
    const [before] = (await api(admin).tax.exports({})).items;
    expect(before).toMatchObject({ form: '1099-B', year: 2028, correctedSellers: 1 });
    const { csv } = await released({ form: '1099-B', year: 2028, template });
    expect(parse(csv).slice(1)).toEqual([[dora.id, '50.00']]);
    const [after] = (await api(admin).tax.exports({})).items;
    expect(after).toMatchObject({ form: '1099-B', year: 2028, correctedSellers: 0 });
  });
});

describe('a year that was closed before anybody classified it', () => {
  let ed: Person;
  let elmId: number;
  const fileOf = async (id: string) => {
    const { content } = await api(ed).documentCenter.file({ id });
    return Buffer.from(content, 'base64');
  };
  const withoutSpace = (text: string) => text.replaceAll(/\s+/g, '');
  /** The tables of the CSV file of the summary, each from its header on. */
  const csvTables = async () => {
    const { content } = await api(ed).reports.file({ kind: 'tax_summary', format: 'csv', year: 2029 });
    const texts = Buffer.from(content, 'base64').toString().split('\r\n\r\n');
    return texts.map((text) => parse(text, { bom: true }) as string[][]);
  };

  beforeAll(async () => {
    at('2029-03-06T10:00:00Z');
    ed = await aUser(t.platform, { cash: 200_000 });
    await verifyIdentity(ed, '212-34-5678');
    const terms = { owner, admin, shares: 100, price: 1_000, name: 'Elm Row' };
    ({ id: elmId } = await anApprovedProperty(t.platform, terms));
    await api(ed).investing.invest({ propertyId: elmId, shares: 9, requestId: newKey() });
    await reachTier(systemOf(t.platform), { userId: ed.id, tier: 3 });
    await fundPromotions(systemOf(t.platform), { amountCents: 1_025, requestId: newKey() });
    await api(ed).referrals.chooseReward({ tier: 3, propertyId: elmId, requestId: newKey() });
    at('2029-03-08T10:00:00Z');
    await t.platform.jobs.drain();
    await payQuarter(1, ['2029-03'], 50_001, { ofProperty: elmId, year: 2029 });
    for (const [moment, shares, price] of [
      ['2029-05-04T09:00:00Z', 2, 1_211],
      ['2029-06-07T09:00:00Z', 3, 907],
    ] as const) {
      at(moment);
      await sell(await personOf(t.platform, { ...ed, role: 'user' }), ben, shares, price, elmId);
    }
    at('2030-02-03T04:00:00Z');
    await t.platform.jobs.drain();
    ed = await personOf(t.platform, { ...ed, role: 'user' });
  }, BUILDING_MS);

  test('has a summary with the cash that was received and without a box, as PDF and as CSV', async () => {
    const { dividends } = await api(ed).tax.figures({ year: 2029 });
    expect(dividends).toMatchObject({ rows: [{ boxes: null }], unclassifiedCents: dividends.cashCents });
    expect(dividends.cashCents).toBeGreaterThan(0);
    const drawn = await textOfPdf(await fileOf('tax:2029'));
    expect(drawn).toContain('2029 Tax Summary');
    expect(drawn.replaceAll('\n', ' ')).toContain(
      'The tax treatment of distributions from Elm Row has not been determined yet, so no form boxes are filled in for them.',
    );
    const [cashTable = [], ...others] = await csvTables();
    const [, elm] = cashTable;
    expect([elm?.[0], elm?.[1], elm?.[4]]).toEqual(['Elm Row', '1', toDecimal(dividends.cashCents)]);
    const paid = formatUsdExact(dividends.cashCents);
    expect(withoutSpace(drawn)).toMatch(new RegExp(`ElmRow1\\$[\\d.]+\\$[\\d.]+\\${paid}`));
    expect(others.map(([header]) => header?.[0])).toEqual([
      '1a Description',
      'Referral rewards',
      'Property',
      'Totals',
    ]);
    for (const box of ['1099-DIV', 'ordinary dividends', 'Nondividend']) expect(drawn).not.toContain(box);
  });

  test('is drawn again with its boxes once they are known, and the summary without them stays', async () => {
    const first = await fileOf('tax:2029');
    const { cashCents } = (await api(ed).tax.figures({ year: 2029 })).dividends;
    const { id: letterId } = await uploadDocument(admin, {
      propertyId: elmId,
      kind: 'tax_record',
      title: 'Letter of the accountant',
      dated: '2030-01-20',
      name: 'letter.pdf',
      bytes: aPdf(),
    });
    await byTwo('tax.classify', {
      propertyId: elmId,
      year: 2029,
      replaces: 0,
      documentId: letterId,
      ordinaryCents: cashCents - 200 - 311,
      qualifiedCents: 1_000,
      capitalGainCents: 200,
      returnOfCapitalCents: 311,
      section199aCents: 500,
    });
    const [current, earlier] = (await api(ed).documentCenter.list()).items.filter(({ id }) =>
      id.startsWith('tax:2029'),
    );
    expect(current).toMatchObject({ id: 'tax:2029', name: '2029 Tax Summary, corrected' });
    expect(earlier).toMatchObject({ id: 'tax:2029:cash', isSuperseded: true });
    expect(await fileOf('tax:2029:cash')).toEqual(first);
    expect(await textOfPdf(await fileOf('tax:2029'))).toContain('Form 1099-DIV for 2029, not filed');
  });

  test('has each of its boxes in its own column of the file by template', async () => {
    const { cashCents } = (await api(ed).tax.figures({ year: 2029 })).dividends;
    const template = 'Form Account Number,Box 5,Box 3,Box 2a,Box 1b,Box 1a';
    const { csv } = await released({ form: '1099-DIV', year: 2029, template });
    expect(parse(csv).slice(1)).toEqual([
      [ed.id, '5.00', '3.11', '2.00', '10.00', toDecimal(cashCents - 200 - 311)],
    ]);
  });

  test('says every row of the screen in the CSV and in the PDF', async () => {
    const { dividends, sales, miscellaneous } = await api(ed).tax.figures({ year: 2029 });
    expect([dividends.rows.length, sales.rows.length > 1, miscellaneous.rewardsCents]).toEqual([
      1,
      true,
      1_025,
    ]);
    type Written = readonly [csv: string, pdf: string];
    const money = (cents: Cents): Written => [toDecimal(cents), formatUsdExact(cents)];
    const same = (text: string): Written => [text, text];
    const day = (iso: string): Written => [iso.slice(0, 10), formatDate(iso)];
    const boxes = ({ boxes: of }: { boxes: Boxes | null }) =>
      DIVIDEND_BOXES.map(({ key }) => money(of?.[key] ?? 0));
    // Ten of a hundred shares of $500.01, less the fee of 1.5%.
    const cash = [money(5_000), money(75), money(dividends.cashCents)];
    const expected: readonly (readonly Written[])[][] = [
      [
        [same('Elm Row'), same('1'), ...cash],
        [same('All distributions'), same('1'), ...cash],
        [same('Referral rewards'), same(''), same(''), same(''), money(miscellaneous.rewardsCents)],
      ],
      [
        [same('Elm Row'), ...boxes(dividends.rows[0] ?? { boxes: null })],
        [same('Total'), ...boxes(dividends)],
      ],
      [
        ...sales.rows.map((one) => [
          same(one.description),
          day(one.acquiredDate),
          day(one.soldDate),
          ...[one.proceedsCents, one.basisCents, one.marketDiscountCents, one.washSaleCents].map(money),
          ...[one.term === 'short' ? 'Short' : 'Long', 'No', 'Gross', 'Yes'].map(same),
        ]),
        [
          ...['Total', '', ''].map(same),
          ...[sales.proceedsCents, sales.basisCents, 0, sales.washSaleCents].map(money),
          ...['', '', '', ''].map(same),
        ],
      ],
      [[same('Rewards, less what was returned'), money(miscellaneous.rewardsCents)]],
    ];
    const tables = (await csvTables()).map(([, ...lines]) => lines);
    const pdf = withoutSpace(await textOfPdf(await fileOf('tax:2029')));
    for (const [index, lines] of expected.entries()) {
      expect(tables[index]).toEqual(lines.map((cells) => cells.map(([csv]) => csv)));
      const drawn = lines.map((cells) => withoutSpace(cells.map(([, shown]) => shown).join('')));
      expect(pdf).toContain(drawn.join(''));
    }
  });
});

/** Pays rewards of a year in the ledger alone, or takes them back. */
async function moveRewards(
  { db }: Pick<Person['platform'], 'db'>,
  day: string,
  moves: readonly [person: Person, cents: Cents][],
): Promise<void> {
  await db.transaction((tx) =>
    post(
      tx,
      { operationId: newKey(), now: new Date(`${day}T12:00:00Z`) },
      moves.map(([{ id }, cents]) =>
        cents > 0
          ? { code: 'reward', debit: accounts.promotions(), credit: accounts.userCash(id), amount: cents }
          : {
              code: 'reward_returned',
              debit: accounts.userCash(id),
              credit: accounts.promotions(),
              amount: -cents,
            },
      ),
    ),
  );
}

test('the file of Form 1099-MISC has a row for each person from the threshold on, less what was returned', async () => {
  const own = await testPlatform();
  own.clock.moveTo(new Date('2026-03-01T12:00:00Z'));
  const one = await anAdmin(own.platform);
  const [above, at, below, returned, earlier] = [
    await aUser(own.platform),
    await aUser(own.platform),
    await aUser(own.platform),
    await aUser(own.platform),
    await aUser(own.platform),
  ];
  await own.platform.db.transaction((tx) =>
    post(tx, { operationId: newKey(), now: own.clock.now() }, [
      {
        code: 'promotions_funded',
        debit: accounts.processingFees(),
        credit: accounts.promotions(),
        amount: 2_000_000,
      },
    ]),
  );
  await moveRewards(own.platform, '2025-12-31', [[earlier, 300_000]]);
  await moveRewards(own.platform, '2026-05-04', [
    [above, 205_003],
    [at, 200_000],
    [below, 199_999],
    [returned, 250_000],
  ]);
  await moveRewards(own.platform, '2026-12-31', [
    [above, 51_250],
    [above, -50_001],
    [returned, -50_001],
    [earlier, -10_250],
  ]);
  await moveRewards(own.platform, '2027-01-01', [[below, 300_000]]);
  own.clock.moveTo(new Date('2027-01-10T12:00:00Z'));
  const again = await personOf(own.platform, { ...one, role: 'admin' });
  await api(again).tax.releaseExport({
    form: '1099-MISC',
    year: 2026,
    template: 'Form Type,Tax Year,Form Account Number,Box 1 Rents,Box 3',
    requestId: newKey(),
  });
  const [release] = (await api(again).tax.exports({})).items;
  const { csv, ...sums } = await api(again).tax.downloadExport({ id: release?.id ?? '' });
  const [, ...lines] = parse(csv) as string[][];
  const expected = [
    ['1099-MISC', '2026', above.id, '', '2062.52'],
    ['1099-MISC', '2026', at.id, '', '2000.00'],
  ];
  expect(new Set(lines.map((cells) => cells.join()))).toEqual(new Set(expected.map((cells) => cells.join())));
  const [ledger] = await rows<{ cents: number }>(
    own.platform.db,
    sql`select sum(case code when 'reward' then amount else -amount end)::float8 as cents from ledger_transfers
        where code in ('reward', 'reward_returned') and extract(year from at at time zone 'UTC') = 2026`,
  );
  const belowThresholdCents = 199_999 + 199_999 - 10_250;
  const fileCents = 206_252 + 200_000;
  expect(sums).toMatchObject({ rows: 2, fileCents, belowThresholdCents, ledgerCents: ledger?.cents });
  expect(ledger?.cents).toBe(fileCents + belowThresholdCents);
  await own.close();
});
