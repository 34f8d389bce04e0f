import { and, asc, eq } from 'drizzle-orm';
import { resaleOrders } from '#db/schema/resale.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import type { Side } from '../order-book.rules.ts';
import { closeOrders } from './close-order.ts';
import { lockBooks } from './market.ts';

/**
 * Closes every open order of a person in all books, or those of one side, so that none of them trades afterwards. The
 * calling command must prevent new orders. Returns the number of closed orders.
 */
export async function closeOrdersOf(
  run: Pick<Run, 'tx' | 'operationId' | 'now' | 'emit'>,
  userId: string,
  side?: Side,
): Promise<number> {
  const openOrders = and(
    eq(resaleOrders.userId, userId),
    eq(resaleOrders.status, 'open'),
    side && eq(resaleOrders.side, side),
  );
  const books = await run.tx
    .selectDistinct({ propertyId: resaleOrders.propertyId })
    .from(resaleOrders)
    .where(openOrders);
  if (books.length === 0) return 0;
  await lockBooks(run.tx, { propertyIds: books.map(({ propertyId }) => propertyId) });
  const open = await run.tx.select().from(resaleOrders).where(openOrders).orderBy(asc(resaleOrders.seq));
  if (open.length > 0) await closeOrders(run, open, 'cancelled');
  return open.length;
}
