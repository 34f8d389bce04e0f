import { and, asc, eq, gt } from 'drizzle-orm';
import { z } from 'zod';
import { ledgerAccounts } from '#db/schema/ledger.ts';
import { properties } from '#db/schema/properties.ts';
import { lastNotified, MAX_NOTIFIED_PEOPLE, notifyAll } from '#features/notifications/server/index.ts';
import { present } from '#kernel/assert.ts';
import { propertyId, requestId } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';

/** Notifies the next holders of a funded offering that their shares are theirs for good. Idempotent by `requestId`. */
export const notifyInvestors = defineCommand({
  name: 'offerings.notifyInvestors',
  input: z.strictObject({ propertyId, after: z.string(), requestId }),
  access: 'system',
  async run(run, { propertyId, after }): Promise<{ last: string | null }> {
    const { tx } = run;
    const [property] = await tx
      .select({ name: properties.name })
      .from(properties)
      .where(eq(properties.id, propertyId));
    const { name } = present(property, 'a property with an offering');
    const holders = await tx
      .select({ userId: ledgerAccounts.userId })
      .from(ledgerAccounts)
      .where(
        and(
          eq(ledgerAccounts.propertyId, propertyId),
          eq(ledgerAccounts.kind, 'user_shares'),
          gt(ledgerAccounts.balance, 0),
          gt(ledgerAccounts.userId, after),
        ),
      )
      .orderBy(asc(ledgerAccounts.userId))
      .limit(MAX_NOTIFIED_PEOPLE);
    const recipients = holders.flatMap(({ userId }) => userId ?? []);
    await notifyAll(
      run,
      recipients.map((userId) => ({
        userId,
        type: 'property',
        priority: 'medium',
        title: 'Offering minimum reached',
        message: `${name} reached its minimum. Your shares now earn distributions, vote, and can be resold.`,
        actionUrl: `/property/${propertyId}`,
      })),
    );
    return { last: lastNotified(recipients) };
  },
  audit: ({ propertyId, after }) => ({ subject: `property:${propertyId}`, details: { after } }),
});
