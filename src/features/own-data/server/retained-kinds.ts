import { eq } from 'drizzle-orm';
import { shareCertificates } from '#db/schema/certificates.ts';
import { drawnDocuments } from '#db/schema/statements.ts';
import { hasIdentityRecords } from '#features/kyc/server/index.ts';
import { wasPaidReportably } from '#features/tax/server/index.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import type { RetainedRecord } from '../own-data.contract.ts';
import { retainedUntil, taxRecordsSince } from '../own-data.rules.ts';

/** Records about a person that the law requires us to retain after the account is closed. */
export async function recordsToRetain(
  db: Queryable,
  userId: string,
  closedAt: Date,
): Promise<RetainedRecord[]> {
  const drawn = await db.$count(drawnDocuments, eq(drawnDocuments.userId, userId));
  const certificates = await db.$count(shareCertificates, eq(shareCertificates.userId, userId));
  const kinds = [
    (await hasIdentityRecords(db, userId)) && ('identity' as const),
    (drawn + certificates > 0 || (await wasPaidReportably(db, userId, taxRecordsSince(closedAt)))) &&
      ('tax' as const),
  ];
  return kinds
    .filter((kind) => kind !== false)
    .map((kind) => ({ kind, endsAt: retainedUntil(kind, closedAt).toISOString() }));
}
