import { z } from 'zod';
import { claimFile, discardFile, storeFile } from '#features/files/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { documentKind, type KycApplication, type KycDocumentKind, kycErrors } from '../kyc.contract.ts';
import { kycStatusAfter } from '../kyc.rules.ts';
import { ensureKey } from './assign-key.ts';
import { editApplication, savedPart } from './edit-application.ts';
import { applicationOf } from './kyc.queries.ts';

/**
 * Whether the caller's application is open for another document.
 * @throws KYC_LOCKED
 */
export async function requireOpen(db: Queryable, { userId }: UserActor): Promise<void> {
  const { status } = await applicationOf(db, userId);
  if (kycStatusAfter(status, 'save') === null) throw new DomainError(kycErrors.KYC_LOCKED);
}

/** Puts a stored file into the caller's application; the one before it is discarded. */
const uploadDocumentCommand = defineCommand({
  name: 'kyc.uploadDocument',
  input: z.strictObject({ kind: documentKind, fileId: z.uuid() }),
  access: 'signedIn',
  whileFrozen: true,
  run: (run, { kind, fileId }) =>
    editApplication(run, async (before) => {
      await claimFile(run, fileId);
      const replaced = before?.[kind];
      if (replaced) await discardFile(run, replaced);
      return { [kind]: fileId };
    }),
  audit: savedPart('documents'),
});

interface UploadContext {
  platform: Platform;
  caller: { actor: UserActor; address: string };
}

/**
 * Checks and stores a document of the caller's application.
 * @throws KYC_LOCKED, and every error of the files slice
 */
export async function uploadDocument(
  ctx: UploadContext,
  { kind, name, bytes }: { kind: KycDocumentKind; name: string; bytes: Uint8Array },
): Promise<KycApplication> {
  const { platform, caller } = ctx;
  await requireOpen(platform.db, caller.actor);
  const personKey = await ensureKey(ctx, caller.actor.userId);
  const { id: fileId } = await storeFile(ctx, { purpose: 'kyc', name, bytes, personKey });
  return uploadDocumentCommand(ctx, { kind, fileId });
}
