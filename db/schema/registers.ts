import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { users } from './identity.ts';
import { properties } from './properties.ts';

/**
 * Permissions to download a property's register of holders with their legal names, for two days; only ever appended to.
 * Each download is in the audit log.
 */
export const registerReleases = pgTable(
  'register_releases',
  {
    id: uuid('id').primaryKey(),
    propertyId: integer('property_id')
      .notNull()
      .references(() => properties.id),
    /** The moment whose holdings the register shows. */
    recordAt: moment('record_at').notNull(),
    purpose: text('purpose').notNull(),
    releasedBy: text('released_by')
      .notNull()
      .references(() => users.id),
    releasedAt: moment('released_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    operationId: uuid('operation_id').notNull(),
  },
  (table) => [index('register_releases_latest').on(table.releasedAt.desc(), table.id.desc())],
);
