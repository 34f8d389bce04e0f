import { z } from 'zod';
import { router, signedInProcedure } from '#platform/server/transport/trpc.ts';
import {
  listInput,
  notificationInput,
  notificationPage,
  notificationPreferences,
  unreadCount as unreadCountView,
} from '../notifications.contract.ts';
import { markAllRead } from './mark-all-read.ts';
import { markRead } from './mark-read.ts';
import { list, preferencesOf, unreadCount } from './notifications.queries.ts';
import { removeNotification } from './remove-notification.ts';
import { setPreferences } from './set-preferences.ts';

export const notificationsRouter = router({
  list: signedInProcedure
    .input(listInput)
    .output(notificationPage)
    .query(({ ctx, input }) => list(ctx.platform.db, ctx.caller.actor, input)),
  unreadCount: signedInProcedure
    .output(unreadCountView)
    .query(({ ctx }) => unreadCount(ctx.platform.db, ctx.caller.actor)),
  markRead: signedInProcedure
    .input(notificationInput)
    .output(z.object({ read: z.literal(true) }))
    .mutation(({ ctx, input }) => markRead(ctx, input)),
  markAllRead: signedInProcedure
    .output(z.object({ marked: z.int() }))
    .mutation(({ ctx }) => markAllRead(ctx, {})),
  removeNotification: signedInProcedure
    .input(notificationInput)
    .output(z.object({ removed: z.literal(true) }))
    .mutation(({ ctx, input }) => removeNotification(ctx, input)),
  preferences: signedInProcedure
    .output(notificationPreferences)
    .query(({ ctx }) => preferencesOf(ctx.platform.db, ctx.caller.actor.userId)),
  setPreferences: signedInProcedure
    .input(notificationPreferences)
    .output(notificationPreferences)
    .mutation(({ ctx, input }) => setPreferences(ctx, input)),
});
