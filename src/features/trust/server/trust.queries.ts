import { desc } from 'drizzle-orm';
import { verifications } from '#db/schema/books.ts';
import { CANCELLATION_WINDOW_MS } from '#features/offerings/server/index.ts';
import { RESALE_FEE_BPS } from '#features/resale/server/index.ts';
import { MANAGEMENT_FEE_BPS, PROCESSING_FEE_BPS } from '#kernel/fees.ts';
import { HOUR } from '#kernel/time.ts';
import { coalesceReads } from '#platform/server/database/shared-reads.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { TrustFacts } from '../trust.contract.ts';

/** Public facts about the operator, the fees and the last verification of the books. */
export const facts = coalesceReads<Platform, void, TrustFacts>(async ({ db, config, payments }) => {
  const [last] = await db
    .select({
      at: verifications.finishedAt,
      checks: verifications.invariants,
      broken: verifications.broken,
    })
    .from(verifications)
    .orderBy(desc(verifications.finishedAt), desc(verifications.id))
    .limit(1);
  return {
    operator: config.operator,
    legalReviewed: config.isLegalReviewed,
    sandboxBank: payments.isSandbox,
    fees: {
      processingBps: PROCESSING_FEE_BPS,
      managementBps: MANAGEMENT_FEE_BPS,
      resaleBps: RESALE_FEE_BPS,
    },
    limits: { monthlyCents: config.investing.monthlyCents, annualCents: config.investing.annualCents },
    identityRequired: config.investing.requiresKyc,
    cancellationHours: CANCELLATION_WINDOW_MS / HOUR,
    verification: last ? { ...last, at: last.at.toISOString() } : null,
  };
});
