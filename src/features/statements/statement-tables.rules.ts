import type { ValueFormat } from '#kernel/value-format.ts';
import type { MonthlyStatement, MovementKind, StatementFigures } from './statements.contract.ts';

export const movementLabel: Record<MovementKind, string> = {
  purchase: 'Purchase',
  reinvestment: 'Reinvestment',
  sale: 'Sale',
  distribution: 'Distribution',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  cancellation: 'Canceled purchase',
  refund: 'Refund',
  proceeds: 'Offering proceeds',
  rent: 'Rent',
  owner_share: "Owner's share",
  expenses_repaid: 'Expenses reimbursed',
  reward: 'Referral reward',
  other: 'Other',
};

/** What the properties of a statement's movements are called. Names are stored; one that is not is a number. */
function propertyNames({ holdings, movements }: StatementFigures): (propertyId: number) => string {
  const names = new Map(holdings.map(({ propertyId, name }) => [propertyId, name]));
  for (const { propertyId, propertyName } of movements)
    if (propertyId !== null && propertyName !== null) names.set(propertyId, propertyName);
  return (propertyId) => names.get(propertyId) ?? `Property ${propertyId}`;
}

/** Figures derived from those of a statement; the same for screen, CSV and PDF. */
export function statementView(
  figures: StatementFigures,
  { issuedAt, hash }: { issuedAt: Date; hash: string },
): MonthlyStatement {
  const { month, openingCashCents, closingCashCents, holdings, movements } = figures;
  const distributions = movements.filter(({ kind }) => kind === 'distribution');
  const netIncomeCents = distributions.reduce((sum, { cents }) => sum + cents, 0);
  const feesCents = distributions.reduce((sum, { feeCents }) => sum + feeCents, 0);
  const incomes = new Map(holdings.map(({ propertyId }) => [propertyId, 0]));
  for (const { propertyId, cents, feeCents } of distributions)
    if (propertyId !== null) incomes.set(propertyId, (incomes.get(propertyId) ?? 0) + cents + feeCents);
  const held = new Map(holdings.map((one) => [one.propertyId, one]));
  const nameOf = propertyNames(figures);
  return {
    month,
    issuedAt: issuedAt.toISOString(),
    hash,
    openingCashCents,
    closingCashCents,
    totalIncomeCents: netIncomeCents + feesCents,
    feesCents,
    netIncomeCents,
    valueCents: holdings.reduce((sum, one) => sum + one.closingShares * one.perShareCents, 0),
    properties: [...incomes].map(([propertyId, incomeCents]) => ({
      propertyId,
      name: nameOf(propertyId),
      shares: held.get(propertyId)?.closingShares ?? 0,
      incomeCents,
      yieldBps: held.get(propertyId)?.annualYieldBps ?? null,
    })),
  };
}

interface StatementColumn {
  header: string;
  /** Its part of the width on paper, relative to the other columns. */
  share: number;
  amount?: boolean;
}

/** A table of a monthly statement: screen, CSV and PDF are made from the same ones. */
export interface StatementTable {
  heading: string;
  /** What has to be known to read it. */
  note?: string;
  columns: readonly StatementColumn[];
  /** The cells of each row; the first one names it. */
  rows<Amount>(format: ValueFormat<Amount>): (Amount | string)[][];
  /** Two columns, and few rows that are always there. */
  isSum?: boolean;
  /** Whether its last row is the result of the others. */
  hasTotal?: boolean;
  /** What is said in place of a table without rows. */
  empty?: string;
}

function sumOf(heading: string, lines: readonly (readonly [string, number])[]): StatementTable {
  return {
    heading,
    columns: [
      { header: heading, share: 60 },
      { header: 'Amount', share: 40, amount: true },
    ],
    rows: ({ money }) => lines.map(([term, cents]) => [term, money(cents)]),
    isSum: true,
    hasTotal: true,
  };
}

/** Every figure of a statement, in the order of a bank's statement. */
export function statementTables(figures: StatementFigures, view: MonthlyStatement): StatementTable[] {
  return [
    {
      ...sumOf('Cash', [
        ['Opening balance', view.openingCashCents],
        ['Change', view.closingCashCents - view.openingCashCents],
        ['Closing balance', view.closingCashCents],
      ]),
      note: 'Includes cash reserved for bids and cash on its way to your bank.',
    },
    sumOf('Income', [
      ['Distributions before the management fee', view.totalIncomeCents],
      ['Management fee', view.feesCents === 0 ? 0 : -view.feesCents],
      ['Net income', view.netIncomeCents],
    ]),
    incomeTable(view),
    sharesTable(figures, view),
    movementsTable(figures),
  ];
}

function incomeTable({ properties }: MonthlyStatement): StatementTable {
  return {
    heading: 'Income by property',
    columns: [
      { header: 'Property', share: 50 },
      { header: 'Income', share: 25, amount: true },
      { header: 'Expected yield %', share: 25, amount: true },
    ],
    rows: ({ money, percent }) =>
      properties.map(({ name, incomeCents, yieldBps }) => [name, money(incomeCents), percent(yieldBps)]),
    note: 'Before the management fee.',
    empty: 'No property paid income during the month.',
  };
}

function sharesTable({ holdings }: StatementFigures, { valueCents }: MonthlyStatement): StatementTable {
  return {
    heading: 'Shares',
    columns: [
      { header: 'Property', share: 34 },
      { header: 'Opening shares', share: 13, amount: true },
      { header: 'Closing shares', share: 13, amount: true },
      { header: 'Value of a share', share: 18, amount: true },
      { header: 'Value', share: 22, amount: true },
    ],
    rows: ({ money, count }) => {
      const rows = holdings.map((one) => [
        one.name,
        count(one.openingShares),
        count(one.closingShares),
        money(one.perShareCents),
        money(one.closingShares * one.perShareCents),
      ]);
      return rows.length === 0 ? [] : [...rows, ['Total', '', '', '', money(valueCents)]];
    },
    hasTotal: true,
    note: 'Value at the end of the month, as it was known when the statement was issued: each share counts at its offering price until the offering succeeds, then at the latest approved valuation.',
    empty: 'No shares were held during the month.',
  };
}

function movementsTable(figures: StatementFigures): StatementTable {
  const nameOf = propertyNames(figures);
  return {
    heading: 'Movements',
    columns: [
      { header: 'Date', share: 15 },
      { header: 'Movement', share: 20 },
      { header: 'Property', share: 26 },
      { header: 'Shares', share: 10, amount: true },
      { header: 'Fee', share: 13, amount: true },
      { header: 'Cash', share: 16, amount: true },
    ],
    rows: ({ money, count, moment }) =>
      figures.movements.map(({ at, kind, propertyId, shares, feeCents, cents }) => [
        moment(at),
        movementLabel[kind],
        propertyId === null ? '' : nameOf(propertyId),
        shares === 0 ? '' : count(shares),
        money(feeCents),
        money(cents),
      ]),
    note: 'A fee is part of what a purchase cost, or was deducted before a distribution was paid.',
    empty: 'No movements during the month.',
  };
}
