import { z } from 'zod';
import { instant, pageInput, pageOf, sumOfCents } from '#kernel/schemas.ts';

export const notificationType = z.enum(['distribution', 'governance', 'property', 'achievement', 'system']);
export const notificationPriority = z.enum(['high', 'medium', 'low']);

export const notification = z.object({
  id: z.string(),
  type: notificationType,
  priority: notificationPriority,
  title: z.string(),
  message: z.string(),
  date: instant,
  read: z.boolean(),
  /** The page of the product to open; null when there is nothing to do. */
  actionUrl: z.string().nullable(),
  /** The distribution that it is about, and what that paid the reader. */
  payout: z.object({ quarter: z.string(), amountCents: sumOfCents }).nullable(),
});

export const listInput = z.strictObject({ ...pageInput({ max: 100, default: 20 }) });
export const notificationPage = pageOf(notification);
export const unreadCount = z.object({ unread: z.int() });
export const notificationInput = z.strictObject({ id: z.uuid() });

/** Mailing of unread notifications: each soon, or together once a day or on Mondays. */
export const emailFrequency = z.enum(['immediate', 'daily', 'weekly']);

/** Notification settings of a person, with the channels, in the order of the screen. */
export const notificationPreferences = z.strictObject({
  distributions: z.boolean(),
  governance: z.boolean(),
  propertyUpdates: z.boolean(),
  achievements: z.boolean(),
  systemUpdates: z.boolean(),
  emailNotifications: z.boolean(),
  pushNotifications: z.boolean(),
  emailFrequency,
});

export type Notification = z.infer<typeof notification>;
export type NotificationType = z.infer<typeof notificationType>;
export type NotificationPriority = z.infer<typeof notificationPriority>;
export type EmailFrequency = z.infer<typeof emailFrequency>;
export type NotificationPreferences = z.infer<typeof notificationPreferences>;
