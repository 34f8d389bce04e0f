import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment, money } from './columns.ts';
import { storedFiles } from './files.ts';
import { users } from './identity.ts';
import { properties } from './properties.ts';

/** The words by which a submission is found: its name and its address. */
const searchText = (table: {
  name: AnyColumn;
  streetAddress: AnyColumn;
  city: AnyColumn;
  zipCode: AnyColumn;
}) =>
  sql`lower(${table.name} || ' ' || ${table.streetAddress} || ' ' || ${table.city} || ' ' || ${table.zipCode})`;

/** A property that its owner submits with documents. Approval makes a property of it. */
export const submissions = pgTable(
  'submissions',
  {
    id: uuid('id').primaryKey(),
    wayIn: text('way_in', { enum: ['quick', 'wizard'] }).notNull(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => users.id),
    status: text('status', { enum: ['pending', 'approved', 'rejected'] })
      .notNull()
      .default('pending'),
    /** Number of changes to facts that a reviewer decides by, from 1. */
    version: integer('version').notNull(),
    name: text('name').notNull(),
    streetAddress: text('street_address').notNull(),
    city: text('city').notNull(),
    state: text('state').notNull(),
    zipCode: text('zip_code').notNull(),
    description: text('description').notNull(),
    propertyType: text('property_type', { enum: ['residential', 'commercial', 'industrial'] }).notNull(),
    subtype: text('subtype'),
    /** The owner's estimate; the confirmed figure is a confirmation. */
    valuationCents: money('valuation').notNull(),
    /** The part of the property that is offered in shares; the wizard calls it desired liquidation. */
    equityOfferedBps: integer('equity_offered_bps').notNull(),
    /** Facts about the building, from the wizard. */
    details: jsonb('details'),
    /** Computed estimates as they were shown to the owner, from the wizard. */
    estimates: jsonb('estimates'),
    /** Null where the way in does not ask. */
    mortgageCents: money('mortgage'),
    monthlyPaymentCents: money('monthly_payment'),
    minimumInvestmentCents: money('minimum_investment'),
    fundingDays: integer('funding_days'),
    ownerName: text('owner_name'),
    ownershipBps: integer('ownership_bps'),
    /** The rejected submission of which it is the correction. */
    earlierId: uuid('earlier_id').references((): AnyPgColumn => submissions.id),
    submittedAt: moment('submitted_at').notNull(),
    /** Of the wizard: when the owner was first contacted. */
    contactedAt: moment('contacted_at'),
    /** The promised day (midnight UTC) of the next answer to the owner. */
    respondBy: moment('respond_by').notNull(),
    /** Of the wizard: the day by which the proposal is promised. */
    proposalBy: moment('proposal_by'),
    /** Set while a question waits for the owner's answer. */
    pausedAt: moment('paused_at'),
    decidedAt: moment('decided_at'),
    decidedBy: text('decided_by').references(() => users.id),
    /** Why it was rejected. */
    reason: text('reason'),
    /** The property that approval created. */
    propertyId: integer('property_id').references(() => properties.id),
  },
  (table) => [
    index('submissions_queue').on(table.status, table.respondBy, table.id),
    // Pending ones that wait for their owner come last.
    index('submissions_pending').on(
      table.status,
      sql`(${table.pausedAt} is not null)`,
      table.respondBy,
      table.id,
    ),
    index('submissions_queue_by_way').on(table.status, table.wayIn, table.respondBy, table.id),
    index('submissions_owner').on(table.ownerId, table.submittedAt.desc(), table.id.desc()),
    index('submissions_search')
      .using('gin', sql`${searchText(table)} gin_trgm_ops`)
      .with({ fastupdate: false }),
    uniqueIndex('submissions_earlier').on(table.earlierId),
    uniqueIndex('submissions_property').on(table.propertyId),
    check('submissions_equity', sql`${table.equityOfferedBps} between 1 and 10000`),
    check(
      'submissions_decided',
      sql`(${table.status} = 'pending') = (${table.decidedAt} is null)
        and (${table.decidedAt} is null) = (${table.decidedBy} is null)
        and (${table.status} = 'approved') = (${table.propertyId} is not null)
        and (${table.status} = 'rejected') = (${table.reason} is not null)`,
    ),
    check('submissions_paused', sql`${table.pausedAt} is null or ${table.status} = 'pending'`),
  ],
);

/** The searched text of a submission, as the index has it. */
export const submissionSearchText: SQL = searchText(submissions);

/** Documents, uploaded when they are chosen: until the form is submitted they belong to no submission. */
export const submissionDocuments = pgTable(
  'submission_documents',
  {
    id: uuid('id').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => users.id),
    wayIn: text('way_in', { enum: ['quick', 'wizard'] }).notNull(),
    submissionId: uuid('submission_id').references(() => submissions.id),
    kind: text('kind').notNull(),
    /** A submission that was started again shares files with the rejected one. */
    fileId: uuid('file_id')
      .notNull()
      .references(() => storedFiles.id),
    /** The date on the document: "2026-09-30"; null until it is given. */
    dated: text('dated'),
    uploadedAt: moment('uploaded_at').notNull(),
    /** The reviewer's verdict. */
    verdict: text('verdict', { enum: ['accepted', 'refused'] }),
    verdictNote: text('verdict_note'),
    verdictBy: text('verdict_by').references(() => users.id),
    verdictAt: moment('verdict_at'),
  },
  (table) => [
    index('submission_documents_submission').on(table.submissionId, table.id),
    index('submission_documents_unfiled')
      .on(table.ownerId, table.wayIn)
      .where(sql`${table.submissionId} is null`),
    index('submission_documents_old').on(table.uploadedAt).where(sql`${table.submissionId} is null`),
    index('submission_documents_file').on(table.fileId),
    check(
      'submission_documents_verdict',
      sql`num_nulls(${table.verdict}, ${table.verdictBy}, ${table.verdictAt}) in (0, 3)`,
    ),
  ],
);

/** Figures that a reviewer confirmed against a document; the newest of an item counts. Append-only. */
export const submissionConfirmations = pgTable(
  'submission_confirmations',
  {
    id: uuid('id').primaryKey(),
    submissionId: uuid('submission_id')
      .notNull()
      .references(() => submissions.id),
    item: text('item').notNull(),
    value: jsonb('value').notNull(),
    documentId: uuid('document_id')
      .notNull()
      .references(() => submissionDocuments.id),
    by: text('confirmed_by')
      .notNull()
      .references(() => users.id),
    at: moment('confirmed_at').notNull(),
  },
  (table) => [index('submission_confirmations_item').on(table.submissionId, table.item, table.id)],
);

/** Questions of reviewers and answers of the owner. Append-only. */
export const submissionMessages = pgTable(
  'submission_messages',
  {
    id: uuid('id').primaryKey(),
    submissionId: uuid('submission_id')
      .notNull()
      .references(() => submissions.id),
    kind: text('kind', { enum: ['question', 'answer'] }).notNull(),
    authorId: text('author_id')
      .notNull()
      .references(() => users.id),
    body: text('body').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [index('submission_messages_submission').on(table.submissionId, table.id)],
);

/** Changes of each version, shown to reviewers. Append-only. */
export const submissionChanges = pgTable(
  'submission_changes',
  {
    id: uuid('id').primaryKey(),
    submissionId: uuid('submission_id')
      .notNull()
      .references(() => submissions.id),
    version: integer('version').notNull(),
    /** Labels for people. */
    fields: jsonb('fields').$type<string[]>().notNull(),
    /** Null for a virus scan. */
    by: text('changed_by').references(() => users.id),
    at: moment('changed_at').notNull(),
  },
  (table) => [uniqueIndex('submission_changes_version').on(table.submissionId, table.version)],
);
