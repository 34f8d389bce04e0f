import { sql } from 'drizzle-orm';
import { notifyAll } from '#features/notifications/server/index.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import { rows } from '#platform/server/database/db.ts';
import { REFERRALS_CHANGED } from '../referrals.events.ts';

interface ReopenedReward extends Record<string, unknown> {
  userId: string;
  propertyName: string;
}

/**
 * Opens the rewards whose purchases this operation refunded, so that their people choose another property. The money of
 * the purchases is in the promotions account again.
 */
export async function reopenRewards(run: Run): Promise<void> {
  const reopened = await rows<ReopenedReward>(
    run.tx,
    sql`update referral_rewards w
        set status = 'open', investment_id = null,
            refusal = 'Its purchase was refunded, so the reward is available again.'
        from investment_refunds r join properties p on p.id = r.property_id
        where r.operation_id = ${run.operationId}::uuid and w.user_id = r.user_id
          and w.investment_id = r.investment_id
        returning w.user_id as "userId", p.name as "propertyName"`,
  );
  await notifyAll(
    run,
    reopened.map(({ userId, propertyName }) => ({
      userId,
      type: 'achievement',
      priority: 'medium',
      title: 'Choose another property for your reward',
      message: `Purchases of ${propertyName} were refunded, so your reward no longer has shares there. Its money is set aside for the property that you choose next.`,
      actionUrl: '/invite',
    })),
  );
  for (const { userId } of reopened) run.emit(REFERRALS_CHANGED, { userId, payload: {} });
}
