import type { z } from 'zod';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { type CommandContext, defineCommand } from '#platform/server/commands/run-command.ts';
import type { Vault } from '#platform/server/security/vault.ts';
import { kycErrors, personalInput } from '../kyc.contract.ts';
import { isOfAge } from '../kyc.rules.ts';
import { ensureKey, keyOnRecord } from './assign-key.ts';
import { editApplication, savedPart } from './edit-application.ts';
import { encryptedFieldOf, ssnFingerprint } from './encrypted-fields.ts';
import { requireOpen } from './upload-document.ts';

function sealer(vault: Vault, userId: string) {
  return (text: string | null, column: 'sealed_ssn' | 'sealed_date_of_birth') =>
    text === null ? undefined : vault.encrypt(text, encryptedFieldOf(column, userId));
}

const savePersonalCommand = defineCommand({
  name: 'kyc.savePersonal',
  input: personalInput,
  access: 'signedIn',
  whileFrozen: true,
  async prepare({ platform, caller }, { ssn, dateOfBirth }) {
    const { actor } = caller;
    if (dateOfBirth !== null && !isOfAge(dateOfBirth, platform.clock.now())) {
      throw new DomainError(kycErrors.KYC_UNDERAGE);
    }
    if (ssn === null && dateOfBirth === null) return {};
    const key = await keyOnRecord(platform, actor.userId);
    const seal = sealer(present(key?.vault, "the person's key"), actor.userId);
    return {
      sealedSsn: await seal(ssn, 'sealed_ssn'),
      ssnFingerprint: ssn === null ? undefined : await ssnFingerprint(platform.vault, ssn),
      sealedDateOfBirth: await seal(dateOfBirth, 'sealed_date_of_birth'),
    };
  },
  run: (run, { firstName, lastName, phone }, { sealedSsn, ssnFingerprint, sealedDateOfBirth }) =>
    editApplication(run, () => ({
      firstName,
      lastName,
      phone,
      ...(sealedSsn && { sealedSsn, ssnFingerprint }),
      ...(sealedDateOfBirth && { sealedDateOfBirth }),
    })),
  audit: savedPart('personal'),
});

/**
 * Saves step 1. The SSN and the date of birth are sealed with a key of the person before the transaction begins, and are
 * never read out again; null leaves the stored one.
 * @throws KYC_UNDERAGE, KYC_LOCKED
 */
export async function savePersonal(ctx: CommandContext, input: z.input<typeof personalInput>) {
  const { actor } = ctx.caller;
  if (actor.kind === 'user' && (input.ssn !== null || input.dateOfBirth !== null)) {
    await requireOpen(ctx.platform.db, actor);
    await ensureKey(ctx, actor.userId);
  }
  return savePersonalCommand(ctx, input);
}
