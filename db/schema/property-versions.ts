import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { properties } from './properties.ts';

/** A submission as it was rejected, written when its owner submits the property again. Append-only. */
export const propertyVersions = pgTable(
  'property_versions',
  {
    propertyId: integer('property_id')
      .notNull()
      .references(() => properties.id),
    /** Counts from 1 for each property. */
    version: integer('version').notNull(),
    submission: jsonb('submission').notNull(),
    /** The reviewer's reason for the rejection; null when none was given. */
    reason: text('reason'),
    submittedAt: moment('submitted_at').notNull(),
    rejectedAt: moment('rejected_at').notNull(),
    /** When the next version was submitted. */
    replacedAt: moment('replaced_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.propertyId, table.version] })],
);
