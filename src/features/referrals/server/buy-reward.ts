import { sql } from 'drizzle-orm';
import { type PurchaseCheck, purchaseCommand } from '#features/investing/server/index.ts';
import { defineErrors } from '#kernel/errors.ts';
import { addressedEvent } from '#platform/server/commands/records.ts';
import { columnRows, textArray } from '#platform/server/database/columns.ts';
import { rows } from '#platform/server/database/db.ts';
import { REWARD_BOUGHT } from '../referrals.events.ts';
import { MAX_REWARD_SHARE_CENTS } from '../referrals.rules.ts';

const errors = defineErrors({
  NOT_CHOSEN: ['conflict', 'This is not what was chosen, or it is bought already.'],
  PRICE_ABOVE_REWARD: ['refused', 'A share now costs more than a reward can pay. Choose another property.'],
});

interface ChosenReward extends Record<string, unknown> {
  userId: string;
  key: string;
  propertyId: number;
  shares: number;
}

/** The idempotency key of the purchase that a choice of a reward becomes. */
export const purchaseKeyOf = ({ tier, attempt }: { tier: number; attempt: number }) =>
  `reward:${tier}:${attempt}`;

/** `purchaseKeyOf` in SQL, of a row "w" of referral_rewards. */
const keyOfRow = sql`'reward:' || w.tier || ':' || w.attempt`;

/**
 * The choice stands, and the reward is granted in the transaction of its purchase. The row is
 * locked, so that another choice comes either before this or too late.
 */
const asChosen: PurchaseCheck<ChosenReward[]> = {
  load: (tx, { items }) =>
    rows<ChosenReward>(
      tx,
      sql`select w.user_id as "userId", ${keyOfRow} as key, w.property_id as "propertyId", w.shares
          from referral_rewards w
          where w.user_id = any(${textArray(items.map(({ actor }) => actor.userId))})
            and w.status in ('chosen', 'pending')
          order by w.user_id, w.tier for no key update`,
    ),
  refuse(chosen, { item: { actor, input }, quote }) {
    const reward = chosen.find(({ userId, key }) => userId === actor.userId && key === input.requestId);
    if (reward?.propertyId !== input.propertyId || reward.shares !== input.shares) return errors.NOT_CHOSEN;
    const isAboveReward = quote.amountCents > reward.shares * MAX_REWARD_SHARE_CENTS;
    return isAboveReward ? errors.PRICE_ABOVE_REWARD : null;
  },
  count: () => undefined,
  writes({ items }) {
    const granted = columnRows('granted', items, {
      user_id: ['text', ({ actor }) => actor.userId],
      key: ['text', ({ input }) => input.requestId],
      investment_id: ['uuid', ({ result }) => result.id],
    });
    const statement = sql`
      update referral_rewards w set status = 'granted', investment_id = granted.investment_id
      from ${granted} where w.user_id = granted.user_id and ${keyOfRow} = granted.key`;
    return [{ name: 'referral_rewards', statement, rowCount: items.length, mustMatchAllRows: true }];
  },
  events: ({ actor: { userId }, result: { id: investmentId, shares, propertyName } }) => [
    addressedEvent(REWARD_BOUGHT, { userId, payload: { userId, investmentId, shares, propertyName } }),
  ],
};

/**
 * Buys the shares of a chosen reward: a purchase like a manual one, which the promotions account pays for in the same
 * transaction. The money is never the person's to spend, and without it INSUFFICIENT_FUNDS leaves everything as it is.
 * @throws NOT_CHOSEN, PRICE_ABOVE_REWARD and what `investing.invest` throws
 */
export const buyReward = purchaseCommand(
  'referrals.buyReward',
  { code: 'investment', paidBy: 'promotions' },
  asChosen,
);
