import type { Cents } from '#kernel/money.ts';
import { type ReportLines, reportLines } from './distributions.contract.ts';
import {
  type BankFile,
  type DraftChange,
  type DraftEntry,
  type DraftImport,
  type EntryChoice,
  type EntryLine,
  entryErrors,
  entryLine,
  type MonthDraft,
} from './entries.contract.ts';

/** The line as the contract of a report calls it. */
export const lineKeyOf = (line: EntryLine): keyof ReportLines => `${line}Cents`;

/** Lines of income; amounts of the others are paid or were never received. */
const incoming: readonly EntryLine[] = ['rent', 'otherIncome', 'reserveWithdrawn'];

/** Converts a bank amount (in: positive, out: negative) to the amount added to a line, and back. */
export function atBank(line: EntryLine, cents: Cents): Cents {
  return incoming.includes(line) || cents === 0 ? cents : -cents;
}

/** Amount that an entry adds to its line. */
export function addedBy({
  line,
  importId,
  amountCents,
}: Pick<DraftEntry, 'line' | 'importId' | 'amountCents'>): Cents {
  if (line === null || line === 'leftOut') return 0;
  return importId === null ? amountCents : atBank(line, amountCents);
}

/** The lines of a report, each the sum of its entries. */
export function sumOfEntries(
  entries: readonly Pick<DraftEntry, 'line' | 'importId' | 'amountCents'>[],
): ReportLines {
  const lines = Object.fromEntries(entryLine.options.map((line) => [lineKeyOf(line), 0])) as ReportLines;
  for (const entry of entries) {
    if (entry.line !== null && entry.line !== 'leftOut') lines[lineKeyOf(entry.line)] += addedBy(entry);
  }
  return lines;
}

/** Whether the opening balance is in the file or follows from the file before, and so cannot be typed. */
export function isOpeningKnown({
  openingCents,
  openingSource,
}: Pick<BankFile, 'openingCents' | 'openingSource'>): boolean {
  return openingCents !== null && openingSource !== 'owner';
}

/** Difference of the closing balance from the sum of the rows; null while the opening balance is unknown. */
export function differenceOf({
  openingCents,
  closingCents,
  rowsCents,
}: Pick<BankFile, 'openingCents' | 'closingCents' | 'rowsCents'>): Cents | null {
  if (closingCents === null) return 0;
  return openingCents === null ? null : closingCents - openingCents - rowsCents;
}

/** Entries by date; those of one day stay in the order in which they came. */
export const inDateOrder = <Entry extends { date: string }>(entries: readonly Entry[]): Entry[] =>
  entries.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));

/** The draft that was read, after a command has changed it. */
export function draftAfter(before: MonthDraft, { entries, removedIds, ...changed }: DraftChange): MonthDraft {
  const rest = new Map(entries.map((entry) => [entry.id, entry]));
  const removed = new Set(removedIds);
  const staying = before.entries.flatMap((entry) => {
    if (removed.has(entry.id)) return [];
    const newer = rest.get(entry.id) ?? entry;
    rest.delete(entry.id);
    return [newer];
  });
  return { ...before, ...changed, entries: inDateOrder([...staying, ...rest.values()]) };
}

type Problem = Pick<(typeof entryErrors)[keyof typeof entryErrors], 'code' | 'kind' | 'message'>;

/** Why a month cannot be reported from these entries yet, or null. */
export function refuseEntries(
  entries: readonly Pick<DraftEntry, 'line' | 'importId' | 'amountCents'>[],
  imports: readonly DraftImport[],
): Problem | null {
  if (imports.some(({ isOtherAccount, isAccountConfirmed }) => isOtherAccount && !isAccountConfirmed))
    return entryErrors.ACCOUNT_UNCONFIRMED;
  if (imports.some((one) => differenceOf(one) !== 0 && !one.differenceReason))
    return entryErrors.BALANCE_UNEXPLAINED;
  if (entries.some(({ line }) => line === null)) return entryErrors.ENTRY_UNDECIDED;
  const lines = sumOfEntries(entries);
  const refused = reportLines.safeParse(lines).error?.issues[0];
  if (!refused) return null;
  const negative = entryLine.options.find((line) => lines[lineKeyOf(line)] < 0);
  const message = negative
    ? 'A line adds up to less than zero. Move the refunds to another line.'
    : refused.message;
  return { ...entryErrors.LINES_REFUSED, message };
}

/** Key of a counterparty: its name without the numbers that differ from month to month. */
export function rememberedName(counterparty: string): string {
  return counterparty
    .toLowerCase()
    .replaceAll(/[\d#*]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Identifies rows that have no transaction id of the bank. */
export function likenessOf({
  date,
  amountCents,
  counterparty,
  memo,
}: Pick<DraftEntry, 'date' | 'amountCents' | 'counterparty' | 'memo'>): string {
  return JSON.stringify([date, amountCents, counterparty, memo ?? '']);
}

/** The names and receipts of rent are those of tenants: only the owner and admins read them. */
export function isPrivate(line: EntryChoice): boolean {
  return line === 'rent' || line === 'vacancy' || line === 'leftOut';
}
