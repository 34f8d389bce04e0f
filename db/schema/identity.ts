import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { count, moment } from './columns.ts';

/** People with an account. Their available cash is their ledger balance. An email has one account at most. */
export const users = pgTable(
  'users',
  {
    id: text('id').primaryKey(),
    /** In lower case. */
    email: text('email').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    profileImageUrl: text('profile_image_url'),
    role: text('role', { enum: ['user', 'admin'] })
      .notNull()
      .default('user'),
    /** Since when they are an admin; null for everybody else. */
    adminSince: moment('admin_since'),
    /** Null for people who sign in without a password. */
    passwordHash: text('password_hash'),
    /** When an address of theirs was confirmed for the first time. */
    emailConfirmedAt: moment('email_confirmed_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('users_email').on(table.email),
    index('users_admins').on(table.id).where(sql`${table.role} = 'admin'`),
    // Admins find people by a part of their email or name.
    index('users_search_email').using('gin', sql`${table.email} gin_trgm_ops`).with({ fastupdate: false }),
    index('users_search_name')
      .using('gin', sql`(${table.firstName} || ' ' || ${table.lastName}) gin_trgm_ops`)
      .with({ fastupdate: false }),
    check('users_email_lower_case', sql`${table.email} = lower(${table.email})`),
  ],
);

export interface SessionRecord {
  createdAt: string;
  lastSeenAt: string;
  device: string;
  /** When the person last proved who they are: at sign-in, or later by confirming it again. */
  authenticatedAt: string;
}

/** Signed-in browsers; `sid` is the SHA-256 of the token in the cookie. */
export const sessions = pgTable(
  'sessions',
  {
    id: text('sid').primaryKey(),
    record: jsonb('sess').$type<SessionRecord>().notNull(),
    expiresAt: moment('expire').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
  },
  (table) => [index('sessions_expire').on(table.expiresAt), index('sessions_user').on(table.userId)],
);

/** Personal access tokens for scripts; only the SHA-256 of the secret is stored. */
export const accessTokens = pgTable(
  'access_tokens',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    scope: text('scope', { enum: ['read', 'write', 'admin'] }).notNull(),
    prefix: text('prefix').notNull(),
    secretHash: text('secret_hash').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
    expiresAt: moment('expires_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [
    uniqueIndex('access_tokens_secret_hash').on(table.secretHash),
    index('access_tokens_user').on(table.userId),
  ],
);

/**
 * Links in mails, each for one use; only the SHA-256 of its token is stored. The request for another address is stored
 * as a link that no mail carries.
 */
export const mailLinks = pgTable(
  'mail_links',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    purpose: text('purpose', { enum: ['confirm_email', 'change_email', 'reset_password'] }).notNull(),
    /** The address that it was sent to. */
    email: text('email').notNull(),
    tokenHash: text('token_hash').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** When it was used, or invalidated because another link was used instead. */
    endedAt: moment('ended_at'),
    /** False for a link that a page was given, and for one whose mail failed. Limits on mails do not count it. */
    isMailed: boolean('is_mailed').notNull().default(true),
  },
  (table) => [
    uniqueIndex('mail_links_token_hash').on(table.tokenHash),
    index('mail_links_user').on(table.userId, table.purpose),
    index('mail_links_expires').on(table.expiresAt),
  ],
);

/** Authenticator apps (RFC 6238), at most one for each user. */
export const secondFactors = pgTable('second_factors', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id),
  /** Sealed for this table, column and user. */
  secret: text('secret').notNull(),
  createdAt: moment('created_at').notNull(),
  /** Null until the first code was right; it is asked for at sign-in from then on. */
  enabledAt: moment('enabled_at'),
  /** The time step of the last code that was taken: no code counts twice. */
  lastStep: integer('last_step').notNull().default(0),
});

/** Recovery codes for a lost authenticator app, each for one sign-in; only their SHA-256 is stored. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    codeHash: text('code_hash').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/** WebAuthn credentials. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    credentialId: text('credential_id').notNull(),
    /** COSE key as base64url. */
    publicKey: text('public_key').notNull(),
    /** Signature counter of the authenticator; 0 if it has none. A lower value reveals a copy. */
    counter: count('counter').notNull(),
    transports: jsonb('transports').$type<string[]>().notNull(),
    /** Whether it is synced by a password manager instead of bound to one device. */
    synced: boolean('synced').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [
    uniqueIndex('passkeys_credential').on(table.credentialId),
    index('passkeys_user').on(table.userId, table.createdAt),
  ],
);

/** Accounts at the OpenID Connect provider that are linked to users. */
export const providerAccounts = pgTable(
  'provider_accounts',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** The address that the provider vouched for when it was connected. */
    email: text('email').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    uniqueIndex('provider_accounts_user').on(table.userId, table.issuer),
  ],
);

/** State of a sign-in in several steps, for a few minutes; the id is the SHA-256 of the browser's token. */
export const signInFlows = pgTable(
  'sign_in_flows',
  {
    id: text('id').primaryKey(),
    kind: text('kind', {
      enum: [
        'second_factor',
        'passkey_sign_in',
        'passkey_add',
        'passkey_confirm',
        'provider',
        'connect_provider',
      ],
    }).notNull(),
    userId: text('user_id').references(() => users.id),
    data: jsonb('data').$type<Record<string, string>>().notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('sign_in_flows_expires').on(table.expiresAt)],
);
