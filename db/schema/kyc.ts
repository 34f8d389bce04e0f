import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { storedFiles } from './files.ts';
import { users } from './identity.ts';

const document = (name: string) => uuid(name).references(() => storedFiles.id);

/** The key that a person's identity check is sealed with, by the id of its file; no backup of the database has the key. */
export const personKeys = pgTable('person_keys', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id),
  keyId: uuid('key_id').notNull(),
  createdAt: moment('created_at').notNull(),
});

/** A person's identity check, from the first saved step on. Sealed columns open with the person's key only. */
export const kycApplications = pgTable(
  'kyc_applications',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id),
    status: text('status', {
      enum: ['in_progress', 'under_review', 'approved', 'rejected', 'requires_additional_info'],
    }).notNull(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    sealedDateOfBirth: text('sealed_date_of_birth'),
    sealedSsn: text('sealed_ssn'),
    /** A keyed hash of the SSN, by which accounts of one person are found without opening it. */
    ssnFingerprint: text('ssn_fingerprint'),
    phone: text('phone'),
    address: text('address'),
    city: text('city'),
    state: text('state'),
    zipCode: text('zip_code'),
    employmentStatus: text('employment_status'),
    employer: text('employer'),
    occupation: text('occupation'),
    income: text('income'),
    investorStatus: text('investor_status'),
    idDocument: document('id_document'),
    proofOfAddress: document('proof_of_address'),
    incomeVerification: document('income_verification'),
    riskAcknowledgedAt: moment('risk_acknowledged_at'),
    submittedAt: moment('submitted_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    index('kyc_applications_queue').on(table.status, table.submittedAt, table.userId),
    index('kyc_applications_ssn').on(table.ssnFingerprint),
  ],
);

/** Decisions of reviewers, in order. Append-only. */
export const kycDecisions = pgTable(
  'kyc_decisions',
  {
    id: uuid('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => kycApplications.userId),
    reviewerId: text('reviewer_id')
      .notNull()
      .references(() => users.id),
    decision: text('decision', { enum: ['approved', 'rejected', 'requires_additional_info'] }).notNull(),
    reason: text('reason'),
    requests: jsonb('requests').$type<string[]>().notNull(),
    at: moment('at').notNull(),
  },
  (table) => [index('kyc_decisions_user').on(table.userId, table.id)],
);
