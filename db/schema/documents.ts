import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { storedFiles } from './files.ts';
import { users } from './identity.ts';
import { properties } from './properties.ts';

/** Documents about a property. A document that was withdrawn stays on record. */
export const propertyDocuments = pgTable(
  'property_documents',
  {
    id: uuid('id').primaryKey(),
    propertyId: integer('property_id')
      .notNull()
      .references(() => properties.id),
    fileId: uuid('file_id')
      .notNull()
      .references(() => storedFiles.id),
    kind: text('kind').notNull(),
    title: text('title').notNull(),
    /** The date on the document: "2026-09-30". */
    dated: text('dated').notNull(),
    uploadedBy: text('uploaded_by')
      .notNull()
      .references(() => users.id),
    uploadedAt: moment('uploaded_at').notNull(),
    withdrawnAt: moment('withdrawn_at'),
    withdrawnBy: text('withdrawn_by').references(() => users.id),
    withdrawnReason: text('withdrawn_reason'),
  },
  (table) => [
    index('property_documents_property').on(table.propertyId, table.uploadedAt.desc(), table.id.desc()),
    uniqueIndex('property_documents_file').on(table.fileId),
  ],
);
