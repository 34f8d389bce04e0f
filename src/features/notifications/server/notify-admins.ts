import { and, eq, isNull, ne } from 'drizzle-orm';
import { users } from '#db/schema/identity.ts';
import { frozenAccounts } from '#db/schema/platform.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import { type NewNotification, notifyAll } from './notify.ts';

/** Notifies the admins who can act: all whose account is not frozen, except the one who has caused it. */
export async function notifyAdmins(
  run: Pick<Run, 'tx' | 'now' | 'newId' | 'emit'>,
  content: Omit<NewNotification, 'userId'>,
  { except }: { except?: string } = {},
): Promise<void> {
  const admins = await run.tx
    .select({ userId: users.id })
    .from(users)
    .leftJoin(frozenAccounts, eq(frozenAccounts.userId, users.id))
    .where(
      and(
        eq(users.role, 'admin'),
        isNull(frozenAccounts.userId),
        except === undefined ? undefined : ne(users.id, except),
      ),
    )
    .orderBy(users.id);
  await notifyAll(
    run,
    admins.map(({ userId }) => ({ userId, ...content })),
  );
}
