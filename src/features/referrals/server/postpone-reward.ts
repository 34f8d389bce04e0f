import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { properties } from '#db/schema/properties.ts';
import { referralRewards } from '#db/schema/referrals.ts';
import { quotePurchase } from '#features/investing/server/index.ts';
import { notify, notifyAdmins } from '#features/notifications/server/index.ts';
import { present } from '#kernel/assert.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { handle } from '#kernel/schemas.ts';
import { defineCommand, type Run } from '#platform/server/commands/run-command.ts';
import { REFERRALS_CHANGED } from '../referrals.events.ts';

/**
 * Notes why the shares of a choice could not be bought: `refusal`, with which the person is asked to choose again, or
 * null for want of money, so that it waits and admins are notified. A choice that was replaced or bought meanwhile stays.
 */
export const postponeReward = defineCommand({
  name: 'referrals.postponeReward',
  input: z.strictObject({
    userId: handle,
    tier: z.int(),
    attempt: z.int(),
    refusal: z.string().nullable(),
  }),
  access: 'system',
  async run(run, { userId, tier, attempt, refusal }) {
    const { tx, emit } = run;
    const [postponed] = await tx
      .update(referralRewards)
      .set({ status: refusal === null ? 'pending' : 'open', refusal })
      .where(
        and(
          eq(referralRewards.userId, userId),
          eq(referralRewards.tier, tier),
          eq(referralRewards.attempt, attempt),
          // Admins were notified of a pending one.
          inArray(referralRewards.status, refusal === null ? ['chosen'] : ['chosen', 'pending']),
        ),
      )
      .returning();
    if (!postponed) return { postponed: false };
    if (refusal === null) await notifyMoneyMissing(run, postponed);
    else
      await notify(run, {
        userId,
        type: 'achievement',
        priority: 'medium',
        title: 'Choose your reward again',
        message: `The shares you chose could not be bought. ${refusal} The reward stays yours: choose again whenever you like.`,
        actionUrl: '/invite',
      });
    emit(REFERRALS_CHANGED, { userId, payload: {} });
    return { postponed: true };
  },
  audit: ({ userId, tier, refusal }, { postponed }) => ({
    subject: `user:${userId}`,
    details: { tier, postponed, forMoney: refusal === null },
  }),
});

async function notifyMoneyMissing(
  run: Pick<Run, 'tx' | 'now' | 'newId' | 'emit'>,
  { propertyId, shares }: typeof referralRewards.$inferSelect,
): Promise<void> {
  const [property] = await run.tx
    .select({ priceCents: properties.pricePerShareCents })
    .from(properties)
    .where(eq(properties.id, present(propertyId, 'the chosen property')));
  const { totalCents } = quotePurchase(shares, present(property, 'a property').priceCents);
  await notifyAdmins(run, {
    type: 'system',
    priority: 'high',
    title: 'A referral reward needs funding',
    message: `The promotions account holds less than the ${formatUsdExact(totalCents)} that a reward costs. Fund it with "npm run fund-promotions".`,
    always: true,
  });
}
