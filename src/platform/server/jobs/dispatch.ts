import { and, eq, isNull, sql } from 'drizzle-orm';
import { jobs as jobsTable, outboxEvents } from '#db/schema/platform.ts';
import { newId } from '#kernel/ids.ts';
import { integerArray } from '../database/columns.ts';
import type { Platform } from '../runtime/platform.ts';
import type { JobRegistry } from './job-runs.ts';

/** Events turned into jobs in one transaction. */
const MAX_DISPATCHED_EVENTS = 200;

/** Turns waiting events into jobs, one per subscribed kind. An event is dispatched once. */
export async function dispatch(
  { db, clock }: Platform,
  registry: JobRegistry,
  operationId?: string,
): Promise<number> {
  const now = clock.now();
  const waiting = and(
    isNull(outboxEvents.dispatchedAt),
    operationId === undefined ? undefined : eq(outboxEvents.operationId, operationId),
  );
  return db.transaction(async (tx) => {
    const events = await tx
      .select({
        id: outboxEvents.id,
        type: outboxEvents.type,
        operationId: outboxEvents.operationId,
        payload: outboxEvents.payload,
      })
      .from(outboxEvents)
      .where(waiting)
      .orderBy(outboxEvents.id)
      .limit(MAX_DISPATCHED_EVENTS)
      .for('update', { skipLocked: true });
    if (events.length === 0) return 0;
    const started = events.flatMap((event) =>
      (registry.onEvent[event.type] ?? []).map((kind) => ({
        id: newId(),
        kind,
        key: `${event.operationId}:${event.id}:${kind}`,
        payload: event.payload,
        runAt: now,
        createdAt: now,
      })),
    );
    if (started.length > 0) {
      await tx.insert(jobsTable).values(started).onConflictDoNothing({ target: jobsTable.key });
    }
    await tx
      .update(outboxEvents)
      .set({ dispatchedAt: now })
      .where(sql`${outboxEvents.id} = any(${integerArray(events.map(({ id }) => id))})`);
    return events.length;
  });
}
