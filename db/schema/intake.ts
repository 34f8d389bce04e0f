import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, money } from './columns.ts';
import { users } from './identity.ts';
import { submissions } from './submissions.ts';

/** Drafts of the intake wizard. Each owner has at most one that is current: open, or completed and still shown. */
export const intakeDrafts = pgTable(
  'intake_drafts',
  {
    id: uuid('id').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => users.id),
    /** Closed: the owner went on to another property. `setAside`: unreadable, it could no longer be read. */
    state: text('state', { enum: ['open', 'completed', 'closed', 'setAside', 'discarded'] })
      .notNull()
      .default('open'),
    /** Counts the saves of an owner, through all of their drafts. */
    version: integer('version').notNull(),
    /** The fields as typed. */
    content: jsonb('content').notNull(),
    /** The estimate that the owner was shown, with its inputs. */
    valuation: jsonb('valuation'),
    submissionId: uuid('submission_id').references(() => submissions.id),
    /** The rejected submission of which this is the correction. */
    earlierId: uuid('earlier_id').references(() => submissions.id),
    createdAt: moment('created_at').notNull(),
    savedAt: moment('saved_at').notNull(),
  },
  (table) => [
    uniqueIndex('intake_drafts_current')
      .on(table.ownerId)
      .where(sql`${table.state} in ('open', 'completed')`),
    index('intake_drafts_owner').on(table.ownerId, table.version.desc()),
    uniqueIndex('intake_drafts_submission').on(table.submissionId),
    check(
      'intake_drafts_completed',
      sql`case ${table.state}
        when 'open' then ${table.submissionId} is null
        when 'setAside' then true
        when 'discarded' then ${table.submissionId} is null
        else ${table.submissionId} is not null end`,
    ),
  ],
);

/** Real sales that an operator imported, shown beside estimates of their ZIP code. */
export const comparableSales = pgTable(
  'comparable_sales',
  {
    id: uuid('id').primaryKey(),
    source: text('source').notNull(),
    /** The day of the sale: "2026-09-30". */
    soldOn: text('sold_on').notNull(),
    address: text('address').notNull(),
    /** Five digits. */
    zipCode: text('zip_code').notNull(),
    priceCents: money('price').notNull(),
    squareFeet: integer('square_feet').notNull(),
    importedAt: moment('imported_at').notNull(),
  },
  (table) => [
    uniqueIndex('comparable_sales_sale').on(table.source, table.zipCode, table.address, table.soldOn),
    index('comparable_sales_newest').on(table.zipCode, table.soldOn.desc(), table.id),
  ],
);
