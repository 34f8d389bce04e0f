import { and, gt, inArray } from 'drizzle-orm';
import { ledgerAccounts } from '#db/schema/ledger.ts';
import { holdingKinds } from '../ledger.rules.ts';

/** Accounts with shares that somebody holds now. Of one property a person has up to two of them: free and listed. */
export const isHolding = and(inArray(ledgerAccounts.kind, holdingKinds), gt(ledgerAccounts.balance, 0));
