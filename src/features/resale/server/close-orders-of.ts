import { and, asc, eq } from 'drizzle-orm';
import { resaleOrders } from '#db/schema/resale.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import { closeOrders } from './close-order.ts';
import { lockBooks } from './market.ts';

/**
 * Closes every open order of a person, in all books at once, so that none of them trades afterwards. For a command that
 * keeps the person from opening others; answers how many it closed.
 */
export async function closeOrdersOf(
  run: Pick<Run, 'tx' | 'operationId' | 'now' | 'emit'>,
  userId: string,
): Promise<number> {
  const theirs = and(eq(resaleOrders.userId, userId), eq(resaleOrders.status, 'open'));
  const books = await run.tx
    .selectDistinct({ propertyId: resaleOrders.propertyId })
    .from(resaleOrders)
    .where(theirs);
  if (books.length === 0) return 0;
  await lockBooks(run.tx, { propertyIds: books.map(({ propertyId }) => propertyId) });
  const open = await run.tx.select().from(resaleOrders).where(theirs).orderBy(asc(resaleOrders.seq));
  if (open.length > 0) await closeOrders(run, open, 'cancelled');
  return open.length;
}
