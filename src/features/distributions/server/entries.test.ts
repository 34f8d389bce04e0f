import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reportEntries } from '#db/schema/distributions.ts';
import { storedFiles } from '#db/schema/files.ts';
import { statementInvariants } from '#features/statements/server/verify-statements.ts';
import { toDecimal } from '#kernel/money.ts';
import { HOUR } from '#kernel/time.ts';
import { anAdmin, anApprovedProperty, api, aUser, newKey, type Person } from '#tests/support/actors.ts';
import { expectBooksBalance, ledgerState, refusalOf } from '#tests/support/checks.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { deleteStatements } from '#tests/support/statements.ts';
import { aPdf } from '#tests/support/uploads.ts';
import { noLines } from '../distributions.rules.ts';
import {
  type ColumnsQuery,
  type DraftChange,
  entryLine,
  MAX_BANK_ROWS,
  MAX_TYPED_ENTRIES,
  type MonthDraft,
} from '../entries.contract.ts';
import { draftAfter, sumOfEntries } from '../entries.rules.ts';
import { importBankFile } from './import-bank-file.ts';
import { receiptContent, uploadReceipt } from './receipts.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let admin: Person;
let owner: Person;
let ada: Person;
let propertyId: number;
beforeAll(async () => {
  t = await testPlatform();
  admin = await anAdmin(t.platform);
});
beforeEach(async () => {
  await deleteStatements(t.platform);
  t.clock.moveTo(new Date('2026-07-02T10:00:00Z'));
  owner = await aUser(t.platform, { cash: 100_000_000 });
  ada = await aUser(t.platform, { cash: 10_000_000 });
  ({ id: propertyId } = await anApprovedProperty(t.platform, { shares: 100, price: 10_000, owner, admin }));
  await api(ada).investing.invest({ propertyId, shares: 40, requestId: newKey() });
  t.clock.moveTo(new Date('2026-10-02T09:00:00Z'));
});
// The next test removes the statements of this one.
afterEach(() => expectBooksBalance(t.platform, statementInvariants));
afterAll(() => t.close());
afterAll(() => expectBooksBalance(t.platform));

const month = '2026-09';
const draft = (of = month) => api(owner).distributions.monthDraft({ propertyId, month: of });
const bytesOf = (text: string) => new TextEncoder().encode(text);
/** The draft that a screen has after a change: the one that is read then. */
async function changed(before: MonthDraft, change: DraftChange): Promise<MonthDraft> {
  const after = draftAfter(before, change);
  expect(after).toEqual(await draft(before.month));
  return after;
}
const send = async (
  text: string,
  { of = month, columns = {} as ColumnsQuery, choosesAgain = false, person = owner } = {},
) =>
  importBankFile(person, {
    propertyId,
    month: of,
    version: (await draft(of)).version,
    columns,
    choosesAgain,
    name: 'september.ofx',
    bytes: bytesOf(text),
  });
const imported = async (text: string, options?: Parameters<typeof send>[1]): Promise<MonthDraft> => {
  const before = await draft(options?.of);
  const answer = await send(text, options);
  if (answer.outcome !== 'imported') throw new Error('the columns were asked for');
  return changed(before, answer.change);
};

interface Transaction {
  id: string;
  day?: string;
  cents: number;
  name: string;
}
const ofx = (transactions: readonly Transaction[], { account = '000987654321', closing = '' } = {}) =>
  `OFXHEADER:100\n<OFX><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>${account}</BANKACCTFROM><BANKTRANLIST>${transactions
    .map(
      ({ id, day = '2026-09-05', cents, name }) =>
        `<STMTTRN><DTPOSTED>${day.replaceAll('-', '')}<TRNAMT>${toDecimal(cents)}<FITID>${id}<NAME>${name}</STMTTRN>`,
    )
    .join('')}</BANKTRANLIST>${closing && `<LEDGERBAL><BALAMT>${closing}</LEDGERBAL>`}</STMTRS></OFX>`;
const rent = { id: 'r1', cents: 200_000, name: 'ADA TENANT 0901' };
const plumber = { id: 'p1', day: '2026-09-12', cents: -35_050, name: 'Acme Plumbing' };
const transfer = { id: 't1', day: '2026-09-20', cents: -50_000, name: 'To savings' };

type Said = Parameters<ReturnType<typeof api>['distributions']['saveMonthDraft']>[0];
/** The draft as it was read, with changes. */
const saved = async (
  current: MonthDraft,
  {
    lines = {},
    typed = [],
    receipts = {},
    imports,
  }: {
    lines?: Record<string, Said['entries'][number]['line']>;
    typed?: Said['entries'];
    receipts?: Record<string, string | null>;
    imports?: Said['imports'];
  } = {},
) => {
  const change = await api(owner).distributions.saveMonthDraft({
    propertyId,
    month: current.month,
    version: current.version,
    entries: [
      ...current.entries.map(({ id, counterparty, line, receipt }) => ({
        id,
        line: lines[counterparty] ?? line,
        receiptId: receipts[counterparty] === undefined ? (receipt?.id ?? null) : receipts[counterparty],
      })),
      ...typed,
    ],
    imports:
      imports ??
      current.imports.map(({ id, openingCents, isAccountConfirmed, differenceReason }) => ({
        id,
        openingCents,
        isAccountConfirmed,
        differenceReason,
      })),
  });
  return changed(current, change);
};
const report = ({ version, month: of }: MonthDraft, requestId = newKey()) =>
  api(owner).distributions.reportMonthDraft({ propertyId, month: of, version, requestId });
const reported = async (of = month) =>
  (await api(owner).distributions.reportSheet({ propertyId })).reports.find((one) => one.month === of);
const typedEntry = (line: Said['entries'][number]['line'], amountCents: number): Said['entries'][number] => ({
  id: crypto.randomUUID(),
  line,
  receiptId: null,
  typed: { date: '2026-09-30', counterparty: 'City', memo: null, amountCents },
});

const inAugust = ({ typed, ...entry }: Said['entries'][number]) => ({
  ...entry,
  ...(typed && { typed: { ...typed, date: '2026-08-31' } }),
});

/** September from the bank and the two months before as totals: the quarter is prepared, approved and paid. */
async function aPaidQuarter(draftOfSeptember: MonthDraft): Promise<string> {
  for (const one of ['2026-07', '2026-08'])
    await api(owner).distributions.reportMonth({
      propertyId,
      month: one,
      lines: { ...noLines, rentCents: 100_000 },
      requestId: newKey(),
    });
  await report(draftOfSeptember);
  await t.platform.jobs.drain();
  const id = `${propertyId}-2026-Q3`;
  const { netCents, preparedAt } = await api(admin).distributions.statement({ id });
  await api(admin).distributions.approve({ id, expectedNetCents: netCents, preparedAt, requestId: newKey() });
  t.clock.moveTo(new Date('2026-10-15T09:00:00Z'));
  await t.platform.jobs.drain();
  return id;
}

describe('a month from a bank file', () => {
  test('is reported as the sums of the rows on each line, without those that were left out', async () => {
    const rows = await imported(ofx([rent, plumber, transfer]));
    const current = await saved(rows, {
      lines: { [rent.name]: 'rent', [plumber.name]: 'maintenance', [transfer.name]: 'leftOut' },
      typed: [typedEntry('taxes', 12_345)],
    });
    const receipt = await report(current);
    const expected = { ...noLines, rentCents: 200_000, maintenanceCents: 35_050, taxesCents: 12_345 };
    expect((await reported())?.lines).toEqual(expected);
    expect(receipt).toMatchObject({ paidInCents: 152_605, operatingIncomeCents: 152_605 });
    expect((await draft()).version).toBe('report-1');
  });

  test('remembers the line of each counterparty and the columns of each header', async () => {
    await saved(await imported(ofx([rent, plumber])), {
      lines: { [rent.name]: 'rent', [plumber.name]: 'maintenance' },
    });
    const next = await imported(ofx([{ ...rent, id: 'r2', day: '2026-08-05', name: 'ADA TENANT 0801' }]), {
      of: '2026-08',
    });
    expect(next.entries.map(({ line }) => line)).toEqual(['rent']);
    const csv = (day: string) => `Date,Payee,Amount\n${day},Acme Plumbing,-10.00`;
    expect(await send(csv('2026-07-03'), { of: '2026-07' })).toMatchObject({
      outcome: 'chooseColumns',
      suggested: { date: '0', counterparty: '1', amount: '2', dateOrder: 'ymd' },
    });
    const columns = { date: '0', dateOrder: 'ymd', counterparty: '1', amount: '2' } as const;
    await imported(csv('2026-07-03'), { of: '2026-07', columns });
    const again = await imported(csv('2026-07-09'), { of: '2026-07' });
    expect(again.entries.map(({ line }) => line)).toEqual(['maintenance', 'maintenance']);
  });

  test('asks for the columns again when those of its header do not fit, or when its owner wants to', async () => {
    const csv = (day: string) => `Day,Name,Sum\n${day},Acme Plumbing,-10.00`;
    const columns = { date: '0', dateOrder: 'ymd', counterparty: '1', amount: '2' } as const;
    await imported(csv('2026-07-03'), { of: '2026-07', columns });
    const asked = { outcome: 'chooseColumns', header: ['Day', 'Name', 'Sum'], suggested: columns };
    expect(await send(csv('7/13/2026'), { of: '2026-07' })).toMatchObject({
      ...asked,
      problem: expect.stringContaining('7/13/2026'),
    });
    expect(await send(csv('2026-07-04'), { of: '2026-07', choosesAgain: true })).toMatchObject({
      ...asked,
      problem: null,
    });
    await imported(csv('7/13/2026'), { of: '2026-07', columns: { ...columns, dateOrder: 'mdy' } });
    expect((await imported(csv('7/14/2026'), { of: '2026-07' })).imports).toHaveLength(3);
  });

  test('is refused when the draft has the same file', async () => {
    const csv = 'Booked,Payee,Amount\n2026-09-12,Acme Plumbing,-350.50';
    const columns = { date: '0', dateOrder: 'ymd', counterparty: '1', amount: '2' } as const;
    await imported(csv, { columns });
    expect(await refusalOf(send(csv, { columns }))).toBe('BANK_FILE_REPEATED');
    expect((await imported(`${csv}\n`, { columns })).entries).toHaveLength(2);
  });

  test('takes no row twice by the id of the bank, and marks rows that look alike without one', async () => {
    await imported(ofx([rent]));
    const both = await imported(ofx([rent, plumber]));
    expect(both.imports[1]).toMatchObject({ repeated: 1 });
    expect(both.entries).toHaveLength(2);
    expect(await refusalOf(send(ofx([rent, plumber])))).toBe('BANK_FILE_REPEATED');
    const columns = { date: '0', dateOrder: 'ymd', counterparty: '1', amount: '2' } as const;
    const csv =
      'Date,Payee,Amount\n2026-09-12,Acme Plumbing,-350.50\n2026-09-13,Parking,-5.00\n2026-09-13,Parking,-5.00';
    const marked = await imported(csv, { columns });
    expect(
      marked.entries.filter(({ maybeDuplicate }) => maybeDuplicate).map(({ counterparty }) => counterparty),
    ).toEqual(['Acme Plumbing', 'Parking']);
  });

  test('takes every row whose number the bank gives to another payment too, and of equal ones as many as there are', async () => {
    const columns = {
      ...({ date: '0', dateOrder: 'ymd', counterparty: '1', amount: '3', balance: '4' } as const),
      transactionId: '2',
    };
    const ada = '2026-09-01,Ada Tenant,RENT,1000.00';
    const header = 'Date,Name,Reference,Amount,Balance';
    const first = [`${ada},1000.00`, `${ada},2000.00`, '2026-09-02,Ben Tenant,RENT,1100.00,3100.00'];
    const rows = await imported([header, ...first].join('\n'), { columns });
    expect(rows.imports).toMatchObject([{ rows: 3, repeated: 0, openingCents: 0, closingCents: 310_000 }]);
    expect(rows.entries.map((one) => [one.amountCents, one.maybeDuplicate])).toEqual([
      [100_000, false],
      [100_000, true],
      [110_000, false],
    ]);
    const longer = [header, '2026-09-03,Cy Tenant,RENT,5.00,5.00', ...first, `${ada},1000.00`];
    const both = await imported(longer.join('\n'), { columns });
    expect(both.imports[1]).toMatchObject({ rows: 5, repeated: 3 });
    expect(both.entries.slice(2).map((one) => [one.counterparty, one.maybeDuplicate])).toEqual([
      ['Ada Tenant', true],
      ['Ben Tenant', false],
      ['Cy Tenant', true],
    ]);
  });

  test('has the rows of a file as long as one of its files has them, and the opening balance that follows then', async () => {
    const first = await imported(ofx([rent, plumber], { closing: '2000.00' }));
    const second = await imported(
      ofx([{ ...rent, id: 'x', day: '2026-09-15' }, transfer], { closing: '3500.00' }),
    );
    const both = await saved(await imported(ofx([plumber, { ...rent, id: 'r9', day: '2026-09-13' }])), {
      lines: { [plumber.name]: 'maintenance' },
    });
    expect(second.imports[1]).toMatchObject({ openingCents: 200_000, openingSource: 'fileBefore' });
    expect(both.imports[2]).toMatchObject({ repeated: 1 });
    const files = both.imports.map(({ id }) => ({
      id,
      openingCents: null,
      isAccountConfirmed: false,
      differenceReason: null,
    }));
    const left = await saved(both, { imports: files.slice(1) });
    expect(left.imports).toMatchObject([
      { openingCents: null, openingSource: null },
      { rows: 2, repeated: 0 },
    ]);
    expect(left.entries).toHaveLength(4);
    expect(left.entries[0]).toMatchObject({
      counterparty: plumber.name,
      line: 'maintenance',
      importId: both.imports[2]?.id,
    });
    expect(first.entries).toHaveLength(2);
  });

  test('may have as many entries as a file has rows, a change of one is answered alone, and all are reported', async () => {
    const many = Array.from({ length: MAX_BANK_ROWS }, (_, at) => ({
      id: `m${at}`,
      cents: 100,
      name: 'Tenant',
    }));
    const rows = await imported(ofx(many));
    const [first] = rows.entries;
    const chosen = { id: first?.id ?? '', line: 'rent' as const, receiptId: null };
    const imports = rows.imports.map(({ id }) => ({
      ...{ id, openingCents: null, isAccountConfirmed: false, differenceReason: null },
    }));
    const { version } = rows;
    const which = { propertyId, month, version, entries: [chosen], imports };
    const change = await api(owner).distributions.saveMonthDraft(which);
    expect(change).toMatchObject({ entries: [{ ...first, line: 'rent' }], removedIds: [] });
    expect(JSON.stringify(change).length).toBeLessThan(2_000);
    await report(
      await saved(await changed(rows, change), {
        lines: { Tenant: 'rent' },
        typed: [typedEntry('taxes', 100)],
      }),
    );
    expect((await reported())?.lines).toMatchObject({ rentCents: MAX_BANK_ROWS * 100, taxesCents: 100 });
    const typed = Array.from({ length: MAX_TYPED_ENTRIES + 1 }, () => inAugust(typedEntry('taxes', 100)));
    expect(await refusalOf(saved(await draft('2026-08'), { typed }))).toBe('TOO_MANY_ENTRIES');
  });

  test('leaves out rows of other months, and is refused with none of this one', async () => {
    const late = { ...plumber, day: '2026-10-01' };
    expect((await imported(ofx([rent, late]))).imports).toMatchObject([{ rows: 2, outside: 1 }]);
    expect(await refusalOf(send(ofx([late]), { of: '2026-08' }))).toBe('BANK_FILE_EMPTY');
  });

  test('of another account than before is reported only when its owner confirmed it', async () => {
    await report(
      await saved(await imported(ofx([{ ...rent, day: '2026-08-03' }]), { of: '2026-08' }), {
        lines: { [rent.name]: 'rent' },
      }),
    );
    const other = await imported(ofx([{ ...rent, id: 'r2' }], { account: '5555' }));
    expect(other.imports).toMatchObject([
      { account: '…5555', isOtherAccount: true, isAccountConfirmed: false },
    ]);
    const [file] = other.imports;
    expect(await refusalOf(report(other))).toBe('ACCOUNT_UNCONFIRMED');
    const imports = [
      { id: file?.id ?? '', openingCents: null, isAccountConfirmed: true, differenceReason: null },
    ];
    await report(await saved(other, { imports }));
    expect((await reported())?.lines.rentCents).toBe(200_000);
  });

  test('of another account is confirmed for each of its files, whichever of them is removed and imported again', async () => {
    await report(
      await saved(await imported(ofx([{ ...rent, day: '2026-08-03' }]), { of: '2026-08' }), {
        lines: { [rent.name]: 'rent' },
      }),
    );
    const account = '5555';
    await imported(ofx([{ ...rent, id: 'r2' }], { account }));
    const both = await imported(ofx([plumber], { account }));
    const second = { isAccountConfirmed: false, openingCents: null, differenceReason: null };
    await saved(both, { imports: [{ ...second, id: both.imports[1]?.id ?? '' }] });
    const again = await imported(ofx([{ ...rent, id: 'r2' }], { account }));
    expect(again.imports).toMatchObject([{ isOtherAccount: true }, { isOtherAccount: true }]);
    const lines = { [rent.name]: 'rent', [plumber.name]: 'maintenance' } as const;
    expect(await refusalOf(report(await saved(again, { lines })))).toBe('ACCOUNT_UNCONFIRMED');
  });

  test('whose rows do not lead to the closing balance is reported only with a reason, and the next one begins there', async () => {
    const august = await imported(ofx([{ ...rent, day: '2026-08-03' }], { closing: '2100.00' }), {
      of: '2026-08',
    });
    const [file] = august.imports;
    const say = (openingCents: number | null, differenceReason: string | null) =>
      saved(august, {
        lines: { [rent.name]: 'rent' },
        imports: [{ id: file?.id ?? '', openingCents, isAccountConfirmed: false, differenceReason }],
      });
    const unexplained = await say(9_000, null);
    expect(await refusalOf(report(unexplained))).toBe('BALANCE_UNEXPLAINED');
    const said = {
      id: file?.id ?? '',
      openingCents: 9_000,
      isAccountConfirmed: false,
      differenceReason: 'Interest.',
    };
    await report(await saved(unexplained, { imports: [said] }));
    const september = await imported(ofx([{ ...rent, id: 'r2' }], { closing: '4100.00' }));
    expect(september.imports).toMatchObject([{ openingCents: 210_000, closingCents: 410_000 }]);
    await report(september);
    const files = await api(admin).distributions.statementFiles({ id: `${propertyId}-2026-Q3` });
    expect(files.map((one) => [one.month, one.differenceReason, one.openingSource])).toEqual([
      ['2026-08', 'Interest.', 'owner'],
      ['2026-09', null, 'fileBefore'],
    ]);
  });

  test('whose opening balance is known has no other, neither in its draft nor in a correction', async () => {
    const columns = { date: '0', dateOrder: 'ymd', counterparty: '1', amount: '2', balance: '3' } as const;
    const cut = 'Date,Name,Amount,Balance\n2026-08-03,Acme,-10.00,90.00\n2026-08-09,Acme,-10.00,580.00';
    const august = await imported(cut, { of: '2026-08', columns });
    const typedOver = (differenceReason: string | null, { imports }: MonthDraft) => [
      { id: imports[0]?.id ?? '', openingCents: 60_000, isAccountConfirmed: false, differenceReason },
    ];
    const explained = await saved(august, {
      lines: { Acme: 'maintenance' },
      imports: typedOver('A deposit.', august),
    });
    expect(explained.imports).toMatchObject([{ openingCents: 10_000, openingSource: 'file' }]);
    await report(await saved(explained, { typed: [typedEntry('rent', 90_000)].map(inAugust) }));
    const begun = await draft('2026-08');
    const correction = await saved(begun, { imports: typedOver(null, begun) });
    expect(correction.imports).toMatchObject([{ openingCents: 10_000, openingSource: 'file' }]);
    expect(await refusalOf(report(correction))).toBe('BALANCE_UNEXPLAINED');

    await imported(ofx([{ ...rent, day: '2026-07-03' }], { closing: '100.00' }), { of: '2026-07' });
    const following = await imported(ofx([{ ...rent, id: 'a', day: '2026-08-20' }], { closing: '9.00' }), {
      of: '2026-08',
    });
    expect(following.imports[1]).toMatchObject({ openingCents: 10_000, openingSource: 'fileBefore' });
    const unknown = await imported(ofx([{ ...rent, id: 's' }], { account: '1', closing: '2100.00' }));
    const typed = await saved(unknown, { imports: typedOver(null, unknown) });
    expect(typed.imports).toMatchObject([{ openingCents: 60_000, openingSource: 'owner' }]);
  });

  test('takes the values of the bank and not those of a client, and lets a row go only with its file', async () => {
    const rows = await imported(ofx([rent, plumber]));
    const [first] = rows.entries;
    const change = await api(owner).distributions.saveMonthDraft({
      propertyId,
      month,
      version: rows.version,
      entries: [{ ...typedEntry('rent', 1), id: first?.id ?? '' }],
      imports: rows.imports.map(({ id }) => ({
        id,
        openingCents: null,
        isAccountConfirmed: false,
        differenceReason: null,
      })),
    });
    const tampered = await changed(rows, change);
    expect(tampered.entries).toMatchObject([
      { amountCents: 200_000, counterparty: rent.name, line: 'rent' },
      { amountCents: -35_050, line: null },
    ]);
    expect((await saved(tampered, { imports: [] })).entries).toEqual([]);
  });

  test('any choice of lines leaves a report whose lines are the sums of its entries', async () => {
    const choice = fc.constantFrom(...entryLine.options, 'leftOut' as const);
    const row = fc.record({
      choice,
      cents: fc.integer({ min: -40_000, max: 40_000 }).filter((cents) => cents !== 0),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (rows) => {
        const transactions = rows.map(({ cents }, at) => ({
          id: newKey(),
          cents,
          name: `Name ${'abcdefgh'[at]}`,
        }));
        const before = await draft();
        if (before.entries.length > 0) {
          const { version } = before;
          const cleared = { propertyId, month, version, entries: [], imports: [] };
          await changed(before, await api(owner).distributions.saveMonthDraft(cleared));
        }
        expect((await draft()).entries).toEqual([]);
        const lines = Object.fromEntries(
          rows.map(({ choice: line }, at) => [`Name ${'abcdefgh'[at]}`, line]),
        );
        const current = await saved(await imported(ofx(transactions)), {
          lines,
          typed: [typedEntry('rent', 10_000)],
        });
        const code = await report(current).then(
          () => null,
          (error: unknown) => refusalOf(Promise.reject(error)),
        );
        if (code === null) expect((await reported())?.lines).toEqual(sumOfEntries(current.entries));
        else expect(['LINES_REFUSED', 'RESERVE_TOO_SMALL']).toContain(code);
      }),
      { numRuns: 12, seed: 11 },
    );
  });
});

describe('a draft', () => {
  test('that was changed or reported since it was read is neither saved nor reported', async () => {
    const first = await saved(await draft(), { typed: [typedEntry('rent', 5_000)] });
    await saved(first, { typed: [typedEntry('taxes', 1_000)] });
    const before = await ledgerState(t.platform);
    expect(await refusalOf(saved(first))).toBe('DRAFT_CHANGED');
    expect(await refusalOf(report(first))).toBe('DRAFT_CHANGED');
    expect(await ledgerState(t.platform)).toEqual(before);
    const key = newKey();
    const current = await draft();
    const receipt = await report(current, key);
    expect(await report(current, key)).toEqual(receipt);
    expect(await refusalOf(report(current))).toBe('DRAFT_CHANGED');
  });

  test('needs its month over, its date in the month and a line for everything; others have no access', async () => {
    expect(await refusalOf(saved(await draft('2026-10'), { typed: [typedEntry('rent', 1)] }))).toBe(
      'MONTH_NOT_REPORTABLE',
    );
    expect(await refusalOf(saved(await draft('2026-08'), { typed: [typedEntry('rent', 1)] }))).toBe(
      'DATE_OUTSIDE_MONTH',
    );
    expect(await refusalOf(report(await saved(await draft(), { typed: [typedEntry(null, 1)] })))).toBe(
      'ENTRY_UNDECIDED',
    );
    expect(await refusalOf(api(ada).distributions.monthDraft({ propertyId, month }))).toBe(
      'PROPERTY_NOT_FOUND',
    );
    expect(await refusalOf(send(ofx([rent]), { person: ada }))).toBe('PROPERTY_NOT_FOUND');
  });

  test('of a reported month begins with its entries; the correction writes new ones and does not change the old', async () => {
    const rows = await saved(await imported(ofx([rent, plumber])), {
      lines: { [rent.name]: 'rent', [plumber.name]: 'maintenance' },
    });
    await report(rows);
    const again = await draft();
    expect(again.entries.map(({ amountCents, line }) => [amountCents, line])).toEqual([
      [200_000, 'rent'],
      [-35_050, 'maintenance'],
    ]);
    expect(await refusalOf(send(ofx([rent])))).toBe('BANK_FILE_REPEATED');
    await report(await saved(again, { lines: { [plumber.name]: 'utilities' } }));
    expect((await reported())?.lines).toMatchObject({ maintenanceCents: 0, utilitiesCents: 35_050 });
    const stored = await t.platform.db.select().from(reportEntries);
    expect(stored.filter((one) => one.propertyId === propertyId).map(({ revision }) => revision)).toEqual([
      1, 1, 2, 2,
    ]);
    for (const statement of [sql`delete from report_entries`, sql`update report_imports set file_name = 'x'`])
      await expect(t.platform.db.execute(statement)).rejects.toMatchObject({
        cause: { message: expect.stringContaining('append-only') },
      });
  });

  test('is given up when the month is reported as totals, which are one entry for each line', async () => {
    await saved(await draft(), { typed: [typedEntry('rent', 5_000)] });
    const lines = { ...noLines, rentCents: 7_000, vacancyCents: 500 };
    await api(owner).distributions.reportMonth({ propertyId, month, lines, requestId: newKey() });
    const { version, entries } = await draft();
    expect(version).toBe('report-1');
    expect(sumOfEntries(entries)).toEqual(lines);
    expect(entries).toHaveLength(2);
  });
});

describe('a statement', () => {
  test('opens its lines down to the receipt for its owner, admins and holders of the record date, and for nobody else', async () => {
    const upload = () => uploadReceipt(owner, { propertyId, name: 'invoice.pdf', bytes: aPdf() });
    const [invoice, lease] = [await upload(), await upload()];
    const current = await saved(await imported(ofx([rent, plumber])), {
      lines: { [rent.name]: 'rent', [plumber.name]: 'maintenance' },
      receipts: { [plumber.name]: invoice.id, [rent.name]: lease.id },
    });
    expect(await refusalOf(receiptContent(t.platform, ada.actor, invoice.id))).toBe('RECEIPT_HIDDEN');
    const id = await aPaidQuarter(current);
    const ben = await aUser(t.platform);
    const open = (person: Person, line: 'rent' | 'maintenance') =>
      api(person).distributions.statementEntries({ id, line });
    const repair = { counterparty: plumber.name, amountCents: 35_050, receipt: invoice };
    for (const person of [owner, admin, ada]) {
      expect(await api(person).distributions.statement({ id })).toMatchObject({ seesEntries: true });
      expect(await open(person, 'maintenance')).toMatchObject({ items: [repair], totalCents: 35_050 });
      expect((await receiptContent(t.platform, person.actor, invoice.id)).mediaType).toBe('application/pdf');
    }
    const tenants = (await open(ada, 'rent')).items.map(({ counterparty, receipt }) => [
      counterparty,
      receipt,
    ]);
    expect(tenants).toEqual([
      ['Total for the month', null],
      ['Total for the month', null],
      [null, null],
    ]);
    expect((await open(owner, 'rent')).items[2]).toMatchObject({ counterparty: rent.name, receipt: lease });
    expect(await refusalOf(receiptContent(t.platform, ada.actor, lease.id))).toBe('RECEIPT_HIDDEN');
    expect(await api(ben).distributions.statement({ id })).toMatchObject({ seesEntries: false });
    const listedFor = async (person: Person) =>
      (await api(person).distributions.ofProperty({ propertyId })).items[0]?.seesEntries;
    expect(await Promise.all([owner, admin, ada, ben].map(listedFor))).toEqual([true, true, true, false]);
    expect(await refusalOf(open(ben, 'maintenance'))).toBe('DISTRIBUTION_NOT_FOUND');
    expect(await refusalOf(receiptContent(t.platform, ben.actor, invoice.id))).toBe('RECEIPT_HIDDEN');
  });

  test('a receipt is stored with its entry, erased when the draft drops it, and gone after an hour without one', async () => {
    const upload = () => uploadReceipt(owner, { propertyId, name: 'invoice.pdf', bytes: aPdf() });
    const first = await upload();
    const current = await saved(await imported(ofx([plumber])), { receipts: { [plumber.name]: first.id } });
    const stranger = await uploadReceipt(owner, { propertyId, name: 'x.pdf', bytes: aPdf() });
    await saved(current, { receipts: { [plumber.name]: null } });
    t.clock.advance(2 * HOUR);
    await t.platform.jobs.drain();
    const left = await t.platform.db.select().from(storedFiles);
    expect(left.filter(({ id }) => id === first.id || id === stranger.id)).toEqual([]);
    const late = saved(await draft(), { receipts: { [plumber.name]: stranger.id } });
    expect(await refusalOf(late)).toBe('RECEIPT_NOT_FOUND');
  });

  test('pages through the entries of a line', async () => {
    const many = Array.from({ length: 7 }, (_, at) => ({ id: `m${at}`, cents: -100, name: 'Gardener' }));
    await report(await saved(await imported(ofx(many)), { lines: { Gardener: 'maintenance' } }));
    const read: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = await api(owner).distributions.statementEntries({
        id: `${propertyId}-2026-Q3`,
        line: 'maintenance',
        limit: 3,
        ...(cursor && { cursor }),
      });
      expect(page.totalCents).toBe(700);
      read.push(...page.items.map(({ position }) => position));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(read).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});
