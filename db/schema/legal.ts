import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { users } from './identity.ts';

/**
 * Acceptances of legal documents, by person and version. Append-only: the owner of an account that was cleared accepts the
 * same versions after the stranger who opened it.
 */
export const legalAcceptances = pgTable(
  'legal_acceptances',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    document: text('document').notNull(),
    version: integer('version').notNull(),
    acceptedAt: moment('accepted_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.document, table.version, table.acceptedAt] }),
    index('legal_acceptances_document').on(table.document, table.version),
  ],
);
