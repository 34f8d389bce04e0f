import { DomainError } from '#kernel/errors.ts';
import type { Cents } from '#kernel/money.ts';
import { type ColumnsQuery, type CsvColumns, entryErrors, MAX_BANK_ROWS } from '../entries.contract.ts';
import { amountOf, type BankRow, type BankStatement, dateOf, plainText } from './bank-text.ts';

const { BANK_FILE_UNREADABLE, BANK_ROW_UNREADABLE, BANK_FILE_TOO_MANY_ROWS, SEVERAL_ACCOUNTS } = entryErrors;

const MAX_COLUMNS = 60;
/** Lines above the header, in which banks name the account and the period. */
const MAX_PREAMBLE_LINES = 20;

const noHeader =
  'This file has no header row. Export the account from your bank with column names, or as OFX.';

/** A CSV file as rows of cells, with the header that names its columns. */
export interface CsvTable {
  header: string[];
  rows: { line: number; cells: string[] }[];
}

/** Cells by RFC 4180, each character read once. */
function recordsOf(text: string, separator: string): { line: number; cells: string[] }[] {
  const records: { line: number; cells: string[] }[] = [];
  let cells: string[] = [];
  let cell = '';
  /** Whether the cell has only spaces so far; reading it for each quotation mark would take quadratic time. */
  let isBlank = true;
  let isQuoted = false;
  let line = 1;
  let startedAt = 1;
  const endRecord = () => {
    cells.push(cell);
    if (cells.some((one) => one.trim() !== '')) records.push({ line: startedAt, cells });
    if (cells.length > MAX_COLUMNS) throw new DomainError(BANK_FILE_UNREADABLE);
    if (records.length > MAX_BANK_ROWS + MAX_PREAMBLE_LINES) throw new DomainError(BANK_FILE_TOO_MANY_ROWS);
    cells = [];
    cell = '';
    isBlank = true;
    startedAt = line;
  };
  for (let at = 0; at < text.length; at += 1) {
    const one = text[at] as string;
    if (one === '\n') line += 1;
    if (isQuoted) {
      if (one !== '"') cell += one;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (one === '"' && isBlank) {
      cell = '';
      isBlank = false;
      isQuoted = true;
    } else if (one === separator) {
      cells.push(cell);
      cell = '';
      isBlank = true;
    } else if (one === '\n') endRecord();
    else if (one !== '\r') {
      cell += one;
      isBlank = isBlank && one.trim() === '';
    }
  }
  if (isQuoted)
    throw new DomainError(BANK_FILE_UNREADABLE, {
      message: `Line ${startedAt}: a quotation mark is not closed.`,
    });
  endRecord();
  return records;
}

/**
 * Reads the cells of a CSV file, whatever its separator; lines above the header are passed over.
 * @throws BANK_FILE_UNREADABLE, BANK_FILE_TOO_MANY_ROWS
 */
export function readTable(text: string): CsvTable {
  const body = text.replace(/^\ufeff/, '');
  if (/\0/.test(body)) throw new DomainError(BANK_FILE_UNREADABLE);
  const start = body.slice(0, 4_000);
  const counts = [',', ';', '\t', '|'].map((separator) => ({
    separator,
    times: start.split(separator).length,
  }));
  const [{ separator, times }] = counts.sort((a, b) => b.times - a.times) as [(typeof counts)[number]];
  if (times < 3) throw new DomainError(BANK_FILE_UNREADABLE);
  const records = recordsOf(body, separator);
  const at = headerPlace(records.map(({ cells }) => cells));
  const header = records[at];
  if (!header) throw new DomainError(BANK_FILE_UNREADABLE, { message: noHeader });
  return { header: header.cells.map((cell) => plainText(cell, 60)), rows: records.slice(at + 1) };
}

/** Cells of a line up to the last that is not empty: many banks end a row with separators, others only the header. */
const usedWidth = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim() !== '') + 1;

/** Place of the line that names the columns: of those without an amount the one that most later lines fit under. */
function headerPlace(lines: readonly (readonly string[])[]): number {
  const widths = lines.map(usedWidth);
  let best = { at: -1, fitting: 0.5 };
  for (const [at, cells] of lines.slice(0, MAX_PREAMBLE_LINES + 1).entries()) {
    const width = widths[at] ?? 0;
    if (width < 2 || cells.some((cell) => amountOf(cell) !== null)) continue;
    const later = lines.slice(at + 1);
    if (later.length > 0 && later.every((one) => one.length < width)) continue;
    const fits = widths.slice(at + 1).filter((one) => one <= width).length;
    const fitting = later.length === 0 ? 1 : fits / later.length;
    if (fitting > best.fitting) best = { at, fitting };
  }
  return best.at;
}

/** Names a header by which the columns are remembered. */
export function headerKey(header: readonly string[]): string {
  return header
    .map((name) => name.toLowerCase())
    .join('|')
    .slice(0, 1_000);
}

/** Names of columns; of two lines for one column the first is preferred. */
const words: readonly [keyof ColumnsQuery, RegExp][] = [
  ['transactionId', /^(fit ?id|transaction (id|number)|reference( number)?|ref)$/],
  ['account', /^account( (number|no\.?|id))?$/],
  ['balance', /balance|\bbal\b/],
  ['moneyOut', /^(debits?|withdrawals?|money out|paid out)( amount)?$/],
  ['moneyIn', /^(credits?|deposits?|money in|paid in)( amount)?$/],
  ['amount', /amount|value/],
  ['date', /date/],
  ['counterparty', /^(payee|name|merchant|counterparty|description|payment details|narrative)$/],
  ['counterparty', /^details$/],
  ['memo', /^(memo|notes?|description|details|category)$/],
];

/** The columns that a header suggests; its owner decides. */
export function suggestColumns({ header, rows }: CsvTable): ColumnsQuery {
  const suggested: Partial<Record<keyof ColumnsQuery, string>> = {};
  const taken = new Set<number>();
  for (const [field, pattern] of words) {
    if (suggested[field] !== undefined) continue;
    if (field === 'amount' && suggested.moneyIn && suggested.moneyOut) continue;
    const at = header.findIndex(
      (name, index) =>
        !taken.has(index) &&
        pattern.test(name.toLowerCase()) &&
        (field !== 'transactionId' || distinguishesRows(rows, index)),
    );
    if (at < 0) continue;
    taken.add(at);
    suggested[field] = String(at);
  }
  if (suggested.date === undefined) return suggested as ColumnsQuery;
  const dates = rows.map(({ cells }) => cells[Number(suggested.date)] ?? '');
  const order = (['ymd', 'mdy', 'dmy'] as const).find((one) =>
    dates.every((text) => dateOf(text, one) !== null),
  );
  return { ...suggested, ...(order && { dateOrder: order }) } as ColumnsQuery;
}

/** Whether each row has a text of its own in a column: a "Reference" is often what the payer wrote. */
function distinguishesRows(rows: CsvTable['rows'], column: number): boolean {
  const texts = rows.map(({ cells }) => (cells[column] ?? '').trim());
  return !texts.includes('') && new Set(texts).size === texts.length;
}

/**
 * Reads the rows of a bank's CSV file with the columns that its owner chose.
 * @throws BANK_ROW_UNREADABLE with the line, BANK_FILE_TOO_MANY_ROWS, SEVERAL_ACCOUNTS
 */
export function readStatement({ rows }: CsvTable, columns: CsvColumns): BankStatement {
  if (rows.length > MAX_BANK_ROWS) throw new DomainError(BANK_FILE_TOO_MANY_ROWS);
  const accounts = new Set<string>();
  const read = rows.map(({ line, cells }) => {
    const textAt = (column: number | undefined) => (column === undefined ? '' : (cells[column] ?? '').trim());
    const date = dateOf(textAt(columns.date), columns.dateOrder);
    if (date === null)
      refuse(line, `“${plainText(textAt(columns.date), 30)}” is not a date in the chosen format`);
    const account = plainText(textAt(columns.account), 60);
    if (account) accounts.add(account);
    const memo = plainText(textAt(columns.memo), 200);
    const name = plainText(textAt(columns.counterparty), 120) || plainText(memo, 120) || 'Unnamed';
    const balance = textAt(columns.balance) === '' ? null : required(line, textAt(columns.balance));
    const row: BankRow = {
      date,
      amountCents: amountIn(line, columns, textAt),
      counterparty: name,
      memo: memo === '' || memo === name ? null : memo,
      transactionId: plainText(textAt(columns.transactionId), 255) || null,
    };
    return { row, balance };
  });
  if (accounts.size > 1) throw new DomainError(SEVERAL_ACCOUNTS);
  const [account = null] = accounts;
  return {
    kind: 'csv',
    account,
    ...balancesOf(read.map(({ row, balance }) => ({ ...row, balance }))),
    rows: read.map(({ row }) => row).filter(({ amountCents }) => amountCents !== 0),
  };
}

function refuse(line: number, wrong: string): never {
  throw new DomainError(BANK_ROW_UNREADABLE, { message: `Line ${line} of this file: ${wrong}.` });
}

function required(line: number, text: string): Cents {
  if (text === '') refuse(line, 'it has no amount. If it only has a balance, choose the balance column');
  const cents = amountOf(text);
  if (cents === null) refuse(line, `“${plainText(text, 30)}” is not an amount in dollars and cents`);
  return cents;
}

/** Amount of a row; zero of a line that only has a balance, such as that of the first day. */
function amountIn(line: number, columns: CsvColumns, textAt: (column: number | undefined) => string): Cents {
  if (columns.amount !== undefined) {
    const text = textAt(columns.amount);
    return text === '' && textAt(columns.balance) !== '' ? 0 : required(line, text);
  }
  const [came, went] = [columns.moneyIn, columns.moneyOut].map((column) =>
    textAt(column) === '' ? 0 : Math.abs(required(line, textAt(column))),
  ) as [Cents, Cents];
  return came - went;
}

/** The balances before the first and after the last row; banks write the newest row first or last. */
function balancesOf(rows: readonly (BankRow & { balance: Cents | null })[]) {
  const none = { openingCents: null, closingCents: null };
  if (rows.length === 0 || rows.some(({ balance }) => balance === null)) return none;
  const follows = (inOrder: typeof rows) =>
    inOrder.filter((row, at) => at > 0 && row.balance === (inOrder[at - 1]?.balance ?? 0) + row.amountCents)
      .length;
  const reversed = rows.toReversed();
  const [forward, backward] = [follows(rows), follows(reversed)];
  const isNewestFirst =
    backward > forward || (backward === forward && (rows[0]?.date ?? '') > (rows.at(-1)?.date ?? ''));
  const inOrder = isNewestFirst ? reversed : rows;
  const [first] = inOrder;
  return {
    openingCents: (first?.balance ?? 0) - (first?.amountCents ?? 0),
    closingCents: inOrder.at(-1)?.balance ?? 0,
  };
}
