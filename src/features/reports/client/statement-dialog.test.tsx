import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { statementDocument } from '#features/statements/server/statement-pdf.ts';
import { movementLabel, statementView } from '#features/statements/statement-tables.rules.ts';
import type { MonthlyStatement, StatementFigures } from '#features/statements/statements.contract.ts';
import { movementKind } from '#features/statements/statements.contract.ts';
import { formatPercent, formatUsdExact, toDecimal } from '#kernel/money.ts';
import { formatDate } from '#kernel/time.ts';
import { pdfDocuments } from '#platform/server/adapters/documents/pdf-documents.ts';
import { textOfPdf } from '#tests/support/pdf-text.ts';
import { statementCsv } from '../server/statement-file.ts';
import { FIRST_ROWS, StatementTables } from './statement-dialog.tsx';

const cents = fc.integer({ min: 0, max: 900_000_000 });
const signedCents = fc.integer({ min: -900_000_000, max: 900_000_000 });
const shares = fc.integer({ min: 0, max: 5_000 });

const holding = fc.record({
  propertyId: fc.integer({ min: 1, max: 9 }),
  openingShares: shares,
  closingShares: shares,
  perShareCents: fc.integer({ min: 1, max: 1_000_000 }),
  annualYieldBps: fc.integer({ min: 0, max: 2_000 }),
});
const movement = fc.record({
  at: fc
    .integer({ min: Date.UTC(2027, 1, 1), max: Date.UTC(2027, 2, 1) - 1 })
    .map((at) => new Date(at).toISOString()),
  kind: fc.constantFrom('distribution' as const, 'distribution' as const, ...movementKind.options),
  propertyId: fc.option(fc.integer({ min: 1, max: 12 })),
  cents: signedCents,
  shares: fc.integer({ min: -5_000, max: 5_000 }),
  feeCents: cents,
});
const statement: fc.Arbitrary<StatementFigures> = fc.record({
  month: fc.constant('2027-02'),
  openingCashCents: cents,
  closingCashCents: cents,
  holdings: fc
    .uniqueArray(holding, { selector: ({ propertyId }) => propertyId, maxLength: 4 })
    .map((list) => list.map((one) => ({ ...one, name: `House ${one.propertyId}` }))),
  // A distribution is one of a property, and pays its holder. Older statements have no names in their movements.
  movements: fc.tuple(fc.boolean(), fc.array(movement, { maxLength: 6 })).map(([isNamed, list]) =>
    list
      .map((one) =>
        one.kind === 'distribution'
          ? { ...one, cents: Math.abs(one.cents), propertyId: one.propertyId ?? 12 }
          : one,
      )
      .map((one) => ({
        ...one,
        propertyName: isNamed && one.propertyId !== null ? `House ${one.propertyId}` : null,
      })),
  ),
});

/** A distribution that was paid after its shares were sold. */
const paidLater: StatementFigures = {
  month: '2027-02',
  openingCashCents: 100,
  closingCashCents: 900,
  holdings: [],
  movements: [
    {
      at: '2027-02-15T00:00:00.000Z',
      kind: 'distribution',
      propertyId: 12,
      propertyName: 'House 12',
      cents: 800,
      shares: 0,
      feeCents: 12,
    },
  ],
};

/** A value as the CSV has it and as people read it. */
type Written = readonly [csv: string, read: string];
const text = (value: string): Written => [value, value];
const money = (amount: number): Written => [toDecimal(amount), formatUsdExact(amount)];
const count = (whole: number): Written => [String(whole), whole.toLocaleString('en-US')];
const percent = (bps: number | null): Written =>
  bps === null ? ['', 'Not available'] : [(bps / 100).toFixed(2), formatPercent(bps / 100)];

/** Every row that a statement has, by its figures alone. */
function rowsOf({ holdings, movements }: StatementFigures, view: MonthlyStatement): Written[][] {
  const name = (id: number) =>
    [...holdings, ...movements.filter(({ propertyName }) => propertyName)].some(
      (one) => one.propertyId === id,
    )
      ? `House ${id}`
      : `Property ${id}`;
  return [
    [text('Opening balance'), money(view.openingCashCents)],
    [text('Closing balance'), money(view.closingCashCents)],
    [text('Distributions before the management fee'), money(view.totalIncomeCents)],
    [text('Management fee'), money(0 - view.feesCents)],
    [text('Net income'), money(view.netIncomeCents)],
    ...view.properties.map((one) => [text(one.name), money(one.incomeCents), percent(one.yieldBps)]),
    ...holdings.map((one) => [
      ...[text(one.name), count(one.openingShares), count(one.closingShares)],
      ...[money(one.perShareCents), money(one.closingShares * one.perShareCents)],
    ]),
    ...movements.map((one): Written[] => [
      [one.at, formatDate(one.at)],
      ...[text(movementLabel[one.kind]), text(one.propertyId === null ? '' : name(one.propertyId))],
      ...[one.shares === 0 ? text('') : count(one.shares), money(one.feeCents), money(one.cents)],
    ]),
  ];
}

/** The rows of a page as an eye reads them. */
const rowsSeen = (markup: string) =>
  markup
    .replaceAll(/<span class="sr-only select-none">[^<]*<\/span>/g, '')
    .split('<tr')
    .map((row) =>
      row
        .replace(/^[^>]*>/, '')
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll('&#x27;', "'"),
    );

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const packed = (value: string) => value.replaceAll(/\s/g, '').replaceAll('\u2212', '-');

test('screen, CSV and PDF of a statement have every figure of it, in the same rows', async () => {
  await fc.assert(
    fc.asyncProperty(statement, async (figures) => {
      const view = statementView(figures, {
        issuedAt: new Date('2027-03-03T03:00:00Z'),
        hash: 'ab'.repeat(32),
      });
      const csv = parse(statementCsv({ figures, view }), { relax_column_count: true }) as string[][];
      const pdf = packed(
        await textOfPdf(await pdfDocuments().text(statementDocument({ figures, view }, 'Ada Quill'))),
      );
      const page = renderToStaticMarkup(<StatementTables figures={figures} view={view} />);
      const seen = rowsSeen(page).map(packed);
      for (const row of rowsOf(figures, view)) {
        expect(csv).toContainEqual(row.map(([written]) => written));
        expect(pdf).toContain(packed(row.map(([, read]) => read).join('')));
        expect(seen.some((one) => one.startsWith(packed(row.map(([, read]) => read || '–').join(''))))).toBe(
          true,
        );
      }
      const results = page.split('<tr').filter((row) => /^[^>]*font-semibold/.test(row));
      const named = ['Closing balance', 'Net income', ...(figures.holdings.length > 0 ? ['Total'] : [])];
      expect(results.map((row) => rowsSeen(`<tr${row}`)[1])).toEqual(
        named.map((name) => expect.stringMatching(new RegExp(`^${name}`))),
      );
      if (figures.holdings.length > 0) {
        expect(csv).toContainEqual(['Total', '', '', '', toDecimal(view.valueCents)]);
        for (const form of [pdf, seen.join()]) expect(form).toContain(formatUsdExact(view.valueCents));
      }
      const incomes = csv.slice(
        csv.findIndex(([first, second]) => first === 'Property' && second === 'Income') + 1,
      );
      const ofProperties = incomes.slice(
        0,
        incomes.findIndex((row) => row.length === 1),
      );
      expect(sum(view.properties.map(({ incomeCents }) => incomeCents))).toBe(view.totalIncomeCents);
      expect(sum(ofProperties.map((row) => Math.round(Number(row[1]) * 100)))).toBe(view.totalIncomeCents);
      expect(csv.flat()).toEqual(expect.arrayContaining([view.hash, view.month]));
      for (const form of [pdf, packed(page.replaceAll(/<[^>]*>/g, ''))]) expect(form).toContain(view.hash);
    }),
    { numRuns: 5, examples: [[paidLater]] },
  );
});

test('a month with thousands of movements begins with the first of them, and says how many there are', () => {
  const many = 10_000;
  const one = {
    at: '2027-02-03T10:00:00.000Z',
    kind: 'deposit',
    propertyId: null,
    propertyName: null,
    shares: 0,
    feeCents: 0,
  } as const;
  const figures: StatementFigures = {
    month: '2027-02',
    openingCashCents: 0,
    closingCashCents: many,
    holdings: [],
    movements: Array.from({ length: many }, () => ({ ...one, cents: 1 })),
  };
  const view = statementView(figures, { issuedAt: new Date('2027-03-03T03:00:00Z'), hash: 'ab'.repeat(32) });
  const page = renderToStaticMarkup(<StatementTables figures={figures} view={view} />);
  expect(page.match(/Feb 3, 2027/g)?.length).toBe(FIRST_ROWS);
  expect(page).toContain('Show all 10,000');
});
