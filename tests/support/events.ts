import { outboxEvents } from '#db/schema/platform.ts';
import { OUTBOX_QUEUE } from '#platform/server/commands/records.ts';
import { insertQueued } from '#platform/server/database/columns.ts';
import type { Queryable } from '#platform/server/database/db.ts';

/** Writes events as commands do: they wait for their positions. */
export async function insertEvents(
  db: Queryable,
  events: readonly (typeof outboxEvents.$inferInsert)[],
): Promise<void> {
  await db.execute(
    insertQueued(
      db
        .insert(outboxEvents)
        .values([...events])
        .getSQL(),
      OUTBOX_QUEUE,
    ),
  );
}
