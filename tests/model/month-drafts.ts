import type { ReportLines } from '#features/distributions/distributions.contract.ts';
import type { EntryLine } from '#features/distributions/entries.contract.ts';
import type { Month } from './calendar.ts';
import { type Model, type Offering, part } from './model.ts';

export interface Entry {
  id: string;
  line: EntryLine | null;
  amountCents: number;
}

/** The entries of a month that is not reported yet. */
export interface MonthDraft {
  property: Offering;
  month: Month;
  version: string;
  entries: readonly Entry[];
}

const draftsIn = part<Map<string, MonthDraft>>(() => new Map());

const keyOf = ({ id }: Offering, month: Month) => `${id} ${month}`;

export const draftOf = (model: Model, property: Offering, month: Month) =>
  draftsIn(model).get(keyOf(property, month));
export const allDrafts = (model: Model) => [...draftsIn(model).values()];

export function saveDraft(model: Model, draft: MonthDraft): void {
  draftsIn(model).set(keyOf(draft.property, draft.month), draft);
}

/** The report of a month takes the place of its draft. */
export function removeDraft(model: Model, property: Offering, month: Month): void {
  draftsIn(model).delete(keyOf(property, month));
}

const noLines: ReportLines = {
  rentCents: 0,
  vacancyCents: 0,
  otherIncomeCents: 0,
  taxesCents: 0,
  insuranceCents: 0,
  maintenanceCents: 0,
  utilitiesCents: 0,
  managementCents: 0,
  otherExpensesCents: 0,
  reserveCents: 0,
  reserveWithdrawnCents: 0,
};

/** The lines of the report that entries make: each the sum of its own. */
export function linesOf(entries: readonly Entry[]): ReportLines {
  const lines = { ...noLines };
  for (const { line, amountCents } of entries)
    if (line !== null) lines[`${line}Cents` as const] += amountCents;
  return lines;
}

/** Why a month is not reported from these entries, or null. */
export function refuseEntries(entries: readonly Entry[]): string | null {
  if (entries.some(({ line }) => line === null)) return 'ENTRY_UNDECIDED';
  const lines = linesOf(entries);
  const isImpossible =
    Object.values(lines).some((cents) => cents < 0) || lines.vacancyCents > lines.rentCents;
  return isImpossible ? 'LINES_REFUSED' : null;
}
