import { and, asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { rentReports, reportDrafts, reportEntries, reportImports } from '#db/schema/distributions.ts';
import { storedFilesOf } from '#features/files/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Queryable, Transaction } from '#platform/server/database/db.ts';
import {
  type DraftChange,
  type DraftEntry,
  type DraftImport,
  draftEntry,
  draftImport,
  entryChoice,
  entryErrors,
  type MonthDraft,
  openingSource,
} from '../entries.contract.ts';
import { atBank, inDateOrder } from '../entries.rules.ts';

const storedEntry = draftEntry
  .omit({ receipt: true })
  .extend({ bankId: z.string().nullable(), receiptId: z.uuid().nullable() });
const storedImport = draftImport.extend({
  openingSource: openingSource.nullable().default(null),
  /** Entries of other files that are rows of this one too. */
  repeatedIds: z.array(z.uuid()).default([]),
  accountHash: z.string().nullable(),
  /** SHA-256 of the file; null of a reported month's. */
  contentHash: z.string().nullable().default(null),
});

/** An entry of a draft as it is stored. */
export type StoredEntry = z.infer<typeof storedEntry>;
/** A file of a bank in a draft as it is stored. */
export type StoredImport = z.infer<typeof storedImport>;

/** The entries of a month so far. */
export interface StoredMonth {
  version: string;
  savedAt: Date | null;
  entries: StoredEntry[];
  imports: StoredImport[];
}

export interface OneMonth {
  propertyId: number;
  month: string;
}

/** The entries of a stored draft. */
export const storedEntriesOf = (entries: unknown): StoredEntry[] => z.array(storedEntry).parse(entries);
/** The files of a bank in a stored draft. */
export const storedImportsOf = (imports: unknown): StoredImport[] => z.array(storedImport).parse(imports);

/** The draft of a month; without one the entries of its report, which a correction begins with; without that none. */
async function monthSoFar(db: Queryable, { propertyId, month }: OneMonth): Promise<StoredMonth> {
  const [draft] = await db
    .select()
    .from(reportDrafts)
    .where(and(eq(reportDrafts.propertyId, propertyId), eq(reportDrafts.month, month)));
  if (!draft) return reportedMonth(db, { propertyId, month });
  return {
    version: draft.version,
    savedAt: draft.savedAt,
    entries: storedEntriesOf(draft.entries),
    imports: storedImportsOf(draft.imports),
  };
}

async function reportedMonth(db: Queryable, { propertyId, month }: OneMonth): Promise<StoredMonth> {
  const [report] = await db
    .select({ revision: rentReports.revision })
    .from(rentReports)
    .where(and(eq(rentReports.propertyId, propertyId), eq(rentReports.month, month)));
  if (!report) return { version: 'none', savedAt: null, entries: [], imports: [] };
  const { revision } = report;
  const [entries, imports] = await Promise.all([
    db
      .select()
      .from(reportEntries)
      .where(
        and(
          eq(reportEntries.propertyId, propertyId),
          eq(reportEntries.month, month),
          eq(reportEntries.revision, revision),
        ),
      )
      .orderBy(asc(reportEntries.position)),
    db
      .select()
      .from(reportImports)
      .where(
        and(
          eq(reportImports.propertyId, propertyId),
          eq(reportImports.month, month),
          eq(reportImports.revision, revision),
        ),
      ),
  ]);
  return {
    version: `report-${revision}`,
    savedAt: null,
    entries: entries.map(draftOf),
    imports: imports.map((file) => ({
      ...file,
      isAccountConfirmed: file.isOtherAccount,
      contentHash: null,
      repeatedIds: [],
      outside: 0,
      repeated: 0,
    })),
  };
}

function draftOf(entry: typeof reportEntries.$inferSelect): StoredEntry {
  const { position, date, counterparty, memo, importId, bankId, receiptId } = entry;
  const line = entryChoice.parse(entry.line ?? 'leftOut');
  const isFromBank = importId !== null && line !== 'leftOut';
  return {
    // Derived from the position, so that two reads give the entry the same id.
    id: `00000000-0000-4000-8000-${String(position).padStart(12, '0')}`,
    date,
    counterparty,
    memo,
    amountCents: isFromBank ? atBank(line, entry.amountCents) : entry.amountCents,
    line,
    importId,
    maybeDuplicate: false,
    bankId,
    receiptId,
  };
}

/**
 * The month so far, when it is still what the caller has read.
 * @throws DRAFT_CHANGED
 */
export async function monthAsRead(
  tx: Transaction,
  which: OneMonth & { version: string },
): Promise<StoredMonth> {
  const stored = await monthSoFar(tx, which);
  if (stored.version !== which.version) throw new DomainError(entryErrors.DRAFT_CHANGED);
  return stored;
}

/** Stores the entries of a month under a new version, and returns what that changes of those that were read. */
export async function storeMonth(
  tx: Transaction,
  before: StoredMonth,
  { propertyId, month, entries, imports, ...saved }: OneMonth & StoredMonth & { savedAt: Date },
): Promise<DraftChange> {
  const values = { ...saved, entries: inDateOrder(entries), imports };
  await tx
    .insert(reportDrafts)
    .values({ propertyId, month, ...values })
    .onConflictDoUpdate({ target: [reportDrafts.propertyId, reportDrafts.month], set: values });
  const known = new Map(before.entries.map((entry) => [entry.id, entry]));
  const changed = entries.filter((entry) => !isSame(known.get(entry.id), entry));
  for (const { id } of entries) known.delete(id);
  return {
    version: saved.version,
    savedAt: saved.savedAt.toISOString(),
    entries: await viewsOf(tx, changed),
    removedIds: [...known.keys()],
    imports: imports.map(viewOfImport),
  };
}

const isSame = (before: StoredEntry | undefined, entry: StoredEntry) =>
  before !== undefined &&
  (Object.keys(entry) as (keyof StoredEntry)[]).every((field) => before[field] === entry[field]);

/** Entries as their owner sees them. */
async function viewsOf(db: Queryable, entries: readonly StoredEntry[]): Promise<DraftEntry[]> {
  const files = await storedFilesOf(
    db,
    entries.map(({ receiptId }) => receiptId),
  );
  return entries.map(({ bankId: _, receiptId, ...entry }) => ({
    ...entry,
    receipt: receiptId === null ? null : { id: receiptId, name: files.get(receiptId)?.name ?? 'Receipt' },
  }));
}

const viewOfImport = ({
  accountHash: _,
  contentHash: __,
  repeatedIds: ___,
  ...file
}: StoredImport): DraftImport => file;

/** The entries of a month as its owner sees them. */
export async function monthView(db: Queryable, which: OneMonth): Promise<MonthDraft> {
  const { propertyId, month } = which;
  const { version, savedAt, entries, imports } = await monthSoFar(db, which);
  return {
    propertyId,
    month,
    version,
    savedAt: savedAt?.toISOString() ?? null,
    entries: await viewsOf(db, entries),
    imports: imports.map(viewOfImport),
  };
}
