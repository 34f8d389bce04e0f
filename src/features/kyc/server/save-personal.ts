import { commonErrors, DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import type { Vault } from '#platform/server/security/vault.ts';
import { kycErrors, personalInput } from '../kyc.contract.ts';
import { isOfAge } from '../kyc.rules.ts';
import { editApplication, savedPart } from './edit-application.ts';
import { sealedPlace, ssnFingerprint } from './sealed.ts';

function sealer(vault: Vault, userId: string) {
  return (text: string | null, column: 'sealed_ssn' | 'sealed_date_of_birth') =>
    text === null ? undefined : vault.encrypt(text, sealedPlace(column, userId));
}

/**
 * Saves step 1. The SSN and the date of birth are sealed before the transaction begins and are never read
 * out again; null leaves what is on file.
 * @throws KYC_UNDERAGE, KYC_LOCKED
 */
export const savePersonal = defineCommand({
  name: 'kyc.savePersonal',
  input: personalInput,
  access: 'signedIn',
  whileFrozen: true,
  async prepare({ platform, caller }, { ssn, dateOfBirth }) {
    const { actor } = caller;
    if (actor.kind !== 'user') throw new DomainError(commonErrors.UNAUTHORIZED);
    if (dateOfBirth !== null && !isOfAge(dateOfBirth, platform.clock.now())) {
      throw new DomainError(kycErrors.KYC_UNDERAGE);
    }
    const seal = sealer(platform.vault, actor.userId);
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
