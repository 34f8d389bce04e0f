import { ledgerSums } from '#features/ledger/server/index.ts';
import { chainHeadOf } from '#platform/server/audit/audit-chain.ts';
import type { Queryable } from '#platform/server/database/db.ts';

/** The figures that a backup and the database restored from it must have in common. */
interface Fingerprint {
  transfers: number;
  /** A hash of the sums of all ledger accounts. */
  trialBalance: string;
  /** The last hash of the audit chain; null while it is empty. */
  chainHead: string | null;
}

export async function fingerprintOf(db: Queryable): Promise<Fingerprint> {
  const head = await chainHeadOf(db);
  return { ...(await ledgerSums(db)), chainHead: head?.hash ?? null };
}
