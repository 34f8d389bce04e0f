import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment, money } from './columns.ts';
import { users } from './identity.ts';

/** Money on its way between a user's bank and the wallet. */
export const bankTransfers = pgTable(
  'bank_transfers',
  {
    id: uuid('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    direction: text('direction', { enum: ['deposit', 'withdrawal'] }).notNull(),
    amountCents: money('amount').notNull(),
    /** `held`: a withdrawal that is not sent to the bank until an admin releases it. */
    status: text('status', { enum: ['pending', 'held', 'completed', 'failed'] }).notNull(),
    /** Whether it is a deposit that counts toward the daily limit of immediately available deposits. */
    instant: boolean('instant').notNull().default(false),
    holdReason: text('hold_reason'),
    /** When its order began: a withdrawal can be held until then. */
    sentAt: moment('sent_at'),
    /** The payment provider's name for it, once it took the order. */
    reference: text('reference'),
    failureReason: text('failure_reason'),
    /** The operations that requested and settled it; their entries in the ledger carry the same ids. */
    requestedOperationId: uuid('requested_operation_id').notNull(),
    settledOperationId: uuid('settled_operation_id'),
    createdAt: moment('created_at').notNull(),
    settledAt: moment('settled_at'),
  },
  (table) => [
    index('bank_transfers_user').on(table.userId, table.id),
    index('bank_transfers_settled').on(table.settledAt).where(sql`${table.status} = 'completed'`),
    index('bank_transfers_unsettled').on(table.id).where(sql`${table.status} in ('pending', 'held')`),
  ],
);
