import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, money } from './columns.ts';
import { propertyDocuments } from './documents.ts';
import { users } from './identity.ts';
import { properties } from './properties.ts';

/**
 * Valuations of properties. Append-only: a correction is another row. The first one of a
 * property is the offering's own.
 */
export const valuations = pgTable(
  'valuations',
  {
    id: uuid('id').primaryKey(),
    propertyId: integer('property_id')
      .notNull()
      .references(() => properties.id),
    /** The day from which it counts (UTC): "2026-09-30". */
    effectiveOn: text('effective_on').notNull(),
    amountCents: money('amount').notNull(),
    /** Debt on the property that was disclosed for that day. */
    debtCents: money('debt').notNull(),
    /** Part of that debt that the offering's terms repay when escrow is released; 0 for every other valuation. */
    repaymentCents: money('repayment').notNull().default(0),
    basis: text('basis', {
      enum: ['purchase', 'appraisal', 'broker_opinion', 'automated_estimate', 'sale'],
    }).notNull(),
    isOffering: boolean('is_offering').notNull().default(false),
    /** Null only for the offering's own, which was reviewed with the property. */
    documentId: uuid('document_id').references(() => propertyDocuments.id),
    filedBy: text('filed_by')
      .notNull()
      .references(() => users.id),
    filedAt: moment('filed_at').notNull(),
  },
  (table) => [
    index('valuations_property').on(table.propertyId, table.effectiveOn.desc(), table.filedAt.desc()),
    index('valuations_filed').on(table.filedAt, table.id),
    // Valuations that reviewers decide alone; an offering's own is decided with the property.
    index('valuations_review').on(table.filedAt, table.id).where(sql`not ${table.isOffering}`),
    index('valuations_document').on(table.documentId),
    check('valuations_amount', sql`${table.amountCents} > 0 and ${table.debtCents} >= 0`),
    check('valuations_repayment', sql`${table.repaymentCents} between 0 and ${table.debtCents}`),
    check('valuations_offering', sql`${table.isOffering} or ${table.documentId} is not null`),
    check('valuations_repaid', sql`${table.isOffering} or ${table.repaymentCents} = 0`),
  ],
);

/** Decision on a valuation. The primary key prevents a second one. Append-only. */
export const valuationDecisions = pgTable(
  'valuation_decisions',
  {
    valuationId: uuid('valuation_id')
      .primaryKey()
      .references(() => valuations.id),
    decision: text('decision', { enum: ['approved', 'rejected'] }).notNull(),
    /** Why it was rejected; the owner reads it. */
    reason: text('reason'),
    /** Value of a share just before and after an approval, in cents. */
    beforeCents: money('before'),
    afterCents: money('after'),
    /** Set when the approval halted trading: until when. */
    haltedUntil: moment('halted_until'),
    decidedBy: text('decided_by')
      .notNull()
      .references(() => users.id),
    decidedAt: moment('decided_at').notNull(),
  },
  (table) => [
    uniqueIndex('valuation_decisions_time').on(table.decidedAt, table.valuationId),
    check(
      'valuation_decisions_reason',
      sql`(${table.decision} = 'rejected') = (${table.reason} is not null)`,
    ),
    check(
      'valuation_decisions_values',
      sql`(${table.decision} = 'approved') = (${table.beforeCents} is not null)
        and (${table.beforeCents} is null) = (${table.afterCents} is null)
        and (${table.haltedUntil} is null or ${table.decision} = 'approved')`,
    ),
  ],
);
