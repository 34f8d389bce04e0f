import { and, gt, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { ledgerAccounts } from '#db/schema/ledger.ts';
import { type Account, holdingKinds } from '../ledger.rules.ts';

/** Accounts with shares that somebody holds now. Of one property a person has up to two of them: free and listed. */
export const isHolding = and(inArray(ledgerAccounts.kind, holdingKinds), gt(ledgerAccounts.balance, 0));

type PropertyKind = Extract<Account['kind'], `property_${string}`>;

/** The balance of a property's account, of a query over properties; 0 before its first transfer. */
export const propertyBalance = (
  propertyId: SQLWrapper,
  kind: PropertyKind,
): SQL<number> => sql<number>`coalesce((
  select a.balance from ledger_accounts a where a.property_id = ${propertyId} and a.kind = ${kind}), 0)`;
