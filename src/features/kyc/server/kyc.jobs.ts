import { and, asc, isNotNull, isNull, notLike, or } from 'drizzle-orm';
import { z } from 'zod';
import { kycApplications } from '#db/schema/kyc.ts';
import { ACCOUNT_CLEARED } from '#features/identity/server/index.ts';
import { HOUR } from '#kernel/time.ts';
import type { JobHandler } from '#platform/server/jobs/jobs.ts';
import { personKeyFile } from '#platform/server/security/person-keys.ts';
import { KEY_FORGOTTEN } from '../kyc.events.ts';
import { fingerprintSsn } from './fingerprint-ssn.ts';
import { forgetApplication } from './forget-application.ts';

const FORGET_APPLICATION = 'kyc.forgetApplication';

const forget: JobHandler = async (ctx, payload) => {
  const { userId, at } = z.object({ userId: z.string(), at: z.string() }).parse(payload);
  await forgetApplication(ctx, { userId, at });
};

const removeKey: JobHandler = async ({ platform }, payload) => {
  const { keyId } = z.object({ keyId: z.uuid() }).parse(payload);
  await platform.files.remove(personKeyFile(keyId));
};

const maxFingerprintsPerRun = 500;

/** Makes the fingerprints that are missing, or whose data key is gone; the rest of many comes with the next run. */
const fingerprintSsns: JobHandler = async (ctx) => {
  const { db, vault, clock } = ctx.platform;
  const prefix = vault.fingerprintPrefix.replaceAll(/[\\%_]/g, (character) => `\\${character}`);
  const outdated = await db
    .select({ userId: kycApplications.userId })
    .from(kycApplications)
    .where(
      and(
        isNotNull(kycApplications.sealedSsn),
        or(isNull(kycApplications.ssnFingerprint), notLike(kycApplications.ssnFingerprint, `${prefix}%`)),
      ),
    )
    .orderBy(asc(kycApplications.userId))
    .limit(maxFingerprintsPerRun);
  for (const { userId } of outdated) await fingerprintSsn(ctx, { userId });
  if (outdated.length === maxFingerprintsPerRun) return { runAgainAt: clock.now() };
};

export const kycJobs = {
  onEvent: { [ACCOUNT_CLEARED]: [FORGET_APPLICATION], [KEY_FORGOTTEN]: ['kyc.removeKey'] },
  handlers: {
    'kyc.fingerprintSsns': fingerprintSsns,
    'kyc.removeKey': removeKey,
    [FORGET_APPLICATION]: forget,
  },
  schedules: [{ kind: 'kyc.fingerprintSsns', everyMs: HOUR }],
};
