import { and, asc, gt, isNotNull, isNull, notLike, or } from 'drizzle-orm';
import { kycApplications } from '#db/schema/kyc.ts';
import { HOUR } from '#kernel/time.ts';
import { patternStartingWith } from '#platform/server/database/db.ts';
import { type JobHandler, jobFor } from '#platform/server/jobs/jobs.ts';
import { inTimeSlices } from '#platform/server/jobs/time-slices.ts';
import { failWith, tryEach } from '#platform/server/jobs/try-each.ts';
import { personKeyFile } from '#platform/server/security/person-keys.ts';
import { KEY_FORGOTTEN } from '../kyc.events.ts';
import { fingerprintSsn } from './fingerprint-ssn.ts';

const FINGERPRINT_SSNS = 'kyc.fingerprintSsns';
const REMOVE_KEY = 'kyc.removeKey';

const removeKey = jobFor(KEY_FORGOTTEN, async ({ platform }, { keyId }) => {
  await platform.files.remove(personKeyFile(keyId));
});

const MAX_PAGE_APPLICATIONS = 500;

/** Makes the fingerprints that are missing, or whose data key is gone. One that cannot be made delays no other. */
const fingerprintSsns: JobHandler = async (ctx) => {
  const { db, vault } = ctx.platform;
  const isOutdated = and(
    isNotNull(kycApplications.sealedSsn),
    or(
      isNull(kycApplications.ssnFingerprint),
      notLike(kycApplications.ssnFingerprint, patternStartingWith(vault.fingerprintPrefix)),
    ),
  );
  const failures: unknown[] = [];
  let last = '';
  const again = await inTimeSlices(ctx, async () => {
    const outdated = await db
      .select({ userId: kycApplications.userId })
      .from(kycApplications)
      .where(and(isOutdated, gt(kycApplications.userId, last)))
      .orderBy(asc(kycApplications.userId))
      .limit(MAX_PAGE_APPLICATIONS);
    const failed = await tryEach(ctx, outdated, {
      work: ({ userId }) => fingerprintSsn(ctx, { userId }),
      what: ({ userId }) => `the fingerprint of the SSN of ${userId}`,
    });
    failures.push(...failed);
    last = outdated.at(-1)?.userId ?? last;
    return { done: outdated.length < MAX_PAGE_APPLICATIONS };
  });
  failWith(failures);
  return again;
};

export const kycJobs = {
  handlers: {
    [FINGERPRINT_SSNS]: fingerprintSsns,
    [REMOVE_KEY]: removeKey,
  },
  schedules: [{ kind: FINGERPRINT_SSNS, everyMs: HOUR }],
};
