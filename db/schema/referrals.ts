import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { users } from './identity.ts';
import { properties } from './properties.ts';

/** Each person's code, made when they first look at their invitations. */
export const referralCodes = pgTable(
  'referral_codes',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id),
    code: text('code').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [uniqueIndex('referral_codes_code').on(table.code)],
);

/** Referrals: inviter and invited person. A person is invited at most once. */
export const referrals = pgTable(
  'referrals',
  {
    id: uuid('id').primaryKey(),
    inviterId: text('inviter_id')
      .notNull()
      .references(() => users.id),
    invitedId: text('invited_id')
      .notNull()
      .references(() => users.id),
    joinedAt: moment('joined_at').notNull(),
  },
  (table) => [
    uniqueIndex('referrals_invited').on(table.invitedId),
    index('referrals_inviter').on(table.inviterId, table.joinedAt.desc(), table.id.desc()),
    check('referrals_two_people', sql`${table.inviterId} <> ${table.invitedId}`),
  ],
);

/** Rewards of reached tiers, each once for a person. */
export const referralRewards = pgTable(
  'referral_rewards',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** Successful referrals that it is for. */
    tier: integer('tier').notNull(),
    shares: integer('shares').notNull(),
    /**
     * `open`: the person has yet to choose a property; `chosen`: its shares are to be bought; `pending`: there was no
     * money for them; `granted`: they are bought; `paid`: of an early reward, which was paid into the wallet: the money
     * was spent there, and it is never paid again.
     */
    status: text('status', { enum: ['open', 'chosen', 'pending', 'granted', 'paid'] }).notNull(),
    reachedAt: moment('reached_at').notNull(),
    propertyId: integer('property_id').references(() => properties.id),
    /** Number of the choice; part of the idempotency key of its purchase. */
    attempt: integer('attempt').notNull().default(0),
    /** Its purchase, which says what the platform paid, and when. */
    investmentId: uuid('investment_id'),
    /** Why the last choice could not be bought. */
    refusal: text('refusal'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.tier] }),
    index('referral_rewards_waiting').on(table.userId).where(sql`${table.status} in ('chosen', 'pending')`),
    check('referral_rewards_property', sql`${table.status} = 'open' or ${table.propertyId} is not null`),
    check(
      'referral_rewards_granted',
      sql`(${table.status} = 'granted') = (${table.investmentId} is not null)`,
    ),
  ],
);
