import { sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { count, moment } from './columns.ts';

/** A block is 2 to this power consecutive transfers of the platform. */
export const LEDGER_BLOCK_BITS = 20;

/**
 * Balances that must be checked: whose, of what, and how much (cents or shares). Narrow rows that nothing
 * references, so that the hot ones are never share-locked by a foreign key. Accounts of the platform and of the
 * outside world have no row here; their balance is the sum of their transfers.
 */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: text('id').primaryKey(),
    kind: text('kind', {
      enum: [
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
      ],
    }).notNull(),
    userId: text('user_id'),
    propertyId: integer('property_id'),
    balance: count('balance').notNull(),
  },
  (table) => [
    check('ledger_accounts_balance_not_negative', sql`${table.balance} >= 0`),
    index('ledger_accounts_user').on(table.userId, table.kind),
    index('ledger_accounts_property').on(table.propertyId, table.kind),
  ],
);

const blockOf = (id: AnyPgColumn) => sql`(${id} >> ${sql.raw(String(LEDGER_BLOCK_BITS))})`;

/**
 * Every transfer of money and shares, from one account to another; append-only. Only users' accounts have indexes: the
 * transfers of the platform and of properties are read by `npm run verify` alone, as a whole, and an index would cost
 * each purchase. The indexes have the block of the id instead of the id: a page of history then reads no more than the
 * blocks that it needs, and an account is in the index once for each block, which makes it a fraction of the size.
 * The few transfers of promotions have an index as well, since commands add them up, and those to lenders, for the months
 * on the page of the books.
 */
export const ledgerTransfers = pgTable(
  'ledger_transfers',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    operationId: uuid('operation_id').notNull(),
    code: text('code').notNull(),
    debitAccount: text('debit_account').notNull(),
    creditAccount: text('credit_account').notNull(),
    asset: text('asset').notNull(),
    amount: count('amount').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [
    check('ledger_transfers_amount_positive', sql`${table.amount} > 0`),
    check('ledger_transfers_two_accounts', sql`${table.debitAccount} <> ${table.creditAccount}`),
    index('ledger_transfers_user_debit')
      .on(table.debitAccount, blockOf(table.id))
      .where(sql`${table.debitAccount} like 'user:%'`),
    index('ledger_transfers_user_credit')
      .on(table.creditAccount, blockOf(table.id))
      .where(sql`${table.creditAccount} like 'user:%'`),
    index('ledger_transfers_promotions')
      .on(table.code, table.at)
      .where(sql`${table.code} in ('promotions_funded', 'reward', 'reward_returned')`),
    index('ledger_transfers_lenders').on(table.at).where(sql`${table.code} = 'lender_paid'`),
  ],
);
