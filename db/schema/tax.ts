import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, money } from './columns.ts';
import { propertyDocuments } from './documents.ts';
import { users } from './identity.ts';
import { properties } from './properties.ts';

/** Boxes of Form 1099-DIV. 1a, 2a and 3 together are the cash; 1b and 5 are parts of 1a. */
const boxes = () => ({
  cashCents: money('cash').notNull(),
  /** 1a, total ordinary dividends. */
  ordinaryCents: money('ordinary').notNull(),
  /** 1b, qualified dividends. */
  qualifiedCents: money('qualified').notNull(),
  /** 2a, total capital gain distributions. */
  capitalGainCents: money('capital_gain').notNull(),
  /** 3, nondividend distributions: return of capital. */
  returnOfCapitalCents: money('return_of_capital').notNull(),
  /** 5, section 199A dividends. */
  section199aCents: money('section_199a').notNull(),
});

const boxesAddUp = sql`cash = ordinary + capital_gain + return_of_capital and qualified + section_199a <= ordinary
  and qualified >= 0 and capital_gain >= 0 and return_of_capital >= 0 and section_199a >= 0`;

/**
 * Tax classification of the distributions of a property and year, entered by two admins. A correction is another
 * version; the highest one counts. Append-only.
 */
export const taxClassifications = pgTable(
  'tax_classifications',
  {
    id: uuid('id').primaryKey(),
    propertyId: integer('property_id')
      .notNull()
      .references(() => properties.id),
    year: integer('year').notNull(),
    /** 1, and one more with each correction. */
    version: integer('version').notNull(),
    ...boxes(),
    /** The document of the property that it rests on. */
    documentId: uuid('document_id')
      .notNull()
      .references(() => propertyDocuments.id),
    classifiedBy: text('classified_by')
      .notNull()
      .references(() => users.id),
    classifiedAt: moment('classified_at').notNull(),
    operationId: uuid('operation_id').notNull(),
  },
  (table) => [
    uniqueIndex('tax_classifications_version').on(table.propertyId, table.year, table.version),
    check('tax_classifications_boxes', boxesAddUp),
  ],
);

/** Each holder's part of a classification, to the cent. Append-only. */
export const taxAllocations = pgTable(
  'tax_allocations',
  {
    classificationId: uuid('classification_id')
      .notNull()
      .references(() => taxClassifications.id),
    userId: text('user_id').notNull(),
    ...boxes(),
  },
  (table) => [
    primaryKey({ columns: [table.classificationId, table.userId] }),
    index('tax_allocations_user').on(table.userId, table.classificationId),
    check('tax_allocations_boxes', boxesAddUp),
  ],
);

/**
 * Return of capital by lot: the amount by which it lowers the cost basis of the lot's shares, from the moment of
 * payment on. The rows of a classification count while it is the highest version. Append-only.
 */
export const basisReductions = pgTable(
  'basis_reductions',
  {
    classificationId: uuid('classification_id')
      .notNull()
      .references(() => taxClassifications.id),
    userId: text('user_id').notNull(),
    /** 1, 2, 3 among those of the person: in the order of payment, then of lots. */
    position: integer('position').notNull(),
    propertyId: integer('property_id').notNull(),
    distributionId: text('distribution_id').notNull(),
    paidAt: moment('paid_at').notNull(),
    /** Null for shares that are no longer in a lot. */
    lotId: uuid('lot_id'),
    /** Shares of the lot that were held at the record date. */
    shares: integer('shares').notNull(),
    cents: money('amount').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.classificationId, table.userId, table.position] }),
    index('basis_reductions_user').on(table.userId, table.propertyId),
    check('basis_reductions_amounts', sql`${table.shares} > 0 and ${table.cents} > 0`),
  ],
);

/**
 * Who the tax forms of a closed account go to. Written when it is closed, if it was paid something that is reported, and
 * removed with its other tax records.
 */
export const retainedRecipients = pgTable('retained_recipients', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  email: text('email').notNull(),
  /** The last known address; null where there was none. */
  address: text('address'),
  city: text('city'),
  state: text('state'),
  zipCode: text('zip_code'),
});

/**
 * Permissions to download the figures of a form for a year, in the columns of the operator's template, for two days.
 * Each download is in the audit log. Append-only.
 */
export const taxExports = pgTable(
  'tax_exports',
  {
    id: uuid('id').primaryKey(),
    form: text('form', { enum: ['1099-DIV', '1099-B', '1099-MISC'] }).notNull(),
    year: integer('year').notNull(),
    /** The header of the template, as it was given. */
    template: text('template').notNull(),
    releasedBy: text('released_by')
      .notNull()
      .references(() => users.id),
    releasedAt: moment('released_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    operationId: uuid('operation_id').notNull(),
  },
  (table) => [index('tax_exports_latest').on(table.releasedAt.desc(), table.id.desc())],
);
