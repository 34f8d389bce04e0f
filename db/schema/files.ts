import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { fileMediaTypes } from '../../src/kernel/media-types.ts';
import { moment } from './columns.ts';
import { users } from './identity.ts';

/**
 * Uploaded files; the Files port stores their bytes. A file is `arriving`, then `stored` once something refers to it, and
 * `discarded` before its bytes are erased, so that no bytes exist without a row.
 */
export const storedFiles = pgTable(
  'stored_files',
  {
    id: uuid('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    purpose: text('purpose', { enum: ['kyc', 'property', 'submission', 'receipt'] }).notNull(),
    name: text('name').notNull(),
    mediaType: text('media_type', { enum: fileMediaTypes }).notNull(),
    size: integer('size').notNull(),
    status: text('status', { enum: ['arriving', 'stored', 'discarded'] }).notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('stored_files_user').on(table.userId),
    index('stored_files_status').on(table.status, table.createdAt),
  ],
);

/**
 * Result of a file's virus scan; a file without a row was not scanned. One that the scanner refused, because it cannot
 * scan it, is tried again.
 */
export const fileScans = pgTable('file_scans', {
  fileId: uuid('file_id')
    .primaryKey()
    .references(() => storedFiles.id, { onDelete: 'cascade' }),
  result: text('result', { enum: ['clean', 'infected', 'refused'] }).notNull(),
  /** Name of the virus. */
  signature: text('signature'),
  scannedAt: moment('scanned_at').notNull(),
});
