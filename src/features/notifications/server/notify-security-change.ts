import { z } from 'zod';
import { SECURITY_CHANGED, securityTexts } from '#features/identity/server/index.ts';
import { handle, requestId } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { notify } from './notify.ts';

/**
 * Notifies a person that their sign-in methods changed, even if they switched system notifications off. A separate
 * mail says the same. Idempotent by `requestId`.
 */
export const notifySecurityChange = defineCommand({
  name: 'notifications.notifySecurityChange',
  input: z.strictObject({ userId: handle, change: SECURITY_CHANGED.payload.shape.change, requestId }),
  access: 'system',
  async run(run, { userId, change }) {
    const { subject, text } = securityTexts[change];
    await notify(run, {
      userId,
      type: 'system',
      priority: 'high',
      title: subject,
      message: `${text} If this was not you, choose a new password right away.`,
      actionUrl: '/settings?view=security',
      always: true,
      ownMail: true,
    });
    return { notified: true as const };
  },
  audit: ({ userId, change }) => ({ subject: `user:${userId}`, details: { change } }),
});
