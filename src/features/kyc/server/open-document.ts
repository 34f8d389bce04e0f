import { eq, or } from 'drizzle-orm';
import { z } from 'zod';
import { kycApplications } from '#db/schema/kyc.ts';
import { fileContent } from '#features/files/server/index.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { type CommandContext, defineCommand } from '#platform/server/commands/run-command.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { canSeeApplication } from './kyc.policy.ts';

const documentColumns = [
  kycApplications.idDocument,
  kycApplications.proofOfAddress,
  kycApplications.incomeVerification,
];

/** Records that a reviewer opens a document of somebody's identity check, as the privacy notice promises. */
export const openDocument = defineCommand({
  name: 'kyc.openDocument',
  input: z.strictObject({ applicantId: z.string(), documentId: z.uuid() }),
  access: 'adminRoutine',
  needsApproval: false,
  run: async () => ({}),
  audit: ({ applicantId, documentId }) => ({ subject: `kyc:${applicantId}`, details: { documentId } }),
});

/**
 * The content of a document that the actor may see; any other answers like a missing one. Of somebody else's it is read
 * only once that is recorded.
 * @throws NOT_FOUND
 */
export async function documentContent(ctx: CommandContext, actor: UserActor, documentId: string) {
  const { platform } = ctx;
  const [row] = await platform.db
    .select({ applicantId: kycApplications.userId })
    .from(kycApplications)
    .where(or(...documentColumns.map((column) => eq(column, documentId))));
  if (!row || !canSeeApplication(actor, row.applicantId)) throw new DomainError(commonErrors.NOT_FOUND);
  if (row.applicantId !== actor.userId) await openDocument(ctx, { ...row, documentId });
  return fileContent(platform, documentId);
}
