import { sql } from 'drizzle-orm';
import { counterpartyLines } from '#db/schema/distributions.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand, type Run } from '#platform/server/commands/run-command.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { DRAFT_SAVED } from '../distributions.events.ts';
import {
  type DraftChange,
  entryErrors,
  MAX_ENTRIES,
  MAX_TYPED_ENTRIES,
  type SavedEntry,
  type SavedImport,
  saveMonthDraftInput,
} from '../entries.contract.ts';
import { isOpeningKnown, rememberedName } from '../entries.rules.ts';
import { earlierFiles, withOpenings } from './earlier-files.ts';
import {
  monthAsRead,
  type StoredEntry,
  type StoredImport,
  type StoredMonth,
  storeMonth,
} from './month-draft.ts';
import { exchangeReceipts } from './receipts.ts';
import { requireReportable } from './report-month.ts';
import { lockStatements } from './statements.ts';

/**
 * Saves the entries of a month as its owner has them so far: typed ones, the lines of the bank's rows, receipts,
 * and the confirmations about the bank's files. The lines chosen for counterparties are remembered. Moves no money.
 * @throws PROPERTY_NOT_FOUND, MONTH_NOT_REPORTABLE, QUARTER_APPROVED, DRAFT_CHANGED, ENTRY_NOT_FOUND, DATE_OUTSIDE_MONTH,
 * TOO_MANY_ENTRIES, RECEIPT_NOT_FOUND
 */
export const saveMonthDraft = defineCommand({
  name: 'distributions.saveMonthDraft',
  input: saveMonthDraftInput,
  access: 'signedIn',
  async run(run, { propertyId, month, version, ...submitted }): Promise<DraftChange> {
    const { tx, actor, now, newId, emit } = run;
    await lockStatements(tx, propertyId);
    await requireReportable(run, propertyId, month);
    const stored = await monthAsRead(tx, { propertyId, month, version });
    const { staying, files } = withoutRemovedFiles(stored.entries, mergeImports(submitted.imports, stored));
    const entries = mergeEntries(submitted.entries, stored.entries, staying);
    if (entries.some(({ date }) => !date.startsWith(month)))
      throw new DomainError(entryErrors.DATE_OUTSIDE_MONTH);
    const typed = entries.filter(({ importId }) => importId === null);
    if (entries.length > MAX_ENTRIES || typed.length > MAX_TYPED_ENTRIES)
      throw new DomainError(entryErrors.TOO_MANY_ENTRIES);
    await exchangeReceipts(run, stored.entries, entries);
    const earlier = await earlierFiles(tx, { propertyId, month });
    const imports = withOpenings(earlier, { month, imports: files });
    const saved = { version: newId(), savedAt: now, entries, imports };
    const change = await storeMonth(tx, stored, { propertyId, month, ...saved });
    const chosen = new Set(submitted.entries.map(({ id }) => id));
    await rememberLines(
      run,
      entries.filter(({ id }) => chosen.has(id)),
    );
    emit(DRAFT_SAVED, { userId: actor.userId, payload: { propertyId, month } });
    return change;
  },
  audit: ({ propertyId, month }, { version, entries, removedIds, imports }) => ({
    subject: `report-draft:${propertyId}-${month}`,
    details: { version, changed: entries.length, removed: removedIds.length, imports: imports.length },
  }),
});

/** @throws ENTRY_NOT_FOUND */
function mergeImports(submitted: readonly SavedImport[], stored: StoredMonth): StoredImport[] {
  const known = new Map(stored.imports.map((file) => [file.id, file]));
  return submitted.map(({ id, openingCents, ...confirmed }) => {
    const file = known.get(id);
    if (!file) throw new DomainError(entryErrors.ENTRY_NOT_FOUND);
    known.delete(id);
    if (isOpeningKnown(file)) return { ...file, ...confirmed };
    return { ...file, ...confirmed, openingCents, openingSource: openingCents === null ? null : 'owner' };
  });
}

/**
 * The entries that stay when files are removed, and the files that stay. A row that another file has too is that one's
 * from then on.
 */
function withoutRemovedFiles(entries: readonly StoredEntry[], imports: readonly StoredImport[]) {
  const importIds = new Set<string | null>(imports.map(({ id }) => id));
  const staying = entries.flatMap((entry) => {
    if (entry.importId === null || importIds.has(entry.importId)) return [entry];
    const other = imports.find(({ repeatedIds }) => repeatedIds.includes(entry.id));
    return other ? [{ ...entry, importId: other.id }] : [];
  });
  const owners = new Map(staying.map(({ id, importId }) => [id, importId]));
  const files = imports.map((file) => {
    const repeatedIds = file.repeatedIds.filter((id) => owners.get(id) !== file.id);
    return { ...file, repeatedIds, repeated: file.repeated - file.repeatedIds.length + repeatedIds.length };
  });
  return { staying, files };
}

/** @throws ENTRY_NOT_FOUND */
function mergeEntries(
  submitted: readonly SavedEntry[],
  stored: readonly StoredEntry[],
  staying: readonly StoredEntry[],
): StoredEntry[] {
  const changes = new Map(submitted.map((change) => [change.id, change]));
  if (changes.size !== submitted.length) throw new DomainError(entryErrors.ENTRY_NOT_FOUND);
  const entries = staying.flatMap((entry) => {
    const change = changes.get(entry.id);
    if (change) return [changed(entry, change)];
    // A row of the bank goes only with its file.
    return entry.importId === null ? [] : [entry];
  });
  const storedIds = new Set(stored.map(({ id }) => id));
  for (const change of submitted) {
    if (storedIds.has(change.id)) continue;
    if (!change.typed) throw new DomainError(entryErrors.ENTRY_NOT_FOUND);
    entries.push(changed(newEntry(change.id), change));
  }
  return entries;
}

function changed(entry: StoredEntry, { line, receiptId, typed }: SavedEntry): StoredEntry {
  const isTyped = entry.importId === null;
  // Only a row of the bank can be left out: a typed one is removed.
  return { ...entry, ...(isTyped && typed), line: isTyped && line === 'leftOut' ? null : line, receiptId };
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
