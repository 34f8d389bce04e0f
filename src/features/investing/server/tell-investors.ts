import { and, asc, eq, gt } from 'drizzle-orm';
import { z } from 'zod';
import { ledgerAccounts } from '#db/schema/ledger.ts';
import { properties } from '#db/schema/properties.ts';
import { notifyAll } from '#features/notifications/server/index.ts';
import { present } from '#kernel/assert.ts';
import { propertyId, requestId } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';

/** Investors told in one transaction. */
export const TOLD_AT_ONCE = 500;

/** Tells the next holders of a funded offering that their shares are theirs for good. Idempotent by `requestId`. */
export const tellInvestors = defineCommand({
  name: 'investing.tellInvestors',
  input: z.strictObject({ propertyId, after: z.string(), requestId }),
  access: 'system',
  async run(run, { propertyId, after }): Promise<{ last: string | null }> {
    const { tx } = run;
    const [property] = await tx
      .select({ name: properties.name })
      .from(properties)
      .where(eq(properties.id, propertyId));
    const { name } = present(property, 'a property with an offering');
    const held = await tx
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
      .limit(TOLD_AT_ONCE);
    const told = held.flatMap(({ userId }) => userId ?? []);
    await notifyAll(
      run,
      told.map((userId) => ({
        userId,
        type: 'property',
        priority: 'medium',
        title: 'Offering minimum reached',
        message: `${name} reached its target. Your shares now earn distributions, vote, and can be resold.`,
        actionUrl: `/property/${propertyId}`,
      })),
    );
    return { last: told.length === TOLD_AT_ONCE ? (told.at(-1) ?? null) : null };
  },
  audit: ({ propertyId, after }) => ({ subject: `property:${propertyId}`, details: { after } }),
});
