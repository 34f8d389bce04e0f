import { and, count, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { users } from '#db/schema/identity.ts';
import { frozenAccounts } from '#db/schema/platform.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';

/** Records in the audit log, at each start, how many admins it takes; returns how many there are to act. */
export const recordSetting = defineCommand({
  name: 'approvals.recordSetting',
  input: z.strictObject({ admins: z.union([z.literal(1), z.literal(2)]) }),
  access: 'system',
  async run({ tx }) {
    const [found] = await tx
      .select({ count: count() })
      .from(users)
      .leftJoin(frozenAccounts, eq(frozenAccounts.userId, users.id))
      .where(and(eq(users.role, 'admin'), isNull(frozenAccounts.userId)));
    return { activeAdmins: found?.count ?? 0 };
  },
  audit: ({ admins }, { activeAdmins }) => ({
    subject: 'setting:APPROVALS',
    details: { approvals: admins, activeAdmins },
  }),
});
