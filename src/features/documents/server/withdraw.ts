import { eq } from 'drizzle-orm';
import { propertyDocuments } from '#db/schema/documents.ts';
import { notify } from '#features/notifications/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/run-command.ts';
import { documentErrors, withdrawInput } from '../documents.contract.ts';
import { DOCUMENT_WITHDRAWN } from '../documents.events.ts';

/**
 * Takes a document away from everybody but admins; it stays on record, and whoever filed it is told why.
 * @throws DOCUMENT_NOT_FOUND, ALREADY_WITHDRAWN
 */
export const withdraw = defineCommand({
  name: 'documents.withdraw',
  input: withdrawInput,
  access: 'admin',
  async run(run, { documentId, reason }) {
    const { tx, actor, now, emit } = run;
    const [row] = await tx
      .select()
      .from(propertyDocuments)
      .where(eq(propertyDocuments.id, documentId))
      .for('update');
    if (!row) throw new DomainError(documentErrors.DOCUMENT_NOT_FOUND);
    if (row.withdrawnAt) throw new DomainError(documentErrors.ALREADY_WITHDRAWN);
    await tx
      .update(propertyDocuments)
      .set({ withdrawnAt: now, withdrawnBy: actor.userId, withdrawnReason: reason })
      .where(eq(propertyDocuments.id, documentId));
    const { propertyId, uploadedBy, title } = row;
    if (uploadedBy !== actor.userId) {
      await notify(run, {
        userId: uploadedBy,
        type: 'property',
        priority: 'high',
        title: 'Document Withdrawn',
        message: `"${title}" can no longer be downloaded. Reason: ${reason}`,
        actionUrl: `/property/${propertyId}?tab=documents`,
      });
    }
    emit({ type: DOCUMENT_WITHDRAWN, userId: actor.userId, propertyId, payload: { documentId } });
    return { id: documentId };
  },
  audit: ({ reason }, { id }) => ({ subject: `document:${id}`, details: { reason } }),
});
