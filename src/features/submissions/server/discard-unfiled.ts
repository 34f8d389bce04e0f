import { and, inArray, isNull, lt, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { submissionDocuments } from '#db/schema/submissions.ts';
import { after, DAY } from '#kernel/time.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { UNFILED_DAYS } from '../submissions.rules.ts';
import { discardUnused } from './remove-document.ts';

const MAX_RELEASED_DOCUMENTS = 200;

export function isAbandoned(now: Date): SQL | undefined {
  return and(
    isNull(submissionDocuments.submissionId),
    lt(submissionDocuments.uploadedAt, after(now, -UNFILED_DAYS * DAY)),
  );
}

/** Releases documents that were uploaded long ago for a form that was never submitted. */
export const discardUnfiled = defineCommand({
  name: 'submissions.discardUnfiled',
  input: z.strictObject({}),
  access: 'system',
  async run(run) {
    const { tx, now } = run;
    const old = tx.select({ id: submissionDocuments.id }).from(submissionDocuments);
    const discarded = await tx
      .delete(submissionDocuments)
      .where(inArray(submissionDocuments.id, old.where(isAbandoned(now)).limit(MAX_RELEASED_DOCUMENTS)))
      .returning();
    for (const { fileId } of discarded) await discardUnused(run, fileId);
    return { discarded: discarded.length, done: discarded.length < MAX_RELEASED_DOCUMENTS };
  },
  audit: (_, { discarded }) => ({ subject: 'submission-documents', details: { discarded } }),
});
