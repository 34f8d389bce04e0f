import { assert } from '#kernel/assert.ts';

const USD = 'USD';

/** The asset "shares of this property". */
function shareAsset(propertyId: number): string {
  return `SHARE:${propertyId}`;
}

/** Kinds of account with a stored balance, as in the table: browsers load these rules without the schema. */
export const STORED_KINDS = [
  'user_cash',
  'user_withdrawing',
  'user_bidding',
  'user_shares',
  'user_listed',
  'property_available',
  'property_escrow',
  'property_mortgage',
  'property_rent',
  'property_reserve',
  'property_payable',
  'platform_promotions',
] as const;
type StoredKind = (typeof STORED_KINDS)[number];

/** An account of the ledger. Only those with a `kind` keep a balance row, which is checked never to go negative. */
export interface Account {
  id: string;
  asset: string;
  kind: StoredKind | null;
  userId: string | null;
  propertyId: number | null;
}

function account(
  id: string,
  asset: string,
  kind: StoredKind | null = null,
  userId: string | null = null,
  propertyId: number | null = null,
): Account {
  return { id, asset, kind, userId, propertyId };
}

/** Every account there is. */
export const accounts = {
  /** A user's available cash. */
  userCash: (userId: string) => account(`user:${userId}:cash`, USD, 'user_cash', userId),
  /** Cash of a user that is on its way to the bank. */
  userWithdrawing: (userId: string) => account(`user:${userId}:withdrawing`, USD, 'user_withdrawing', userId),
  /** Cash of a user that is reserved for open bids. */
  userBidding: (userId: string) => account(`user:${userId}:bidding`, USD, 'user_bidding', userId),
  /** A user's shares of a property that are free to sell. */
  userShares: (userId: string, propertyId: number) =>
    account(`user:${userId}:shares:${propertyId}`, shareAsset(propertyId), 'user_shares', userId, propertyId),
  /** A user's shares of a property that are reserved for open listings: they are still held. */
  userListed: (userId: string, propertyId: number) =>
    account(`user:${userId}:listed:${propertyId}`, shareAsset(propertyId), 'user_listed', userId, propertyId),
  /** Shares of an offering that are not sold yet. */
  propertyAvailable: (propertyId: number) =>
    account(
      `property:${propertyId}:available`,
      shareAsset(propertyId),
      'property_available',
      null,
      propertyId,
    ),
  /** The proceeds of an offering's purchases, fees included, until they are released or refunded. */
  propertyEscrow: (propertyId: number) =>
    account(`property:${propertyId}:escrow`, USD, 'property_escrow', null, propertyId),
  /** Money released from escrow for the lender of a property's mortgage. */
  propertyMortgage: (propertyId: number) =>
    account(`property:${propertyId}:mortgage`, USD, 'property_mortgage', null, propertyId),
  /** Rent of a property that is paid in and not distributed yet. */
  propertyRent: (propertyId: number) =>
    account(`property:${propertyId}:rent`, USD, 'property_rent', null, propertyId),
  /** The reserve of a property for large repairs. */
  propertyReserve: (propertyId: number) =>
    account(`property:${propertyId}:reserve`, USD, 'property_reserve', null, propertyId),
  /** Approved distributions of a property that are not paid to its holders yet. */
  propertyPayable: (propertyId: number) =>
    account(`property:${propertyId}:payable`, USD, 'property_payable', null, propertyId),
  /** Source of a property's shares; its balance is minus the shares issued. */
  propertyIssued: (propertyId: number) => account(`property:${propertyId}:issued`, shareAsset(propertyId)),
  /** The bank account behind all wallets; its balance is minus the money held for users. */
  bank: () => account('bank:settlement', USD),
  /** Management fees earned: `MANAGEMENT_FEE_BPS` of each gross distribution. */
  managementFees: () => account('platform:management_fees', USD),
  /** Processing fees earned on the primary market. */
  processingFees: () => account('platform:processing_fees', USD),
  /** Money of the platform for promotions, such as referral rewards. */
  promotions: () => account('platform:promotions', USD, 'platform_promotions'),
  /** Fees earned on resales. */
  resaleFees: () => account('platform:resale_fees', USD),
} as const;

/** A holding is the free and the listed shares together: a listed share is held until it is sold. */
export const holdingKinds = ['user_shares', 'user_listed'] as const satisfies readonly StoredKind[];

/** A person and a property. */
export interface HoldingKey {
  userId: string;
  propertyId: number;
}

/** A key of maps by person and property. */
export const holdingKey = ({ userId, propertyId }: HoldingKey) => `${userId}\n${propertyId}`;

/** Purposes of transfers. */
export type TransferCode =
  | 'deposit'
  | 'withdrawal'
  | 'withdrawal_settled'
  | 'withdrawal_returned'
  | 'shares_issued'
  | 'shares_withdrawn'
  | 'investment'
  | 'investment_shares'
  | 'processing_fee'
  | 'proceeds_released'
  | 'fees_released'
  | 'mortgage_repaid'
  | 'lender_paid'
  | 'purchase_cancelled'
  | 'offering_refund'
  | 'shares_returned'
  | 'listing_reserved'
  | 'listing_released'
  | 'bid_reserved'
  | 'bid_released'
  | 'resale'
  | 'resale_shares'
  | 'resale_fee'
  | 'reinvestment'
  | 'rent_paid_in'
  | 'rent_returned'
  | 'reserve_contributed'
  | 'reserve_withdrawn'
  | 'reserve_restored'
  | 'expenses_repaid'
  | 'owner_share'
  | 'management_fee'
  | 'distribution_set_aside'
  | 'distribution'
  | 'promotions_funded'
  | 'reward'
  | 'reward_returned';

/**
 * What a transfer means to a person whose cash or shares it moves: the transfers of one operation and class are one
 * movement. `null` where it moves nobody's, or only between parts of one holding.
 */
export const movementClass = {
  deposit: 'deposit',
  withdrawal: 'withdrawal',
  withdrawal_settled: 'withdrawal',
  withdrawal_returned: 'withdrawal',
  shares_issued: null,
  shares_withdrawn: null,
  investment: 'purchase',
  investment_shares: 'purchase',
  processing_fee: 'purchase',
  proceeds_released: 'proceeds',
  fees_released: null,
  mortgage_repaid: null,
  lender_paid: null,
  purchase_cancelled: 'refund',
  offering_refund: 'refund',
  shares_returned: 'refund',
  listing_reserved: null,
  listing_released: null,
  bid_reserved: 'resale',
  bid_released: 'resale',
  resale: 'resale',
  resale_shares: 'resale',
  resale_fee: 'resale',
  reinvestment: 'purchase',
  rent_paid_in: 'rent',
  rent_returned: 'rent',
  reserve_contributed: null,
  reserve_withdrawn: null,
  reserve_restored: null,
  expenses_repaid: 'expenses_repaid',
  owner_share: 'owner_share',
  management_fee: null,
  distribution_set_aside: null,
  distribution: 'distribution',
  promotions_funded: null,
  reward: 'reward',
  reward_returned: 'reward',
} as const satisfies Record<TransferCode, string | null>;

/** `amount` (cents or shares, at least 1) goes from the debit account to the credit account. */
export interface Transfer {
  code: TransferCode;
  debit: Account;
  credit: Account;
  amount: number;
}

/** The net change of an account with a stored balance. */
export interface BalanceChange {
  account: Account;
  change: number;
}

/** Net change of each account with a stored balance; refuses transfers that are not well formed. */
export function balanceChanges(transfers: readonly Transfer[]): Map<string, BalanceChange> {
  const changes = new Map<string, BalanceChange>();
  const add = (account: Account, amount: number): unknown => {
    if (account.kind === null) return;
    const known = changes.get(account.id);
    if (!known) return changes.set(account.id, { account, change: amount });
    known.change += amount;
    assert(Number.isSafeInteger(known.change), `the change of ${account.id} is not exact`);
  };
  for (const { debit, credit, amount, code } of transfers) {
    assert(Number.isSafeInteger(amount) && amount > 0, `a transfer (${code}) needs a positive whole amount`);
    assert(
      debit.asset === credit.asset,
      `a transfer (${code}) cannot change ${debit.asset} into ${credit.asset}`,
    );
    assert(debit.id !== credit.id, `a transfer (${code}) needs two accounts`);
    add(debit, -amount);
    add(credit, amount);
  }
  return changes;
}
