import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { users } from './identity.ts';

/** The progress and the answers of a person in onboarding. */
export const onboardingRecords = pgTable('onboarding_records', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id),
  state: text('state', { enum: ['skipped', 'incomplete', 'completed'] }).notNull(),
  step: integer('step').notNull(),
  answers: jsonb('answers').$type<Record<string, unknown>>().notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});
