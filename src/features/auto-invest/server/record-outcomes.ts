import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { notifyAll, notifyEach } from '#features/notifications/server/index.ts';
import { type Cents, formatUsdExact } from '#kernel/money.ts';
import { counted } from '#kernel/plural.ts';
import { defineCommand, type Run } from '#platform/server/commands/run-command.ts';
import { columnRows, textArray, uuidArray } from '#platform/server/database/columns.ts';
import { rows } from '#platform/server/database/db.ts';
import { centsOf } from '#platform/server/database/sql-values.ts';
import { DECIDED } from '../auto-invest.events.ts';

const input = z.strictObject({
  runId: z.uuid(),
  outcomes: z.array(
    z.strictObject({
      decisionId: z.uuid(),
      /** Why the purchase was refused, or null. */
      reason: z.string().nullable(),
    }),
  ),
});
export type RecordedOutcome = z.input<typeof input>['outcomes'][number];

interface OutcomeRow extends Record<string, unknown> {
  userId: string;
  propertyId: number;
  propertyName: string;
  outcome: 'bought' | 'declined';
  reason: string;
  shares: number;
  amountCents: Cents;
}

/**
 * Records how the purchases of a run ended, and notifies their buyers; recorded outcomes stay as they are. A purchase
 * that was made counts, also where a second worker of the same run was refused.
 */
export const recordOutcomes = defineCommand({
  name: 'autoInvest.recordOutcomes',
  input,
  access: 'system',
  async run(run, { runId, outcomes }) {
    const { tx, now } = run;
    const ended = columnRows('ended', outcomes, {
      id: ['uuid', ({ decisionId }) => decisionId],
      reason: ['text', ({ reason }) => reason],
    });
    // Waits for purchases of these decisions that are being made, so that the next statement sees them.
    await rows(
      tx,
      sql`select id from auto_invest_decisions
          where id = any(${uuidArray(outcomes.map(({ decisionId }) => decisionId))})
          order by id for no key update`,
    );
    const recorded = await rows<OutcomeRow>(
      tx,
      sql`update auto_invest_decisions d
          set outcome = case when a.investment_id is null then 'declined' else 'bought' end,
              reason = case when a.investment_id is null then coalesce(ended.reason, d.reason) else d.reason end,
              investment_id = a.investment_id,
              -- A correction may have changed the property since it was matched.
              price_per_share = coalesce(i.price_per_share, d.price_per_share),
              annual_yield = coalesce(p.annual_yield, d.annual_yield),
              property_name = coalesce(p.name, d.property_name),
              decided_at = ${now.toISOString()}::timestamptz
          from ${ended}
          left join auto_invest_purchases a on a.decision_id = ended.id
          left join investments i on i.id = a.investment_id
          left join properties p on p.id = i.property_id
          where d.id = ended.id and d.run_id = ${runId}::uuid and d.outcome = 'allocated'
          returning d.user_id as "userId", d.property_id as "propertyId", d.property_name as "propertyName",
                    d.outcome, d.reason, d.allocated_shares as shares,
                    ${centsOf('d.allocated_shares * d.price_per_share')} as "amountCents"`,
    );
    const bought = recorded.filter(({ outcome }) => outcome === 'bought');
    const declined = recorded.filter(({ outcome }) => outcome === 'declined');
    await notifyBuyers(run, bought);
    await notifyAll(
      run,
      declined.map(({ userId, propertyName, reason }) => ({
        userId,
        type: 'property',
        priority: 'medium',
        title: `Auto-Invest did not buy ${propertyName}`,
        message: reason,
        actionUrl: '/auto-invest',
      })),
    );
    const people = textArray([...new Set(recorded.map(({ userId }) => userId))]);
    await run.emitEach(
      DECIDED,
      { payload: {} },
      sql`select user_id from unnest(${people}) as decided (user_id)`,
    );
    return { bought: bought.length, declined: declined.length };
  },
  audit: ({ runId }, { bought, declined }) => ({
    subject: `auto-invest-run:${runId}`,
    details: { bought, declined },
  }),
});

/** Inside the database: a run may buy for thousands. */
async function notifyBuyers(run: Run, bought: readonly OutcomeRow[]): Promise<void> {
  if (bought.length === 0) return;
  const messages = columnRows('bought', bought, {
    user_id: ['text', ({ userId }) => userId],
    message: [
      'text',
      ({ shares, propertyName, amountCents }) =>
        `${counted(shares, 'share')} of ${propertyName} for ${formatUsdExact(amountCents)}, plus the fee.`,
    ],
  });
  await notifyEach(run, {
    type: 'property',
    priority: 'medium',
    title: 'Auto-Invest bought shares',
    actionUrl: '/auto-invest',
    recipients: sql`select user_id, message from ${messages}`,
  });
}
