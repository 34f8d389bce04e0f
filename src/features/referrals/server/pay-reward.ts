import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { users } from '#db/schema/identity.ts';
import { properties } from '#db/schema/properties.ts';
import { referralRewards } from '#db/schema/referrals.ts';
import { quotePurchase } from '#features/investing/server/index.ts';
import { accounts, lockBalances, post } from '#features/ledger/server/index.ts';
import { notifyAll } from '#features/notifications/server/index.ts';
import { present } from '#kernel/assert.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { handle } from '#kernel/schemas.ts';
import { defineCommand, type Run } from '#platform/server/commands/run-command.ts';
import { REFERRALS_CHANGED } from '../referrals.events.ts';

/**
 * Pays a chosen reward from the promotions account into the person's wallet: what its shares cost today, with the fee.
 * Without money there it is pending, and admins are notified. The row's status, under its lock, lets it be paid once.
 */
export const payReward = defineCommand({
  name: 'referrals.payReward',
  input: z.strictObject({ userId: handle, tier: z.int() }),
  access: 'system',
  async run(run, { userId, tier }) {
    const { tx, emit } = run;
    const own = and(eq(referralRewards.userId, userId), eq(referralRewards.tier, tier));
    const [reward] = await tx.select().from(referralRewards).where(own).for('update');
    if (!reward || (reward.status !== 'chosen' && reward.status !== 'pending')) {
      return { paid: reward?.status === 'paid' };
    }
    const [property] = await tx
      .select({ priceCents: properties.pricePerShareCents })
      .from(properties)
      .where(eq(properties.id, present(reward.propertyId, 'the chosen property')));
    const { totalCents } = quotePurchase(reward.shares, present(property, 'a property').priceCents);
    const promotions = accounts.promotions();
    const cash = accounts.userCash(userId);
    const balances = await lockBalances(tx, [promotions, cash]);
    if ((balances.get(promotions.id) ?? 0) < totalCents) {
      if (reward.status === 'chosen') await notifyAdmins(run, totalCents);
      await tx.update(referralRewards).set({ status: 'pending' }).where(own);
      emit({ type: REFERRALS_CHANGED, userId, payload: {} });
      return { paid: false };
    }
    await post(tx, run, [{ code: 'reward', debit: promotions, credit: cash, amount: totalCents }]);
    await tx.update(referralRewards).set({ status: 'paid', paidCents: totalCents }).where(own);
    emit({ type: REFERRALS_CHANGED, userId, payload: {} });
    return { paid: true };
  },
  audit: ({ userId, tier }, { paid }) => ({ subject: `user:${userId}`, details: { tier, paid } }),
});

async function notifyAdmins(run: Pick<Run, 'tx' | 'now' | 'newId' | 'emit'>, cents: number): Promise<void> {
  const admins = await run.tx.select({ userId: users.id }).from(users).where(eq(users.role, 'admin'));
  await notifyAll(
    run,
    admins.map(({ userId }) => ({
      userId,
      type: 'system',
      priority: 'high',
      title: 'A referral reward waits for money',
      message: `The promotions account holds less than the ${formatUsdExact(cents)} that a reward costs. Fund it with "npm run fund-promotions".`,
      always: true,
    })),
  );
}
