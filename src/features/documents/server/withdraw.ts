import { eq } from 'drizzle-orm';
import { propertyDocuments } from '#db/schema/documents.ts';
import { properties } from '#db/schema/properties.ts';
import { notify } from '#features/notifications/server/index.ts';
import { requireImpartial } from '#features/ownership/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { typed } from '#platform/server/commands/typed-text.ts';
import { documentErrors, withdrawInput } from '../documents.contract.ts';
import { DOCUMENT_WITHDRAWN } from '../documents.events.ts';

/**
 * Takes a document away from everyone but admins; it stays on record, and the person who filed it is notified why.
 * @throws DOCUMENT_NOT_FOUND, OWN_PROPERTY, ALREADY_WITHDRAWN
 */
export const withdraw = defineCommand({
  name: 'documents.withdraw',
  input: withdrawInput,
  access: 'admin',
  needsApproval: false,
  async run(run, { documentId, reason }) {
    const { tx, actor, now, emit } = run;
    const [row] = await tx
      .select({ document: propertyDocuments, ownerId: properties.ownerId })
      .from(propertyDocuments)
      .innerJoin(properties, eq(properties.id, propertyDocuments.propertyId))
      .where(eq(propertyDocuments.id, documentId))
      .for('update', { of: propertyDocuments });
    if (!row) throw new DomainError(documentErrors.DOCUMENT_NOT_FOUND);
    await requireImpartial(tx, actor, row);
    if (row.document.withdrawnAt) throw new DomainError(documentErrors.ALREADY_WITHDRAWN);
    await tx
      .update(propertyDocuments)
      .set({ withdrawnAt: now, withdrawnBy: actor.userId, withdrawnReason: reason })
      .where(eq(propertyDocuments.id, documentId));
    const { propertyId, uploadedBy, title } = row.document;
    if (uploadedBy !== actor.userId) {
      await notify(run, {
        userId: uploadedBy,
        type: 'property',
        priority: 'high',
        title: 'Document withdrawn',
        message: `"${title}" can no longer be downloaded. Reason: ${reason}`,
        actionUrl: `/property/${propertyId}?tab=documents`,
      });
    }
    emit(DOCUMENT_WITHDRAWN, { userId: actor.userId, broadcast: { propertyId }, payload: { documentId } });
    return { id: documentId };
  },
  audit: ({ reason }, { id }) => ({ subject: `document:${id}`, details: { reason: typed(reason) } }),
});
