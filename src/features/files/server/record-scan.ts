import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { fileScans, storedFiles } from '#db/schema/files.ts';
import { notify } from '#features/notifications/server/index.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import type { FilePurpose } from '../files.contract.ts';
import { FILE_SCANNED } from '../files.events.ts';

const scan = z.strictObject({
  fileId: z.uuid(),
  result: z.enum(['clean', 'infected', 'refused']),
  /** Name of the virus. */
  signature: z.string().max(200).nullable(),
});

/** Page on which a person uploads another copy. */
const placeOf: Partial<Record<FilePurpose, '/onboarding/kyc' | '/owner-submit'>> = {
  kyc: '/onboarding/kyc',
  submission: '/owner-submit',
};

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
    emit({
      type: FILE_SCANNED,
      userId: file.userId,
      // Reviewers see the scans of the documents of a submission.
      ...(file.purpose === 'submission' && { broadcast: { audience: 'admins' } }),
      payload: { fileId, result },
    });
    if (result === 'infected') {
      const actionUrl = placeOf[file.purpose];
      await notify(run, {
        userId: file.userId,
        type: 'system',
        priority: 'high',
        title: 'The virus scanner found something',
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
