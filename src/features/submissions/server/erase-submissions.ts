import { and, eq, inArray, sql } from 'drizzle-orm';
import { storedFiles } from '#db/schema/files.ts';
import { submissionDocuments, submissions } from '#db/schema/submissions.ts';
import { discardFile } from '#features/files/server/index.ts';
import type { Run } from '#platform/server/commands/run-command.ts';

/**
 * Empties an owner's rejected submissions in the transaction that closes their account, and releases all documents that
 * belong to no approved one. Texts about them are erased before, since they refer to the documents.
 */
export async function eraseSubmissions(run: Pick<Run, 'tx' | 'emit'>, userId: string): Promise<void> {
  const { tx } = run;
  const approved = tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(eq(submissions.status, 'approved'));
  const removed = await tx
    .delete(submissionDocuments)
    .where(
      and(
        eq(submissionDocuments.ownerId, userId),
        sql`(${submissionDocuments.submissionId} is null or not ${inArray(submissionDocuments.submissionId, approved)})`,
      ),
    )
    .returning({ fileId: submissionDocuments.fileId });
  await tx
    .update(submissions)
    .set({
      name: 'Erased with the account',
      streetAddress: '',
      city: '',
      zipCode: '',
      description: '',
      subtype: null,
      details: null,
      estimates: null,
      ownerName: null,
      reason: 'Erased with the account',
    })
    .where(and(eq(submissions.ownerId, userId), eq(submissions.status, 'rejected')));
  for (const id of new Set(removed.map(({ fileId }) => fileId))) {
    const used = await tx.$count(submissionDocuments, eq(submissionDocuments.fileId, id));
    const isTheirs = and(eq(storedFiles.id, id), eq(storedFiles.userId, userId));
    if (used === 0 && (await tx.$count(storedFiles, isTheirs)) > 0) await discardFile(run, id);
  }
}
