import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
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
    status: text('status', { enum: ['pending', 'completed', 'failed'] }).notNull(),
    /** The payment provider's name for it, once it took the order. */
    reference: text('reference'),
    failureReason: text('failure_reason'),
    createdAt: moment('created_at').notNull(),
    settledAt: moment('settled_at'),
  },
  (table) => [index('bank_transfers_user').on(table.userId, table.id)],
);
