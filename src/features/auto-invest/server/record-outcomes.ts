import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { notifyAll } from '#features/notifications/server/index.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { columnRows, textArray, uuidArray } from '#platform/server/database/columns.ts';
import { rows } from '#platform/server/database/db.ts';
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
  propertyName: string;
  outcome: 'bought' | 'declined';
  reason: string;
}

/**
 * Records how the purchases of a run ended, and notifies people of those that were refused; what was bought has a
 * receipt. Recorded outcomes stay as they are. A purchase that was made counts, also where a second worker of the same
 * run was refused.
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
          returning d.user_id as "userId", d.property_name as "propertyName", d.outcome, d.reason`,
    );
    const bought = recorded.filter(({ outcome }) => outcome === 'bought');
    const declined = recorded.filter(({ outcome }) => outcome === 'declined');
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
