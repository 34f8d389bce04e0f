import { reportEntries, reportImports } from '#db/schema/distributions.ts';
import type { Cents } from '#kernel/money.ts';
import { monthStart } from '#kernel/months.ts';
import { dayText } from '#kernel/time.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import type { ReportLines } from '../distributions.contract.ts';
import { type EntryLine, entryLine } from '../entries.contract.ts';
import { addedBy, lineKeyOf } from '../entries.rules.ts';
import type { OneMonth, StoredEntry, StoredImport } from './month-draft.ts';

/** An entry as it is recorded with a report; `amountCents` is its part of the line. */
export interface NewEntry {
  line: EntryLine | null;
  date: string;
  counterparty: string;
  memo: string | null;
  amountCents: Cents;
  source: 'total' | 'typed' | 'bank';
  importId: string | null;
  bankId: string | null;
  receiptId: string | null;
}

/** One entry for each line of a report that was typed as totals. */
export function totalsOf(month: string, lines: ReportLines): NewEntry[] {
  const date = dayText(new Date(monthStart(month, 1).getTime() - 1));
  return entryLine.options
    .filter((line) => lines[lineKeyOf(line)] !== 0)
    .map((line) => ({
      line,
      date,
      counterparty: 'Total for the month',
      memo: null,
      amountCents: lines[lineKeyOf(line)],
      source: 'total',
      importId: null,
      bankId: null,
      receiptId: null,
    }));
}

/** The entries of a draft, with rows of the bank that were left out. */
export function entriesOf(entries: readonly StoredEntry[]): NewEntry[] {
  return entries.map((entry) => {
    const line = entry.line === 'leftOut' ? null : entry.line;
    const { date, counterparty, memo, importId, bankId, receiptId } = entry;
    const amountCents = line === null ? entry.amountCents : addedBy(entry);
    const source = importId === null ? 'typed' : 'bank';
    return { line, date, counterparty, memo, amountCents, source, importId, bankId, receiptId };
  });
}

/** Writes the entries of a report, which are never changed. */
export async function recordEntries(
  tx: Transaction,
  {
    propertyId,
    month,
    revision,
    entries,
    imports,
  }: OneMonth & { revision: number; entries: readonly NewEntry[]; imports: readonly StoredImport[] },
): Promise<void> {
  const report = { propertyId, month, revision };
  if (imports.length > 0)
    await tx.insert(reportImports).values(imports.map((file) => ({ ...file, ...report })));
  if (entries.length === 0) return;
  const inOrder = entries.map((entry, index) => ({ ...entry, ...report, position: index + 1 }));
  await tx.insert(reportEntries).values(inOrder);
}
