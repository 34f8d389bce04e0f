import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { notifyAll } from '#features/notifications/server/index.ts';
import { type Cents, formatUsdExact } from '#kernel/money.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { columnRows } from '#platform/server/database/columns.ts';
import { rows } from '#platform/server/database/db.ts';
import { DECIDED } from '../auto-invest.events.ts';

const input = z.strictObject({
  runId: z.uuid(),
  outcomes: z.array(
    z.strictObject({
      decisionId: z.uuid(),
      /** Null when the purchase was refused. */
      investmentId: z.uuid().nullable(),
      /** Why it was refused; null for a purchase. */
      reason: z.string().nullable(),
    }),
  ),
});
export type RecordedOutcome = z.input<typeof input>['outcomes'][number];

interface Recorded extends Record<string, unknown> {
  userId: string;
  propertyId: number;
  propertyName: string;
  outcome: 'bought' | 'declined';
  reason: string;
  shares: number;
  amountCents: Cents;
}

/** Records how the purchases of a run ended, and notifies their buyers; what is recorded already stays as it is. */
export const recordOutcomes = defineCommand({
  name: 'autoInvest.recordOutcomes',
  input,
  access: 'system',
  async run(run, { runId, outcomes }) {
    const { tx, now, emit } = run;
    const ended = columnRows('ended', outcomes, {
      id: ['uuid', ({ decisionId }) => decisionId],
      investment_id: ['uuid', ({ investmentId }) => investmentId],
      reason: ['text', ({ reason }) => reason],
    });
    const recorded = await rows<Recorded>(
      tx,
      sql`update auto_invest_decisions d
          set outcome = case when ended.investment_id is null then 'declined' else 'bought' end,
              reason = coalesce(ended.reason, d.reason), investment_id = ended.investment_id,
              decided_at = ${now.toISOString()}::timestamptz
          from ${ended} where d.id = ended.id and d.run_id = ${runId}::uuid and d.outcome = 'allocated'
          returning d.user_id as "userId", d.property_id as "propertyId", d.property_name as "propertyName",
                    d.outcome, d.reason, d.allocated_shares as shares,
                    (d.allocated_shares * d.price_per_share * 100)::float8 as "amountCents"`,
    );
    await notifyAll(
      run,
      recorded.map(({ userId, propertyName, outcome, reason, shares, amountCents }) => ({
        userId,
        type: 'property' as const,
        priority: 'medium' as const,
        ...(outcome === 'bought'
          ? {
              title: 'Auto-Invest bought shares',
              message: `${shares === 1 ? '1 share' : `${shares} shares`} of ${propertyName} for ${formatUsdExact(amountCents)}, plus the fee.`,
              actionUrl: '/auto-invest' as const,
            }
          : {
              title: `Auto-Invest did not buy ${propertyName}`,
              message: reason,
              actionUrl: '/auto-invest' as const,
            }),
      })),
    );
    for (const userId of new Set(recorded.map((one) => one.userId)))
      emit({ type: DECIDED, userId, payload: {} });
    const bought = recorded.filter(({ outcome }) => outcome === 'bought').length;
    return { bought, declined: recorded.length - bought };
  },
  audit: ({ runId }, { bought, declined }) => ({
    subject: `auto-invest-run:${runId}`,
    details: { bought, declined },
  }),
});
