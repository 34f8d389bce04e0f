import { eq } from 'drizzle-orm';
import { kycApplications } from '#db/schema/kyc.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { compareInput } from '../kyc.contract.ts';
import { decryptField, encryptedFieldOf } from './encrypted-fields.ts';

/**
 * Answers a reviewer whether the date of birth on a document is the one that the applicant gave, without showing it.
 * Each comparison is counted and audited, so that dates cannot be tried one after the other.
 * @throws NOT_FOUND, RATE_LIMITED
 */
export const compareDateOfBirth = defineCommand({
  name: 'kyc.compareDateOfBirth',
  input: compareInput,
  access: 'adminRoutine',
  needsApproval: false,
  async prepare({ platform, caller }, { applicantId, dateOfBirth }) {
    const { actor } = caller;
    await platform.limits.consumeByKey(
      'comparison',
      `${actor.userId} ${applicantId}`,
      commonErrors.RATE_LIMITED,
    );
    const [row] = await platform.db
      .select({ sealed: kycApplications.sealedDateOfBirth })
      .from(kycApplications)
      .where(eq(kycApplications.userId, applicantId));
    if (!row?.sealed) throw new DomainError(commonErrors.NOT_FOUND);
    const given = await decryptField(
      platform,
      row.sealed,
      encryptedFieldOf('sealed_date_of_birth', applicantId),
    );
    if (given === null) throw new DomainError(commonErrors.NOT_FOUND);
    return { same: given === dateOfBirth };
  },
  run: async (_, __, { same }) => ({ same }),
  audit: ({ applicantId }, { same }) => ({ subject: `kyc:${applicantId}`, details: { same } }),
});
