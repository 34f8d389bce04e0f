import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { kycApplications } from '#db/schema/kyc.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { decryptField, encryptedFieldOf, ssnFingerprint } from './encrypted-fields.ts';

/**
 * Makes the fingerprint of an SSN on file, where it is missing or made with a data key that the settings no longer
 * have. An SSN that was entered again meanwhile has its own, and is left alone.
 */
export const fingerprintSsn = defineCommand({
  name: 'kyc.fingerprintSsn',
  input: z.strictObject({ userId: z.string() }),
  access: 'system',
  async prepare({ platform }, { userId }) {
    const { db, vault } = platform;
    const [found] = await db
      .select({ sealedSsn: kycApplications.sealedSsn })
      .from(kycApplications)
      .where(eq(kycApplications.userId, userId));
    if (!found?.sealedSsn) return null;
    const ssn = await decryptField(platform, found.sealedSsn, encryptedFieldOf('sealed_ssn', userId));
    if (ssn === null) return null;
    return { sealedSsn: found.sealedSsn, fingerprint: await ssnFingerprint(vault, ssn) };
  },
  async run({ tx }, { userId }, known) {
    if (known === null) return { made: false };
    const changed = await tx
      .update(kycApplications)
      .set({ ssnFingerprint: known.fingerprint })
      .where(and(eq(kycApplications.userId, userId), eq(kycApplications.sealedSsn, known.sealedSsn)))
      .returning({ userId: kycApplications.userId });
    return { made: changed.length > 0 };
  },
  audit: ({ userId }, { made }) => ({ subject: `kyc:${userId}`, details: { made } }),
});
