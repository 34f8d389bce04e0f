import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { holdingKinds } from '#features/ledger/server/index.ts';
import { lastNotified, MAX_NOTIFIED_PEOPLE, notifyAll } from '#features/notifications/server/index.ts';
import { propertyId, requestId } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { rows } from '#platform/server/database/db.ts';
import { DEFAULT_ALERTS } from '../watchlist.rules.ts';

export const newsKind = z.enum(['valuation', 'report', 'vote', 'distribution']);

const texts = {
  valuation: { title: 'New valuation', message: 'has a new valuation', tab: '' },
  report: { title: 'New monthly report', message: 'has a new monthly report', tab: '?tab=distributions' },
  vote: { title: 'New vote', message: 'has opened a shareholder vote', tab: '?tab=governance' },
  distribution: {
    title: 'Distribution paid',
    message: 'has paid a distribution to its shareholders',
    tab: '?tab=distributions',
  },
} as const;

/** Holders get their own notifications of votes and distributions. */
const notHolding: SQL = sql`and not exists (
  select 1 from ledger_accounts a
  where a.user_id = w.user_id and a.property_id = w.property_id and a.kind in ${holdingKinds} and a.balance > 0)`;

/**
 * Alerts the next people who watch a property on the market of something that happened to it, if they want such alerts.
 * Idempotent by `requestId`.
 */
export const announceNews = defineCommand({
  name: 'watchlist.announceNews',
  input: z.strictObject({ propertyId, kind: newsKind, after: z.string(), requestId }),
  access: 'system',
  async run(run, { propertyId, kind, after }): Promise<{ last: string | null }> {
    const wanted = sql`coalesce(w.alerts, s.alerts, '{}'::jsonb)`;
    const watchers = await rows<{ userId: string; name: string; wanted: boolean }>(
      run.tx,
      sql`select w.user_id as "userId", p.name,
                 coalesce((${wanted} ->> ${kind}::text)::boolean, ${DEFAULT_ALERTS[kind]}::boolean) as wanted
          from watched_properties w
          join properties p on p.id = w.property_id and p.status = 'approved' and p.owner_id <> w.user_id
          left join watchlist_alerts s on s.user_id = w.user_id
          where w.property_id = ${propertyId} and w.user_id > ${after}
            ${kind === 'vote' || kind === 'distribution' ? notHolding : sql``}
          order by w.user_id limit ${MAX_NOTIFIED_PEOPLE}`,
    );
    const { title, message, tab } = texts[kind];
    await notifyAll(
      run,
      watchers
        .filter(({ wanted }) => wanted)
        .map(({ userId, name }) => ({
          userId,
          type: 'property',
          priority: 'low',
          title: `${title}: ${name}`,
          message: `${name}, which you watch, ${message}.`,
          actionUrl: `/property/${propertyId}${tab}`,
        })),
    );
    return { last: lastNotified(watchers.map(({ userId }) => userId)) };
  },
  audit: ({ propertyId, kind }) => ({ subject: `property:${propertyId}`, details: { kind } }),
});
