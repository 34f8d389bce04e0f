import { sql } from 'drizzle-orm';
import { counterpartyLines } from '#db/schema/distributions.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand, type Run } from '#platform/server/commands/run-command.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { DRAFT_SAVED } from '../distributions.events.ts';
import { entryErrors, type MonthDraft, type SavedEntry, saveMonthDraftInput } from '../entries.contract.ts';
import { rememberedName } from '../entries.rules.ts';
import { monthAsRead, monthView, type StoredEntry, type StoredMonth, storeMonth } from './month-draft.ts';
import { exchangeReceipts } from './receipts.ts';
import { refuseUnreportable } from './report-month.ts';
import { lockStatements } from './statements.ts';

/**
 * Saves the entries of a month as its owner has them so far: typed ones, the lines of the bank's rows, receipts,
 * and the confirmations about the bank's files. The lines of counterparties are remembered. Moves no money.
 * @throws PROPERTY_NOT_FOUND, MONTH_NOT_REPORTABLE, QUARTER_APPROVED, DRAFT_CHANGED, ENTRY_NOT_FOUND, DATE_OUTSIDE_MONTH,
 * TOO_MANY_ENTRIES, RECEIPT_NOT_FOUND
 */
export const saveMonthDraft = defineCommand({
  name: 'distributions.saveMonthDraft',
  input: saveMonthDraftInput,
  access: 'signedIn',
  async run(run, { propertyId, month, version, ...submitted }): Promise<MonthDraft> {
    const { tx, actor, now, newId, emit } = run;
    await lockStatements(tx, propertyId);
    await refuseUnreportable(run, propertyId, month);
    const stored = await monthAsRead(tx, { propertyId, month, version });
    const imports = submitted.imports.map(({ id, openingCents, ...confirmed }) => {
      const file = stored.imports.find((one) => one.id === id);
      if (!file) throw new DomainError(entryErrors.ENTRY_NOT_FOUND);
      return { ...file, ...confirmed, openingCents: file.isOpeningKnown ? file.openingCents : openingCents };
    });
    const importIds = new Set(imports.map(({ id }) => id));
    if (importIds.size !== submitted.imports.length) throw new DomainError(entryErrors.ENTRY_NOT_FOUND);
    const entries = mergeEntries(submitted.entries, stored, importIds);
    if (entries.some(({ date }) => !date.startsWith(month)))
      throw new DomainError(entryErrors.DATE_OUTSIDE_MONTH);
    await exchangeReceipts(run, stored.entries, entries);
    await storeMonth(tx, { propertyId, month, version: newId(), savedAt: now, entries, imports });
    await rememberLines(run, entries);
    emit({ type: DRAFT_SAVED, userId: actor.userId, payload: { propertyId, month } });
    return monthView(tx, { propertyId, month });
  },
  audit: ({ propertyId, month, entries, imports }, { version }) => ({
    subject: `report-draft:${propertyId}-${month}`,
    details: { version, entries: entries.length, imports: imports.length },
  }),
});

/** @throws ENTRY_NOT_FOUND */
function mergeEntries(
  submitted: readonly SavedEntry[],
  stored: StoredMonth,
  importsInUse: ReadonlySet<string>,
): StoredEntry[] {
  const known = new Map(stored.entries.map((entry) => [entry.id, entry]));
  const entries = new Map<string, StoredEntry>();
  for (const { id, line, receiptId, typed } of submitted) {
    const before = known.get(id);
    if (entries.has(id) || (!before && !typed)) throw new DomainError(entryErrors.ENTRY_NOT_FOUND);
    if (before?.importId && !importsInUse.has(before.importId)) continue;
    const unchanged = before?.importId ? before : undefined;
    const entry = unchanged ?? { ...newEntry(id), ...before, ...typed };
    // Only a row of the bank can be left out: a typed one is removed.
    entries.set(id, { ...entry, line: unchanged || line !== 'leftOut' ? line : null, receiptId });
  }
  // A row of the bank goes only with its file.
  for (const entry of stored.entries)
    if (entry.importId && importsInUse.has(entry.importId) && !entries.has(entry.id))
      entries.set(entry.id, entry);
  return [...entries.values()];
}

const newEntry = (id: string): StoredEntry => ({
  id,
  date: '',
  counterparty: '',
  memo: null,
  amountCents: 0,
  line: null,
  importId: null,
  maybeDuplicate: false,
  bankId: null,
  receiptId: null,
});

async function rememberLines(
  { tx, actor, now }: Run<UserActor>,
  entries: readonly StoredEntry[],
): Promise<void> {
  const chosen = new Map<string, string>();
  for (const { importId, counterparty, line } of entries) {
    const name = rememberedName(counterparty);
    if (importId !== null && line !== null && name !== '') chosen.set(name, line);
  }
  if (chosen.size === 0) return;
  await tx
    .insert(counterpartyLines)
    .values(
      [...chosen]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([counterparty, line]) => ({ ownerId: actor.userId, counterparty, line, chosenAt: now })),
    )
    .onConflictDoUpdate({
      target: [counterpartyLines.ownerId, counterpartyLines.counterparty],
      set: { line: sql`excluded.line`, chosenAt: now },
    });
}
