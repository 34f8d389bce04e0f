import { type SQL, sql } from 'drizzle-orm';
import { present } from '#kernel/assert.ts';
import { type Queryable, rows } from './db.ts';

/** Ids that follow each other in their order: those after the first, up to and including the last. */
export interface IdRange {
  afterId: string;
  lastId: string;
}

/** Whether an id is in a range, as a condition. */
export const within = (id: SQL, { afterId, lastId }: IdRange): SQL =>
  sql`${id} > ${afterId} and ${id} <= ${lastId}`;

/**
 * The next ids of those that a query of (id) has: how many, and the last of them. The query may have an id several times.
 * If it has no `order by` of its own, no more of an index on the id is read than needed.
 */
export async function nextIds(
  db: Queryable,
  source: SQL,
  { afterId, maxIds }: { afterId: string; maxIds: number },
): Promise<{ idCount: number; lastId: string | null }> {
  const [found] = await rows<{ idCount: number; lastId: string | null }>(
    db,
    sql`select count(*)::int as "idCount", max(id) as "lastId" from (
          select distinct id from (${source}) source where id > ${afterId} order by id limit ${maxIds}::int) next`,
  );
  return present(found, 'a count');
}

/**
 * Does work about everybody, or everything, in ranges of at most `maxIds` ids: so that each statement is about few enough
 * for its time limit, however many there are.
 * @param source a query of (id)
 */
export async function eachIdRange(
  db: Queryable,
  source: SQL,
  maxIds: number,
  work: (range: IdRange) => Promise<void>,
): Promise<void> {
  for (let afterId = ''; ; ) {
    const { idCount, lastId } = await nextIds(db, source, { afterId, maxIds });
    if (lastId === null) return;
    await work({ afterId, lastId });
    if (idCount < maxIds) return;
    afterId = lastId;
  }
}
