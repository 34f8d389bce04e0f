import { and, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { propertyDocuments } from '#db/schema/documents.ts';
import { fileScans, storedFiles } from '#db/schema/files.ts';
import { submissionDocuments } from '#db/schema/submissions.ts';
import { notify } from '#features/notifications/server/index.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import { FILE_SCANNED } from '../files.events.ts';

const scan = z.strictObject({
  fileId: z.uuid(),
  result: z.enum(['clean', 'infected', 'refused']),
  /** Name of the virus. */
  signature: z.string().max(200).nullable(),
});

type StoredFile = typeof storedFiles.$inferSelect;

/** Page on which its owner sees a file, and uploads another copy while that is possible. */
async function pageOf(tx: Transaction, file: StoredFile): Promise<`/${string}` | undefined> {
  if (file.purpose === 'kyc') return '/onboarding/kyc';
  if (file.purpose === 'receipt') return '/owner-distributions';
  return file.purpose === 'submission' ? pageOfSubmission(tx, file.id) : pageOfProperty(tx, file.id);
}

/** A submission that is started again shares files with the rejected one: the page is that of the newer document. */
async function pageOfSubmission(tx: Transaction, fileId: string): Promise<`/${string}`> {
  const [document] = await tx
    .select({ wayIn: submissionDocuments.wayIn, submissionId: submissionDocuments.submissionId })
    .from(submissionDocuments)
    .where(eq(submissionDocuments.fileId, fileId))
    .orderBy(desc(submissionDocuments.uploadedAt), desc(submissionDocuments.id))
    .limit(1);
  if (document?.submissionId) return `/owner-submit/${document.submissionId}`;
  return document?.wayIn === 'wizard' ? '/owner-intake-wizard' : '/owner-submit';
}

async function pageOfProperty(tx: Transaction, fileId: string): Promise<`/${string}` | undefined> {
  const [document] = await tx
    .select({ propertyId: propertyDocuments.propertyId })
    .from(propertyDocuments)
    .where(eq(propertyDocuments.fileId, fileId));
  return document && `/property/${document.propertyId}?tab=documents`;
}

/**
 * Records the result of a virus scan, which is final unless the scanner refused the file. An infected file cannot be
 * downloaded from then on; its owner is notified.
 */
export const recordScan = defineCommand({
  name: 'files.recordScan',
  input: scan,
  access: 'system',
  async run(run, { fileId, result, signature }) {
    const { tx, now, emit } = run;
    const [file] = await tx
      .select()
      .from(storedFiles)
      .where(and(eq(storedFiles.id, fileId), eq(storedFiles.status, 'stored')))
      .for('no key update');
    if (!file) return { recorded: false };
    const recorded = await tx
      .insert(fileScans)
      .values({ fileId, result, signature, scannedAt: now })
      .onConflictDoUpdate({
        target: fileScans.fileId,
        set: { result, signature, scannedAt: now },
        setWhere: sql`${fileScans.result} = 'refused' and excluded.result <> 'refused'`,
      })
      .returning({ fileId: fileScans.fileId });
    if (recorded.length === 0) return { recorded: false };
    emit(FILE_SCANNED, {
      userId: file.userId,
      // Reviewers see the scans of the documents of a submission.
      ...(file.purpose === 'submission' && { broadcast: { audience: 'admins' } }),
      payload: { fileId, result },
    });
    if (result === 'infected') {
      const actionUrl = await pageOf(tx, file);
      await notify(run, {
        userId: file.userId,
        type: 'system',
        priority: 'high',
        title: 'The virus scanner found a threat',
        message: `${file.name} is infected, so nobody can download it. Upload a clean copy.`,
        always: true,
        ...(actionUrl && { actionUrl }),
      });
    }
    return { recorded: true };
  },
  audit: ({ fileId, result, signature }, { recorded }) => ({
    subject: `file:${fileId}`,
    details: { result, signature, recorded },
  }),
});
