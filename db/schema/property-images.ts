import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { storedFiles } from './files.ts';
import { properties } from './properties.ts';

/** The address of a picture that an owner gave, and the state of its copy; only our own copy is ever shown. */
export const propertyImages = pgTable(
  'property_images',
  {
    propertyId: integer('property_id')
      .primaryKey()
      .references(() => properties.id),
    sourceUrl: text('source_url').notNull(),
    status: text('status', { enum: ['pending', 'stored', 'failed'] }).notNull(),
    /** Of a failed one: the reason that the owner was given. */
    problem: text('problem'),
    fileId: uuid('file_id').references(() => storedFiles.id),
    requestedAt: moment('requested_at').notNull(),
  },
  (table) => [index('property_images_file').on(table.fileId)],
);
