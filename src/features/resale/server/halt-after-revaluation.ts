import { z } from 'zod';
import type { InTransactionHandler } from '#platform/server/runtime/run.ts';
import { haltBook } from './halt-trading.ts';
import { isHaltedForGood, lockBooks } from './market.ts';

const approvedValuation = z.object({ propertyId: z.int(), haltUntil: z.string().nullable() });

/**
 * Halts trading in the transaction that changes the value of a share by a lot, so that nobody trades by the old value.
 * The book is locked, so a trade is either done before or refused. A halt by an admin stays as it is.
 */
export const haltAfterRevaluation: InTransactionHandler = async (run, { payload }) => {
  const { propertyId, haltUntil } = approvedValuation.parse(payload);
  if (haltUntil === null) return;
  await lockBooks(run.tx, { propertyIds: [propertyId] });
  if (await isHaltedForGood(run.tx, propertyId)) return;
  const reason =
    'A new valuation changed the value of a share by more than 10%. Trading resumes when the next day begins (UTC).';
  await haltBook(run, { propertyId, reason, resumesAt: new Date(haltUntil) });
};
