import { and, eq, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm';
import { propertyDocuments } from '#db/schema/documents.ts';
import { jobs, outboxEvents } from '#db/schema/platform.ts';
import { properties } from '#db/schema/properties.ts';
import { propertyImages } from '#db/schema/property-images.ts';
import { valuations } from '#db/schema/valuations.ts';
import { discardFile } from '#features/files/server/index.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import { integerArray } from '#platform/server/database/columns.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import { PROPERTY_ERASED } from '../properties.events.ts';

/**
 * Empties the properties of an owner that were never approved, in the transaction that closes their account, with their
 * pictures and documents.
 */
export async function eraseProperties(run: Pick<Run, 'tx' | 'emit' | 'now'>, userId: string): Promise<void> {
  const { tx, now, emit } = run;
  const isUnapproved = and(eq(properties.ownerId, userId), isNull(properties.approvedAt));
  const emptied = await tx
    .update(properties)
    .set({
      name: 'Erased with the account',
      subtype: null,
      description: '',
      location: '',
      streetAddress: null,
      zipCode: null,
      latitude: null,
      longitude: null,
      imageUrl: null,
      statusReason: null,
      updatedAt: now,
    })
    .where(isUnapproved)
    .returning({ id: properties.id });
  const ids = emptied.map(({ id }) => id);
  if (ids.length === 0) return;
  for (const propertyId of ids) {
    emit(PROPERTY_ERASED, { broadcast: { audience: 'admins' }, payload: { propertyId } });
  }
  await eraseReasons(tx, ids);
  const images = await tx
    .delete(propertyImages)
    .where(inArray(propertyImages.propertyId, ids))
    .returning({ fileId: propertyImages.fileId });
  const valued = tx
    .select({ id: valuations.documentId })
    .from(valuations)
    .where(and(inArray(valuations.propertyId, ids), isNotNull(valuations.documentId)));
  const documents = await tx
    .delete(propertyDocuments)
    .where(and(inArray(propertyDocuments.propertyId, ids), notInArray(propertyDocuments.id, valued)))
    .returning({ fileId: propertyDocuments.fileId });
  for (const { fileId } of [...images, ...documents]) if (fileId !== null) await discardFile(run, fileId);
}

/** Removes the texts of reviewers from the events that delivered them, and from their jobs. */
async function eraseReasons(tx: Transaction, ids: readonly number[]): Promise<void> {
  for (const table of [outboxEvents, jobs]) {
    const ofTheirs = sql`(${table.payload} ->> 'propertyId')::int = any(${integerArray(ids)})`;
    await tx
      .update(table)
      .set({ payload: sql`jsonb_set(${table.payload}, '{reason}', 'null')` })
      .where(sql`jsonb_typeof(${table.payload} -> 'reason') = 'string' and ${ofTheirs}`);
  }
}
