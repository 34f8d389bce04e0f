import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toDecimal } from '#kernel/money.ts';
import { countedText } from '#tests/support/counted-text.ts';
import { csvColumns } from '../entries.contract.ts';
import { amountOf, type BankRow, dateOf, textOf } from './bank-text.ts';
import { readStatement, readTable, suggestColumns } from './read-csv.ts';
import { isOfx, readOfx } from './read-ofx.ts';

const codeOf = (read: () => unknown): string => {
  try {
    read();
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
  return 'ok';
};

const words = fc
  .string({ unit: fc.constantFrom(...'abcXYZ 0123=+-@"\',;&<>|()é'), minLength: 1, maxLength: 40 })
  .map((text) => text.replaceAll(/ +/g, ' ').trim())
  .filter((text) => text !== '');
const rows = fc
  .array(
    fc.record({
      date: fc.integer({ min: 1, max: 30 }).map((day) => `2026-09-${String(day).padStart(2, '0')}`),
      amountCents: fc.integer({ min: -99_999_999, max: 99_999_999 }).filter((cents) => cents !== 0),
      counterparty: words,
    }),
    { minLength: 1, maxLength: 20 },
  )
  .map((found): BankRow[] => found.map((row, index) => ({ ...row, memo: null, transactionId: `${index}A` })));

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const csvOf = (all: readonly BankRow[], separator: string, opening = 0) => {
  let balance = opening;
  const lines = all.map(({ date, amountCents, counterparty, transactionId }) => {
    balance += amountCents;
    return [date, quoted(counterparty), toDecimal(amountCents), toDecimal(balance), transactionId].join(
      separator,
    );
  });
  return [
    ['Posting date', 'Description', 'Amount', 'Running balance', 'Reference'].join(separator),
    ...lines,
  ].join('\r\n');
};

const MEGABYTE = 1_000_000;
/** Cells that an expression which tries again from every place would read for hours. */
const endlessCells = [
  `a${' '.repeat(MEGABYTE)}b`,
  `${'1'.repeat(MEGABYTE)}x`,
  `(${'-'.repeat(MEGABYTE)}`,
  `x${'"'.repeat(MEGABYTE)}`,
];

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const ofx = (transactions: string, extra = '') => `<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD
<BANKACCTFROM><BANKID>021000021<ACCTID>000987654321<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260901<DTEND>20260930${transactions}</BANKTRANLIST>
<LEDGERBAL><BALAMT>1500.00<DTASOF>20260930</LEDGERBAL>${extra}</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
const sgml = (all: readonly BankRow[]) =>
  `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n${ofx(
    all
      .map(
        ({ date, amountCents, counterparty, transactionId }) =>
          `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${date.replaceAll('-', '')}120000[-5:EST]<TRNAMT>${toDecimal(amountCents)}<FITID>${transactionId}<NAME>${escaped(counterparty)}<MEMO>\n</STMTTRN>`,
      )
      .join('\n'),
  )}`;
const xml = (all: readonly BankRow[]) =>
  `<?xml version="1.0"?>\n<?OFX OFXHEADER="200" VERSION="211"?>\n<OFX><STMTRS><CURDEF>USD</CURDEF><BANKACCTFROM><BANKID>1</BANKID><ACCTID>22</ACCTID></BANKACCTFROM><BANKTRANLIST>${all
    .map(
      ({ date, amountCents, counterparty, transactionId }) =>
        `<STMTTRN><DTPOSTED>${date.replaceAll('-', '')}</DTPOSTED><TRNAMT>${toDecimal(amountCents)}</TRNAMT><FITID>${transactionId}</FITID><NAME>${escaped(counterparty)}</NAME><MEMO></MEMO><BANKACCTTO><BANKID>9</BANKID><ACCTID>99</ACCTID></BANKACCTTO></STMTTRN>`,
    )
    .join('')}</BANKTRANLIST></STMTRS></OFX>`;

describe('a file of a bank', () => {
  test.each([
    ['quotation marks', '"'],
    ['quoted cells', '"a""b",'],
    ['cells', 'a,;|'],
    ['lines', 'a,b,c\n'],
    ['blanks', ' \t'],
    ['line ends', '\r\n'],
  ])('as CSV with %s over and over is read with work in proportion to its size', (_, pattern) => {
    const read = [1, 2].map((times) => {
      const filling = pattern.repeat((times * 200_000) / pattern.length);
      const { text, steps } = countedText(`Date,Amount,Payee\n2026-09-01,1.00,"a"\n${filling}`);
      codeOf(() => readTable(text));
      return steps();
    });
    expect(read[0]).toBeGreaterThan(200);
    expect(read[1]).toBeLessThanOrEqual(2.01 * (read[0] ?? 0) + 1_000);
  });

  test.each([
    ['opened tags', '<A>'],
    ['closed tags', '</A>'],
    ['angle brackets', '<'],
    ['comments', '<!-- -->'],
    ['open comments', '<!--'],
    ['literal texts', '<![CDATA[a]]>'],
    ['open literal texts', '<![CDATA['],
    ['references', 'a&amp;&'],
    ['transactions', '<STMTTRN><NAME>a</STMTTRN>'],
    ['starts', '<OFX'],
    ['declarations', '<!DOC'],
  ])('as OFX with %s over and over is read with work in proportion to its size', (_, pattern) => {
    const read = [1, 2].map((times) => {
      const filling = pattern.repeat((times * 200_000) / pattern.length);
      const { text, steps } = countedText(`OFXHEADER:100\n\n<OFX><CURDEF>USD${filling}</OFX>`);
      codeOf(() => readOfx(text));
      return steps();
    });
    expect(read[0]).toBeGreaterThan(200);
    expect(read[1]).toBeLessThanOrEqual(2.01 * (read[0] ?? 0) + 1_000);
  });

  test('is read to the cent and the letter, as CSV with any separator and as OFX of both kinds', () => {
    fc.assert(
      fc.property(
        rows,
        fc.constantFrom(',', ';', '\t'),
        fc.integer({ min: -1_000, max: 1_000 }),
        (all, separator, opening) => {
          const table = readTable(csvOf(all, separator, opening));
          const suggested = suggestColumns(table);
          expect(suggested).toEqual({
            date: '0',
            dateOrder: 'ymd',
            counterparty: '1',
            amount: '2',
            balance: '3',
            transactionId: '4',
          });
          const columns = {
            date: 0,
            dateOrder: 'ymd',
            counterparty: 1,
            amount: 2,
            balance: 3,
            transactionId: 4,
          } as const;
          const total = all.reduce((sum, { amountCents }) => sum + amountCents, 0);
          const read = readStatement(table, columns);
          expect(read).toMatchObject({ rows: all, account: null });
          expect((read.closingCents ?? 0) - (read.openingCents ?? 0)).toBe(total);
          for (const text of [sgml(all), xml(all)]) {
            expect(isOfx(text)).toBe(true);
            expect(readOfx(text).rows).toEqual(all);
          }
          expect(readOfx(sgml(all))).toMatchObject({
            account: '021000021 000987654321',
            closingCents: 150_000,
          });
        },
      ),
      { numRuns: 100 },
    );
  });

  test('stores a formula in a cell as text', () => {
    const formula = `=HYPERLINK("http://evil.example";"x")`;
    const table = readTable(`Date,Payee,Amount\n2026-09-01,${quoted(formula)},-1.00`);
    const [row] = readStatement(table, { date: 0, dateOrder: 'ymd', counterparty: 1, amount: 2 }).rows;
    expect(row?.counterparty).toBe(formula);
  });

  test('that lists the newest row first has its balances the right way round', () => {
    const text = 'Date,Payee,Amount,Balance\n9/30/2026,A,-10.00,90.00\n9/29/2026,B,"1,00",100.00';
    const table = readTable(text.replace('"1,00"', '100.00'));
    expect(suggestColumns(table).dateOrder).toBe('mdy');
    const columns = { date: 0, dateOrder: 'mdy', counterparty: 1, amount: 2, balance: 3 } as const;
    expect(readStatement(table, columns)).toMatchObject({ openingCents: 0, closingCents: 9_000 });
  });

  test.each([
    [
      'of a bank whose rows have a cell more than the header',
      [
        'Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #',
        'CREDIT,09/14/2026,"ADA TENANT  PAYROLL PPD ID: 1",1000.00,ACH_CREDIT,1950.00,,',
        'CHECK,09/02/2026,"CHECK 1001 ",-50.00,CHECK_PAID,950.00,1001,',
      ],
      { date: '1', dateOrder: 'mdy', amount: '3', balance: '5', counterparty: '2', memo: '0' },
      { openingCents: 100_000, closingCents: 195_000 },
      [100_000, -5_000],
    ],
    [
      'of a bank that begins with a summary and a line of the first balance',
      [
        'Description,,Summary Amt.',
        'Beginning balance as of 09/01/2026,,"1,000.00"',
        'Total credits,,"1,000.00"',
        'Total debits,,"-50.00"',
        'Ending balance as of 09/30/2026,,"1,950.00"',
        '',
        'Date,Description,Amount,Running Bal.',
        '09/01/2026,Beginning balance as of 09/01/2026,,"1,000.00"',
        '09/02/2026,"Acme Plumbing","-50.00","950.00"',
        '09/14/2026,"ADA TENANT","1,000.00","1,950.00"',
      ],
      { date: '0', dateOrder: 'mdy', amount: '2', balance: '3', counterparty: '1' },
      { openingCents: 100_000, closingCents: 195_000 },
      [-5_000, 100_000],
    ],
    [
      'of a bank whose header has a cell more than its rows',
      ['Date,Name,Amount,Balance,', '14/09/2026,Ada Tenant,1000.00,1950.00', '13/09/2026,Bo,-50.00,950.00'],
      { date: '0', dateOrder: 'dmy', amount: '2', balance: '3', counterparty: '1' },
      { openingCents: 100_000, closingCents: 195_000 },
      [100_000, -5_000],
    ],
  ])('%s is read with the columns that are suggested', (_, lines, suggested, balances, amounts) => {
    const table = readTable(lines.join('\n'));
    expect(suggestColumns(table)).toEqual(suggested);
    const { dateOrder, ...places } = suggested;
    const columns = Object.fromEntries(Object.entries(places).map(([name, at]) => [name, Number(at)]));
    const read = readStatement(table, csvColumns.parse({ ...columns, dateOrder }));
    expect(read).toMatchObject(balances);
    expect(read.rows.map(({ amountCents }) => amountCents)).toEqual(amounts);
  });

  test('has no column of transaction numbers suggested whose texts do not distinguish its rows', () => {
    const suggestedBy = (...references: string[]) =>
      suggestColumns(
        readTable(
          ['Date,Payee,Ref,Amount', ...references.map((ref) => `2026-09-01,A,${ref},1.00`)].join('\n'),
        ),
      ).transactionId;
    expect([suggestedBy('1', '2'), suggestedBy('RENT', 'RENT'), suggestedBy('1', '')]).toEqual([
      '2',
      undefined,
      undefined,
    ]);
  });

  test.each([
    ['of the last day', '<DTSTART>20260901<DTEND>20260930', '20260930', 150_000],
    ['without a day', '<DTSTART>20260901<DTEND>20260930', '', 150_000],
    ['of the day of the download', '<DTSTART>20260901<DTEND>20260930', '20261010', null],
    ['of a day before the last row', '<DTSTART>20260901<DTEND>20260930', '20260919', null],
    ['of the day of the last row, in a file without an end', '', '20260920', 150_000],
  ])(
    'of OFX with a balance %s takes it for the closing balance only where its rows lead there',
    (_, days, day, cents) => {
      const row = '<STMTTRN><DTPOSTED>20260920<TRNAMT>1.00<FITID>1</STMTTRN>';
      const text = ofx(row)
        .replace('<DTSTART>20260901<DTEND>20260930', days)
        .replace('<DTASOF>20260930', day && `<DTASOF>${day}120000[-5:EST]`);
      expect(readOfx(text).closingCents).toBe(cents);
    },
  );

  test.each([
    [
      'a billion laughs',
      `<?xml version="1.0"?><!DOCTYPE OFX [<!ENTITY a "&b;&b;"><!ENTITY b "ha">]>${ofx('')}`,
      'BANK_FILE_UNSAFE',
    ],
    [
      'a foreign entity',
      `<?xml version="1.0"?><!DOCTYPE OFX SYSTEM "file:///etc/passwd">${ofx('')}`,
      'BANK_FILE_UNSAFE',
    ],
    [
      'an entity of its own',
      `<?xml version="1.0"?>${ofx('<STMTTRN><NAME>&secret;</STMTTRN>')}`,
      'BANK_FILE_UNSAFE',
    ],
    ...['&#xD800;', '&#57343;'].map((half): [string, string, string] => [
      `half of a character, ${half}`,
      ofx(`<STMTTRN><DTPOSTED>20260920<TRNAMT>1.00<FITID>1<MEMO>Rent ${half}</STMTTRN>`),
      'BANK_FILE_UNSAFE',
    ]),
    ['two accounts', ofx('', '<BANKACCTFROM><ACCTID>1</BANKACCTFROM>'), 'SEVERAL_ACCOUNTS'],
    ['euros', ofx('').replace('USD', 'EUR'), 'NOT_IN_DOLLARS'],
    [
      'tenths of a cent',
      ofx('<STMTTRN><DTPOSTED>20260901<TRNAMT>1.005<FITID>1</STMTTRN>'),
      'BANK_ROW_UNREADABLE',
    ],
    [
      'a day that does not exist',
      ofx('<STMTTRN><DTPOSTED>20260931<TRNAMT>1.00</STMTTRN>'),
      'BANK_ROW_UNREADABLE',
    ],
    ['too many transactions', ofx('<STMTTRN></STMTTRN>'.repeat(2_001)), 'BANK_FILE_TOO_MANY_ROWS'],
    ['tags in tags', ofx('<A>'.repeat(100)), 'BANK_FILE_UNREADABLE'],
    ['half a tag', '<OFX><STMTRS', 'BANK_FILE_UNREADABLE'],
  ])('with %s is refused', (_, text, code) => {
    expect(codeOf(() => readOfx(text))).toBe(code);
  });

  test.each([
    ['a picture', '\u0089PNG\0\0\0', 'BANK_FILE_UNREADABLE'],
    ['no header', '2026-09-01,Tenant,100.00\n2026-09-02,Tenant,100.00', 'BANK_FILE_UNREADABLE'],
    ['a quotation that never ends', 'Date,Payee,Amount\n2026-09-01,"A,1.00', 'BANK_FILE_UNREADABLE'],
    ['too many rows', `Date,Payee,Amount\n${'2026-09-01,A,1.00\n'.repeat(2_100)}`, 'BANK_FILE_TOO_MANY_ROWS'],
    ['an amount in words', 'Date,Payee,Amount\n2026-09-01,A,one', 'BANK_ROW_UNREADABLE'],
  ])('as CSV with %s is refused', (_, text, code) => {
    const columns = { date: 0, dateOrder: 'ymd', counterparty: 1, amount: 2 } as const;
    expect(codeOf(() => readStatement(readTable(text), columns))).toBe(code);
  });
});

test.each([
  ['1,234.50', 123_450],
  ['-12.3', -1_230],
  ['(12.30)', -1_230],
  ['12.30-', -1_230],
  ['$5', 500],
  ['-$0.05', -5],
  ['.5', 50],
  ['12.340', 1_234],
  ['1.234,50', null],
  ['12,34', null],
  ['1e3', null],
  ['--1', null],
  ['', null],
])('the amount %j is %j cents', (text, cents) => {
  expect(amountOf(text)).toBe(cents);
});

test.each([
  ['09/30/2026', 'mdy', '2026-09-30'],
  ['30.9.26', 'dmy', '2026-09-30'],
  ['2026-09-30T10:00', 'ymd', '2026-09-30'],
  ['2026-02-30', 'ymd', null],
  ['13/13/2026', 'mdy', null],
] as const)('the date %j in the order %s is %j', (text, order, day) => {
  expect(dateOf(text, order)).toBe(day);
});

test.each(endlessCells)('a cell of a million characters is no amount, and is read immediately', (cell) => {
  expect(amountOf(cell)).toBeNull();
  expect(readTable(`Date,Amount\n2026-09-01,${cell}\n`).rows).toHaveLength(1);
  const row = `<STMTTRN><DTPOSTED>20260901<TRNAMT>${cell}<FITID>1</STMTTRN>`;
  expect(codeOf(() => readOfx(`OFXHEADER:100\n\n${ofx(row)}`))).toBe('BANK_ROW_UNREADABLE');
});

test('a file in the encoding of an old Windows is read', () => {
  expect(textOf(Uint8Array.from([0x43, 0x61, 0x66, 0xe9]))).toBe('Café');
});
