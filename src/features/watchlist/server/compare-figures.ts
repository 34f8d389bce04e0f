import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { watchedFigures, watchedProperties, watchlistAlerts } from '#db/schema/watchlist.ts';
import { lastNotified, MAX_NOTIFIED_PEOPLE, notifyAll } from '#features/notifications/server/index.ts';
import { propertyId } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import { compareWithLevels } from '../watchlist.rules.ts';
import { alertOf } from './alert-texts.ts';
import { currentFigures, DIFFERENT_FIGURES, figuresFor, textOf } from './watched-figures.ts';
import { alertsFrom } from './watchlist.queries.ts';

/** A comparison of some of the people who watch a property. */
interface Comparison {
  /** The last of them, after whom the next call continues; null at the end. */
  last: string | null;
  /** The text of the figures that everybody so far was compared with. */
  figures: string;
}

/**
 * Compares a property's figures with the levels of the next people who watch it, and alerts those for whom one was
 * crossed. The levels that were crossed are stored with it under the lock of the rows, so each crossing alerts once.
 * After the last people it stores the figures; should they have changed since the first ones, everybody is compared again.
 */
export const compareFigures = defineCommand({
  name: 'watchlist.compareFigures',
  input: z.strictObject({
    propertyId,
    after: z.string(),
    /** What the call before has returned; null at the beginning. */
    figuresBefore: z.string().nullable(),
  }),
  access: 'system',
  async run(run, { propertyId, after, figuresBefore }): Promise<Comparison> {
    const { tx, now } = run;
    const watchers = await nextWatchers(tx, propertyId, after);
    // Read under the lock, so that of two runs the later one never compares with the earlier figures.
    const figures = (await currentFigures(tx, [propertyId])).get(propertyId);
    if (!figures) return { last: null, figures: DIFFERENT_FIGURES };
    const alerts = [];
    for (const { watched, general } of watchers) {
      const settings = alertsFrom(watched.alerts ?? general ?? {});
      const own = figuresFor(watched.userId, figures);
      const { passed, due } = compareWithLevels(watched, own, { settings, now });
      alerts.push(...due.map((level) => alertOf(level, watched, own)));
      if (passed.join() === watched.passedLevels.join()) continue;
      const alerted = Object.fromEntries(due.map((level) => [level, now.toISOString()]));
      await tx
        .update(watchedProperties)
        .set({ passedLevels: passed, alertedAt: { ...watched.alertedAt, ...alerted } })
        .where(
          and(eq(watchedProperties.userId, watched.userId), eq(watchedProperties.propertyId, propertyId)),
        );
    }
    await notifyAll(run, alerts);
    const last = lastNotified(watchers.map(({ watched }) => watched.userId));
    const text = textOf(figures);
    const compared = figuresBefore === null || figuresBefore === text ? text : DIFFERENT_FIGURES;
    if (last === null) await storeFigures(tx, propertyId, compared);
    return { last, figures: compared };
  },
  audit: ({ propertyId }) => ({ subject: `property:${propertyId}` }),
});

function nextWatchers(tx: Transaction, propertyId: number, after: string) {
  return tx
    .select({ watched: watchedProperties, general: watchlistAlerts.alerts })
    .from(watchedProperties)
    .leftJoin(watchlistAlerts, eq(watchlistAlerts.userId, watchedProperties.userId))
    .where(and(eq(watchedProperties.propertyId, propertyId), gt(watchedProperties.userId, sql`${after}`)))
    .orderBy(asc(watchedProperties.userId))
    .limit(MAX_NOTIFIED_PEOPLE)
    .for('update', { of: watchedProperties });
}

async function storeFigures(tx: Transaction, propertyId: number, figures: string): Promise<void> {
  await tx
    .insert(watchedFigures)
    .values({ propertyId, figures })
    .onConflictDoUpdate({ target: watchedFigures.propertyId, set: { figures } });
}
