import { closeOrdersOf } from '#features/resale/server/index.ts';
import { lock } from '#platform/server/database/advisory-locks.ts';
import type { InTransactionHandler } from '#platform/server/runtime/run.ts';
import { KYC_CHANGED } from '../kyc.events.ts';
import { EMPTY_APPLICATION, eraseApplication } from './erase-application.ts';

/**
 * Empties an identity check in the transaction that clears its account: it may be about another
 * person than the owner, and no approval of it may count for a moment longer. Where an approval is required to buy, the
 * account's bids are closed too, behind those that are being placed; books come before the application in the order of
 * locks.
 */
export const clearApplication: InTransactionHandler = async (run, { userId }) => {
  if (userId === undefined) return;
  if (run.config.investing.requiresKyc) {
    await lock(run.tx, 'freezes', userId);
    await closeOrdersOf(run, userId, 'bid');
  }
  if (!(await eraseApplication(run, userId))) return;
  run.emit(KYC_CHANGED, {
    userId,
    broadcast: { audience: 'admins' },
    payload: { status: EMPTY_APPLICATION.status },
  });
};
