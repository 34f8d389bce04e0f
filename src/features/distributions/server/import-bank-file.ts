import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { bankColumns, counterpartyLines } from '#db/schema/distributions.ts';
import { DomainError } from '#kernel/errors.ts';
import { groupBy } from '#kernel/group-by.ts';
import { MAX_CENTS } from '#kernel/money.ts';
import { propertyId } from '#kernel/schemas.ts';
import { type CommandContext, defineCommand, type Run } from '#platform/server/commands/run-command.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import { parseInput } from '#platform/server/errors/error-mapping.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { sha256 } from '#platform/server/security/sha256.ts';
import { month } from '../distributions.contract.ts';
import { DRAFT_SAVED } from '../distributions.events.ts';
import {
  type ColumnsQuery,
  type CsvColumns,
  csvColumns,
  entryChoice,
  entryErrors,
  type ImportAnswer,
  MAX_BANK_FILES,
  MAX_BANK_ROWS,
  MAX_ENTRIES,
} from '../entries.contract.ts';
import { likenessOf, rememberedName } from '../entries.rules.ts';
import { type BankRow, type BankStatement, plainText, textOf } from './bank-text.ts';
import { accountStatusOf, earlierFiles, withOpenings } from './earlier-files.ts';
import { monthAsRead, type StoredEntry, type StoredImport, storeMonth } from './month-draft.ts';
import { type CsvTable, headerKey, readStatement, readTable, suggestColumns } from './read-csv.ts';
import { isOfx, readOfx } from './read-ofx.ts';
import { requireOwner } from './receipts.ts';
import { requireReportable } from './report-month.ts';
import { lockStatements } from './statements.ts';

const bankRow = z.strictObject({
  date: z.iso.date(),
  amountCents: z.int().min(-MAX_CENTS).max(MAX_CENTS),
  counterparty: z.string().min(1).max(240),
  memo: z.string().max(400).nullable(),
  transactionId: z.string().max(510).nullable(),
});

const importInput = z.strictObject({
  propertyId,
  month,
  version: z.string().max(64),
  fileName: z.string().min(1).max(100),
  contentHash: z.string().length(64),
  statement: z.strictObject({
    kind: z.enum(['csv', 'ofx']),
    account: z.string().max(1_000).nullable(),
    openingCents: z.int().nullable(),
    closingCents: z.int().nullable(),
    rows: z.array(bankRow).max(MAX_BANK_ROWS),
  }),
  /** The columns that the file was read by, to be remembered for its header. */
  chosen: z.strictObject({ header: z.string().max(1_000), columns: csvColumns }).nullable(),
});

const MAX_ROW_CENTS = 1_000_000_000;
const MAX_BALANCE_CENTS = MAX_CENTS;

/** Puts the rows of a bank's file into the draft of a month. */
const importBankFileCommand = defineCommand({
  name: 'distributions.importBankFile',
  input: importInput,
  access: 'signedIn',
  async run(run, input): Promise<ImportedAnswer> {
    const { propertyId, month, version, fileName, contentHash, statement, chosen } = input;
    const { tx, actor, now, newId, emit } = run;
    await lockStatements(tx, propertyId);
    await requireReportable(run, propertyId, month);
    const stored = await monthAsRead(tx, { propertyId, month, version });
    if (stored.imports.some((file) => file.contentHash === contentHash))
      throw new DomainError(entryErrors.BANK_FILE_REPEATED);
    const { rows } = statement;
    const inMonth = rows.filter(({ date }) => date.startsWith(month));
    if (inMonth.length === 0) throw new DomainError(entryErrors.BANK_FILE_EMPTY);
    const accountHash = statement.account === null ? null : sha256(statement.account);
    const importId = newId();
    const known = stored.entries;
    const { fresh, repeatedIds } = divideRows(inMonth, { importId, accountHash, known, newId });
    if (fresh.length === 0) throw new DomainError(entryErrors.BANK_FILE_REPEATED);
    const entries = [...known, ...(await withSuggestions(run, fresh))];
    if (entries.length > MAX_ENTRIES || stored.imports.length >= MAX_BANK_FILES)
      throw new DomainError(entryErrors.TOO_MANY_ENTRIES);
    const earlier = await earlierFiles(tx, { propertyId, month });
    const dates = rows.map(({ date }) => date).sort();
    const [firstDate = '', lastDate = ''] = [dates[0], dates.at(-1)];
    const file: StoredImport = {
      id: importId,
      fileName,
      kind: statement.kind,
      account: statement.account === null ? null : `…${statement.account.slice(-4)}`,
      accountHash,
      contentHash,
      ...accountStatusOf(accountHash, earlier, stored.imports),
      firstDate,
      lastDate,
      rows: rows.length,
      rowsCents: rows.reduce((sum, { amountCents }) => sum + amountCents, 0),
      openingCents: statement.openingCents,
      openingSource: statement.openingCents === null ? null : 'file',
      closingCents: statement.closingCents,
      differenceReason: null,
      outside: rows.length - inMonth.length,
      repeated: repeatedIds.length,
      repeatedIds,
    };
    const imports = withOpenings(earlier, { month, imports: [...stored.imports, file] });
    const saved = { version: newId(), savedAt: now, entries, imports };
    const change = await storeMonth(tx, stored, { propertyId, month, ...saved });
    if (chosen) await rememberColumns(run, chosen);
    emit(DRAFT_SAVED, { userId: actor.userId, payload: { propertyId, month } });
    return { outcome: 'imported', importId, change };
  },
  audit: ({ propertyId, month, statement }, { importId }) => ({
    subject: `report-draft:${propertyId}-${month}`,
    details: { importId, kind: statement.kind, rows: statement.rows.length },
  }),
});

type ImportedAnswer = Extract<ImportAnswer, { outcome: 'imported' }>;

/**
 * The rows that no other file of the month has brought, and the entries of those that one has: by the bank's id, date,
 * amount and counterparty, as many as there are, because not every bank gives each row an id of its own. Rows that look
 * alike, or have the id of another file's row, are marked.
 */
function divideRows(
  rows: readonly BankRow[],
  {
    importId,
    accountHash,
    known,
    newId,
  }: {
    importId: string;
    accountHash: string | null;
    known: readonly StoredEntry[];
    newId: () => string;
  },
): { fresh: StoredEntry[]; repeatedIds: string[] } {
  const fromBank = known.filter((entry) => entry.importId !== null);
  const knownIds = new Set(fromBank.map(({ bankId }) => bankId).filter((id) => id !== null));
  const unmatched = groupBy(fromBank, samenessOf);
  const likenesses = new Set(fromBank.map(likenessOf));
  const fresh: StoredEntry[] = [];
  const repeatedIds: string[] = [];
  for (const { transactionId, ...row } of rows) {
    const bankId = transactionId === null ? null : `${accountHash?.slice(0, 16) ?? 'csv'}:${transactionId}`;
    const same = bankId === null ? undefined : unmatched.get(samenessOf({ ...row, bankId }))?.shift();
    if (same) {
      repeatedIds.push(same.id);
      continue;
    }
    const likeness = likenessOf(row);
    const maybeDuplicate = likenesses.has(likeness) || (bankId !== null && knownIds.has(bankId));
    likenesses.add(likeness);
    fresh.push({ ...row, id: newId(), line: null, importId, maybeDuplicate, bankId, receiptId: null });
  }
  return { fresh, repeatedIds };
}

const samenessOf = ({
  bankId,
  date,
  amountCents,
  counterparty,
}: Pick<StoredEntry, 'bankId' | 'date' | 'amountCents' | 'counterparty'>) =>
  JSON.stringify([bankId, date, amountCents, counterparty]);

/** The entries with the lines that their counterparties had before; possible duplicates wait for the owner. */
async function withSuggestions(
  { tx, actor }: Run<UserActor>,
  entries: readonly StoredEntry[],
): Promise<StoredEntry[]> {
  const names = [...new Set(entries.map(({ counterparty }) => rememberedName(counterparty)))];
  const found = await tx
    .select({ counterparty: counterpartyLines.counterparty, line: counterpartyLines.line })
    .from(counterpartyLines)
    .where(and(eq(counterpartyLines.ownerId, actor.userId), inArray(counterpartyLines.counterparty, names)));
  const lines = new Map(found.map(({ counterparty, line }) => [counterparty, entryChoice.parse(line)]));
  return entries.map((entry) => ({
    ...entry,
    line: entry.maybeDuplicate ? null : (lines.get(rememberedName(entry.counterparty)) ?? null),
  }));
}

async function rememberColumns(
  { tx, actor, now }: Run<UserActor>,
  { header, columns }: { header: string; columns: CsvColumns },
): Promise<void> {
  const remembered = { columns, chosenAt: now };
  await tx
    .insert(bankColumns)
    .values({ ownerId: actor.userId, header, ...remembered })
    .onConflictDoUpdate({ target: [bankColumns.ownerId, bankColumns.header], set: remembered });
}

/** The columns as numbers; null while a required one is not chosen. */
function chosenColumns({ dateOrder, ...places }: ColumnsQuery): CsvColumns | null {
  if (Object.keys(places).length === 0) return null;
  const numbers = Object.fromEntries(Object.entries(places).map(([field, place]) => [field, Number(place)]));
  return parseInput(csvColumns, { ...numbers, ...(dateOrder && { dateOrder }) });
}

async function rememberedColumns(db: Queryable, ownerId: string, header: string): Promise<CsvColumns | null> {
  const [found] = await db
    .select({ columns: bankColumns.columns })
    .from(bankColumns)
    .where(and(eq(bankColumns.ownerId, ownerId), eq(bankColumns.header, header)));
  return found ? csvColumns.parse(found.columns) : null;
}

/**
 * Reads a bank's file and puts its rows into the draft of a month, each with the line that is remembered of its
 * counterparty. A CSV file whose columns are not chosen yet is answered with its header and first rows.
 * @throws every error of reading and of the draft, see `entryErrors`
 */
export async function importBankFile(
  ctx: CommandContext,
  {
    propertyId: ofProperty,
    month: ofMonth,
    version,
    columns,
    choosesAgain = false,
    name,
    bytes,
  }: {
    propertyId: number;
    month: string;
    version: string;
    columns: ColumnsQuery;
    /** Asks for the columns of a known header again. */
    choosesAgain?: boolean;
    name: string;
    bytes: Uint8Array;
  },
): Promise<ImportAnswer> {
  const { db } = ctx.platform;
  const { userId } = await requireOwner(db, ctx.caller.actor, ofProperty);
  const text = textOf(bytes);
  const send = (statement: BankStatement, chosen: { header: string; columns: CsvColumns } | null) =>
    importBankFileCommand(ctx, {
      propertyId: ofProperty,
      month: ofMonth,
      version,
      fileName: plainText(name, 100) || 'Bank file',
      contentHash: sha256(text),
      statement: withinBounds(statement),
      chosen,
    });
  if (isOfx(text)) return send(readOfx(text), null);
  const table = readTable(text);
  const header = headerKey(table.header);
  const given = chosenColumns(columns);
  if (given) return send(readStatement(table, given), { header, columns: given });
  const remembered = await rememberedColumns(db, userId, header);
  const read = remembered && !choosesAgain ? readOrProblem(table, remembered) : null;
  if (remembered && read?.statement) return send(read.statement, { header, columns: remembered });
  const rows = table.rows.slice(0, 3).map(({ cells }) => cells.map((cell) => plainText(cell, 60)));
  const suggested = remembered ? queryOf(remembered) : suggestColumns(table);
  return { outcome: 'chooseColumns', header: table.header, rows, suggested, problem: read?.problem ?? null };
}

/** The statement of a file, or why its rows cannot be read by these columns. */
function readOrProblem(table: CsvTable, columns: CsvColumns) {
  try {
    return { statement: readStatement(table, columns), problem: null };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== entryErrors.BANK_ROW_UNREADABLE.code) throw error;
    return { statement: null, problem: error.message };
  }
}

/** Columns as the query string has them. */
function queryOf({ dateOrder, ...places }: CsvColumns): ColumnsQuery {
  return {
    ...Object.fromEntries(Object.entries(places).map(([field, at]) => [field, String(at)])),
    dateOrder,
  };
}

/** @throws BANK_ROW_UNREADABLE for amounts that no month has */
function withinBounds(statement: BankStatement): BankStatement {
  const tooLarge = statement.rows.find(({ amountCents }) => Math.abs(amountCents) > MAX_ROW_CENTS);
  if (tooLarge)
    throw new DomainError(entryErrors.BANK_ROW_UNREADABLE, {
      message: `The amount of ${tooLarge.date}, ${tooLarge.counterparty}, is more than $10,000,000.00.`,
    });
  const sum = statement.rows.reduce((total, { amountCents }) => total + amountCents, 0);
  const figures = [sum, statement.openingCents ?? 0, statement.closingCents ?? 0];
  if (figures.some((cents) => Math.abs(cents) > MAX_BALANCE_CENTS))
    throw new DomainError(entryErrors.BANK_ROW_UNREADABLE, {
      message: 'The balances of this file are too large.',
    });
  return statement;
}
