import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { users } from './identity.ts';

/**
 * A notification in a person's list, which the person may delete. In a partition for each month, by the time that ids
 * begin with.
 */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    type: text('type', {
      enum: ['distribution', 'governance', 'property', 'achievement', 'system'],
    }).notNull(),
    priority: text('priority', { enum: ['high', 'medium', 'low'] }).notNull(),
    title: text('title').notNull(),
    message: text('message').notNull(),
    /** A path of ours. */
    actionUrl: text('action_url'),
    /** Another mail says the same; left out of the mails about unread notifications. */
    ownMail: boolean('own_mail').notNull().default(false),
    createdAt: moment('created_at').notNull(),
    readAt: moment('read_at'),
  },
  (table) => [
    index('notifications_user').on(table.userId, table.id),
    index('notifications_unread').on(table.userId).where(sql`${table.readAt} is null`),
  ],
);

/** Notification settings of a person, by kind and channel; without a row the defaults apply. */
export const notificationPreferences = pgTable('notification_preferences', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id),
  distributions: boolean('distributions').notNull(),
  governance: boolean('governance').notNull(),
  propertyUpdates: boolean('property_updates').notNull(),
  achievements: boolean('achievements').notNull(),
  systemUpdates: boolean('system_updates').notNull(),
  emailNotifications: boolean('email_notifications').notNull(),
  pushNotifications: boolean('push_notifications').notNull(),
  emailFrequency: text('email_frequency', { enum: ['immediate', 'daily', 'weekly'] })
    .notNull()
    .default('immediate'),
  updatedAt: moment('updated_at').notNull(),
});

/** The last notification, by id, for which mails were enqueued; the only row. */
export const notificationMails = pgTable(
  'notification_mails',
  {
    only: boolean('only').primaryKey().default(true),
    through: uuid('through').notNull(),
  },
  (table) => [check('notification_mails_only', sql`${table.only}`)],
);

/**
 * The last row of the audit log whose receipts were sent, in the order of seals; the only row, and none while the log
 * has not been read.
 */
export const receiptProgress = pgTable(
  'receipt_progress',
  {
    only: boolean('only').primaryKey().default(true),
    auditSeq: bigint('audit_seq', { mode: 'number' }).notNull(),
  },
  (table) => [check('receipt_progress_only', sql`${table.only}`)],
);
