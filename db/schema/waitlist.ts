import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** People who asked to be notified of the launch. */
export const waitlistEntries = pgTable(
  'waitlist_entries',
  {
    /** Time-ordered, so that the newest is the highest. */
    id: text('id').primaryKey(),
    email: text('email').notNull(),
    /** The email in lower case. */
    emailKey: text('email_key').notNull(),
    name: text('name'),
    joinedAt: moment('joined_at').notNull(),
  },
  (table) => [uniqueIndex('waitlist_entries_email').on(table.emailKey)],
);
