import { and, eq, inArray, sql } from 'drizzle-orm';
import { rentReports, reportEntries } from '#db/schema/distributions.ts';
import { storedFiles } from '#db/schema/files.ts';
import { properties } from '#db/schema/properties.ts';
import { claimFile, discardFile, fileContent, storeFile } from '#features/files/server/index.ts';
import { propertyErrors } from '#features/properties/properties.contract.ts';
import { DomainError } from '#kernel/errors.ts';
import type { CommandContext, Run } from '#platform/server/commands/run-command.ts';
import type { Database, Queryable } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { Actor, UserActor } from '#platform/server/security/caller.ts';
import { distributionIdOf, quarterOf } from '../distributions.rules.ts';
import { entryErrors, entryLine } from '../entries.contract.ts';
import { isPrivate } from '../entries.rules.ts';
import { canSeeEntries, visibleStatement } from './distributions.policy.ts';

/**
 * The caller as the owner of the property.
 * @throws PROPERTY_NOT_FOUND
 */
export async function requireOwner(db: Queryable, actor: Actor, propertyId: number): Promise<UserActor> {
  const [owned] = await db
    .select({ ownerId: properties.ownerId })
    .from(properties)
    .where(eq(properties.id, propertyId));
  if (!owned || actor.kind !== 'user' || owned.ownerId !== actor.userId)
    throw new DomainError(propertyErrors.PROPERTY_NOT_FOUND);
  return actor;
}

/**
 * Checks a receipt and stores it for an hour, until a draft with an entry that has it is saved.
 * @throws PROPERTY_NOT_FOUND, and every error of the files slice
 */
export async function uploadReceipt(
  ctx: CommandContext,
  { propertyId, name, bytes }: { propertyId: number; name: string; bytes: Uint8Array },
): Promise<{ id: string; name: string }> {
  await requireOwner(ctx.platform.db, ctx.caller.actor, propertyId);
  const { id } = await storeFile(ctx, { purpose: 'receipt', name, bytes });
  const [file] = await ctx.platform.db
    .select({ name: storedFiles.name })
    .from(storedFiles)
    .where(eq(storedFiles.id, id));
  return { id, name: file?.name ?? name };
}

/**
 * Makes the receipts of new entries permanent, and releases those that no entry has now; one that a
 * report was made with stays.
 * @throws RECEIPT_NOT_FOUND
 */
export async function exchangeReceipts(
  run: Run<UserActor>,
  before: readonly { receiptId: string | null }[],
  after: readonly { receiptId: string | null }[],
): Promise<void> {
  const idsOf = (entries: typeof before) =>
    new Set(entries.map(({ receiptId }) => receiptId).filter((id) => id !== null));
  const [had, has] = [idsOf(before), idsOf(after)];
  const added = [...has].filter((id) => !had.has(id));
  const removed = [...had].filter((id) => !has.has(id));
  if (added.length > 0) {
    const arriving = await run.tx
      .select({ id: storedFiles.id })
      .from(storedFiles)
      .where(
        and(
          inArray(storedFiles.id, added),
          eq(storedFiles.userId, run.actor.userId),
          eq(storedFiles.purpose, 'receipt'),
          eq(storedFiles.status, 'arriving'),
        ),
      )
      .for('update');
    if (arriving.length !== added.length) throw new DomainError(entryErrors.RECEIPT_NOT_FOUND);
    for (const id of added) await claimFile(run, id);
  }
  if (removed.length === 0) return;
  const stillReported = await run.tx
    .selectDistinct({ id: reportEntries.receiptId })
    .from(reportEntries)
    .where(inArray(reportEntries.receiptId, removed));
  const reportedIds = new Set(stillReported.map(({ id }) => id));
  for (const id of removed) if (!reportedIds.has(id)) await discardFile(run, id);
}

/**
 * The file of a receipt: for the owner who uploaded it, admins, and holders of the record date of an approved statement,
 * unless it is a tenant's.
 * @throws RECEIPT_HIDDEN
 */
export async function receiptContent(platform: Platform, actor: UserActor, id: string) {
  const { db } = platform;
  const [file] = await db
    .select({ userId: storedFiles.userId })
    .from(storedFiles)
    .where(and(eq(storedFiles.id, id), eq(storedFiles.purpose, 'receipt'), eq(storedFiles.status, 'stored')));
  const visible = file && (file.userId === actor.userId || (await seesReceipt(db, actor, id)));
  if (!visible) throw new DomainError(entryErrors.RECEIPT_HIDDEN);
  return fileContent(platform, id);
}

/** The entries with a receipt that are looked at for who sees it. */
const MAX_RECEIPT_ENTRIES = 20;

async function seesReceipt(db: Database, actor: UserActor, id: string): Promise<boolean> {
  const entries = await db
    .select({ propertyId: reportEntries.propertyId, month: reportEntries.month, line: reportEntries.line })
    .from(reportEntries)
    .innerJoin(
      rentReports,
      and(
        eq(rentReports.propertyId, reportEntries.propertyId),
        eq(rentReports.month, reportEntries.month),
        sql`${rentReports.revision} = ${reportEntries.revision}`,
      ),
    )
    .where(eq(reportEntries.receiptId, id))
    .limit(MAX_RECEIPT_ENTRIES);
  if (actor.role === 'admin') return entries.length > 0;
  for (const { propertyId, month, line } of entries) {
    const shown = entryLine.safeParse(line);
    if (!shown.success || isPrivate(shown.data)) continue;
    const seen = await visibleStatement(db, actor, distributionIdOf(propertyId, quarterOf(month))).catch(
      (error: unknown) => {
        if (error instanceof DomainError) return null;
        throw error;
      },
    );
    if (seen && (await canSeeEntries(db, actor, seen))) return true;
  }
  return false;
}
