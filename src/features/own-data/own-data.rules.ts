import { DAY } from '#kernel/time.ts';
import type { ObstacleKind, RetainedKind } from './own-data.contract.ts';

/** Time to download a file with all of someone's data. */
export const EXPORT_RETENTION_DAYS = 3;
export const EXPORT_RETENTION_MS = EXPORT_RETENTION_DAYS * DAY;

/**
 * Bytes of records beyond which the export, which is packed in memory, gets no more drawn documents and uploaded files;
 * these are only listed.
 */
export const MAX_EXPORTED_FILE_BYTES = 100 * 1024 * 1024;

/** Tries after which a file that could not be written is given up. */
export const MAX_EXPORT_FAILURES = 5;

/** Tries that ended with the loss of their server, or took too long, after which a file is given up. */
export const MAX_EXPORT_LOSSES = 2;

/** Retention of the email address of a closed account while the confirmation mail cannot be delivered. */
export const FAREWELL_RETENTION_DAYS = 3;

export const RETENTION_YEARS: Readonly<Record<RetainedKind, number>> = { identity: 5, tax: 7 };

/** Texts about the retained records of a closed account, with the law that demands each. */
export const retentionTexts: Readonly<Record<RetainedKind, { what: string; law: string }>> = {
  identity: {
    what: 'Who you are: your legal name, date of birth, address, phone, tax number, identity documents and our decisions on them',
    law: 'Customer identification, 31 CFR 1020.220(a)(3)',
  },
  tax: {
    what: 'Statements, tax summaries and share certificates created with your name; and your name, email and address for the tax forms of what you were paid',
    law: 'Tax records, 26 U.S.C. 6001',
  },
};

/** The first moment whose payments still need the recipient's name, when an account is closed. */
export function taxRecordsSince(closedAt: Date): Date {
  const start = new Date(closedAt);
  start.setUTCFullYear(start.getUTCFullYear() - RETENTION_YEARS.tax);
  return start;
}

/** When records of a kind are erased: the same day, years later; after February 29 on March 1. */
export function retainedUntil(kind: RetainedKind, closedAt: Date): Date {
  const end = new Date(closedAt);
  end.setUTCFullYear(end.getUTCFullYear() + RETENTION_YEARS[kind]);
  return end;
}

/** Page on which an obstacle can be ended, with the text of its link. */
export const obstacleWays: Readonly<Record<ObstacleKind, { path: string; label: string }>> = {
  frozen: { path: '/notifications', label: 'Read why' },
  lastAdmin: { path: '/admin-users', label: 'Make someone else an admin' },
  shares: { path: '/share-resale', label: 'Sell your shares' },
  offeredShares: { path: '/investor-dashboard', label: 'See your purchases' },
  untradedShares: { path: '/investor-dashboard', label: 'See your shares' },
  orders: { path: '/share-resale', label: 'Cancel your orders' },
  cash: { path: '/wallet', label: 'Withdraw your cash' },
  transfers: { path: '/wallet', label: 'See your transfers' },
  payouts: { path: '/transaction-history', label: 'See your distributions' },
  rewards: { path: '/invite', label: 'See your rewards' },
  submissions: { path: '/owner-submit', label: 'See your submissions' },
  waitingProperties: { path: '/owner-dashboard', label: 'See your properties' },
  offeredProperties: { path: '/owner-dashboard', label: 'See your properties' },
};
