import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { users } from './identity.ts';

/** Achievements of a person, at most one of each kind. Append-only. */
export const achievements = pgTable(
  'achievements',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind', {
      enum: ['firstShare', 'firstDistribution', 'fiveProperties', 'yearHeld', 'firstVote', 'firstSale'],
    }).notNull(),
    reachedAt: moment('reached_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind] })],
);
