import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { count, moment } from './columns.ts';
import { users } from './identity.ts';

/** Accounts that their owners have closed. Nothing in them says whose they were. */
export const closedAccounts = pgTable(
  'closed_accounts',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id),
    closedAt: moment('closed_at').notNull(),
    /** The confirmed address that the last mail goes to; null once it is sent, or given up. */
    farewellEmail: text('farewell_email'),
    /** The closing was applied again after a restore; the restored account may still have a balance. */
    closedAgain: boolean('closed_again').notNull().default(false),
  },
  (table) => [
    index('closed_accounts_farewell').on(table.closedAt).where(sql`${table.farewellEmail} is not null`),
  ],
);

/** Records of a closed account that the law requires, with their end date. */
export const retainedRecords = pgTable(
  'retained_records',
  {
    userId: text('user_id')
      .notNull()
      .references(() => closedAccounts.userId),
    kind: text('kind', { enum: ['identity', 'tax'] }).notNull(),
    endsAt: moment('ends_at').notNull(),
    /** When they were erased. */
    endedAt: moment('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.kind] }),
    index('retained_records_due').on(table.endsAt).where(sql`${table.endedAt} is null`),
  ],
);

/** Files with everything about a person, made for them; the Files port stores their bytes under the id. */
export const dataExports = pgTable(
  'data_exports',
  {
    id: uuid('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    status: text('status', { enum: ['preparing', 'ready', 'failed'] }).notNull(),
    requestedAt: moment('requested_at').notNull(),
    partsDone: integer('parts_done').notNull().default(0),
    parts: integer('parts').notNull(),
    /** Failed attempts, such as on a full disk. */
    failures: integer('failures').notNull().default(0),
    /** Bytes; null until it is ready. */
    size: count('size'),
    /** When it can no longer be downloaded, and is removed. */
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('data_exports_user').on(table.userId, table.requestedAt.desc()),
    uniqueIndex('data_exports_preparing').on(table.userId).where(sql`${table.status} = 'preparing'`),
    index('data_exports_expires').on(table.expiresAt),
    check('data_exports_parts', sql`${table.partsDone} between 0 and ${table.parts}`),
    check('data_exports_ready', sql`(${table.status} = 'ready') = (${table.size} is not null)`),
  ],
);
