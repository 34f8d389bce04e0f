import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { count, moment } from './columns.ts';
import { users } from './identity.ts';
import { properties } from './properties.ts';

/** Questions to the holders of a property. The tally is stored when it closes; until then it is a sum of votes. */
export const proposals = pgTable(
  'proposals',
  {
    id: uuid('id').primaryKey(),
    propertyId: integer('property_id')
      .notNull()
      .references(() => properties.id),
    title: text('title').notNull(),
    description: text('description').notNull(),
    createdBy: text('created_by')
      .notNull()
      .references(() => users.id),
    /** The record date as well: shares held at this moment vote. */
    createdAt: moment('created_at').notNull(),
    deadline: moment('deadline').notNull(),
    status: text('status', { enum: ['open', 'closed'] }).notNull(),
    outcome: text('outcome', { enum: ['approved', 'rejected'] }),
    /** All shares held at the record date: the quorum is a share of them. */
    eligibleShares: count('eligible_shares').notNull(),
    yesShares: count('yes_shares').notNull(),
    noShares: count('no_shares').notNull(),
    abstainShares: count('abstain_shares').notNull(),
    yesVoters: integer('yes_voters').notNull(),
    noVoters: integer('no_voters').notNull(),
    abstainVoters: integer('abstain_voters').notNull(),
    closedAt: moment('closed_at'),
    followUp: text('follow_up'),
    followUpAt: moment('follow_up_at'),
    /** When voters were last notified of a note: of those of a day they are once. */
    followUpNotifiedAt: moment('follow_up_notified_at'),
  },
  (table) => [
    index('proposals_property').on(table.propertyId, table.createdAt.desc(), table.id.desc()),
    index('proposals_open').on(table.deadline).where(sql`${table.status} = 'open'`),
  ],
);

/** Each holder's current vote, with the shares that it counts for. */
export const votes = pgTable(
  'votes',
  {
    proposalId: uuid('proposal_id')
      .notNull()
      .references(() => proposals.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    choice: text('choice', { enum: ['yes', 'no', 'abstain'] }).notNull(),
    shares: count('shares').notNull(),
    castAt: moment('cast_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.proposalId, table.userId] }),
    index('votes_user').on(table.userId),
  ],
);
