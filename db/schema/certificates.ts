import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { users } from './identity.ts';
import { properties } from './properties.ts';

/** Share certificates: extracts of the register of one moment, signed. Append-only. */
export const shareCertificates = pgTable(
  'share_certificates',
  {
    /** By which anybody looks it up. */
    code: text('code').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    propertyId: integer('property_id')
      .notNull()
      .references(() => properties.id),
    shares: integer('shares').notNull(),
    /** The text that is signed, with everything that the certificate says. */
    signedText: text('signed_text').notNull(),
    /** Ed25519, in base64. */
    signature: text('signature').notNull(),
    /** The name of the data key from which the signing key is derived. */
    signedWith: text('signed_with').notNull(),
    issuedAt: moment('issued_at').notNull(),
  },
  (table) => [
    check('share_certificates_shares', sql`${table.shares} > 0`),
    index('share_certificates_user').on(table.userId, table.issuedAt.desc(), table.code),
  ],
);
