import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { users } from './identity.ts';

/** How far a person came with the onboarding questions, and what they answered. */
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
