import { eq, inArray } from 'drizzle-orm';
import { properties } from '#db/schema/properties.ts';
import { resaleOrders } from '#db/schema/resale.ts';
import { accounts, ledgerWrites, lockBalances, type Transfer } from '#features/ledger/server/index.ts';
import { releaseLots } from '#features/lots/server/index.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import { writeAll } from '#platform/server/database/columns.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import type { Side } from '../order-book.rules.ts';
import { type ClosedOrder, resaleErrors } from '../resale.contract.ts';
import { ORDER_CLOSED } from '../resale.events.ts';
import { quoteTrade } from '../resale.rules.ts';
import { lockBooks, type Order } from './market.ts';

/** Orders closed in one transaction at most, so that trading never waits long for it. */
export const MAX_CLOSED_ORDERS = 200;

/** The caller's open order of this side, with its book locked against trades. */
export async function lockOwnOrder(
  { tx, actor }: Run<UserActor>,
  side: Side,
  orderId: string,
): Promise<Order> {
  const stored = () => tx.select().from(resaleOrders).where(eq(resaleOrders.id, orderId));
  const [before] = await stored();
  if (!before || before.side !== side || before.userId !== actor.userId) {
    throw new DomainError(resaleErrors.ORDER_NOT_FOUND);
  }
  await lockBooks(tx, { propertyIds: [before.propertyId] });
  const [order = before] = await stored();
  if (order.status !== 'open') throw new DomainError(resaleErrors.ORDER_CLOSED);
  return order;
}

/** What a notification about orders of a book says of its property. */
export async function propertyOf(tx: Transaction, propertyId: number) {
  const [property] = await tx
    .select({ name: properties.name, status: properties.status })
    .from(properties)
    .where(eq(properties.id, propertyId));
  return present(property, 'the property of a book');
}

/** Closes open orders of locked books: releases their reserves, and emits an event to their owners. */
export async function closeOrders(
  run: Pick<Run, 'tx' | 'operationId' | 'now' | 'emit'>,
  orders: readonly Order[],
  status: 'cancelled' | 'expired',
): Promise<void> {
  const { tx, operationId, now, emit } = run;
  const transfers = orders.map(releaseOf);
  const ownerCash = orders.map(({ userId }) => accounts.userCash(userId));
  await lockBalances(tx, [...ownerCash, ...transfers.flatMap(({ debit, credit }) => [debit, credit])]);
  await writeAll(tx, ledgerWrites([{ operationId, transfers }], now));
  await closeStored(tx, orders, { status, closedAt: now, closedOperationId: operationId });
  await releaseLots(
    tx,
    orders.filter(({ side }) => side === 'ask').map(({ id }) => id),
  );
  for (const { id, side, userId, propertyId } of orders) {
    emit(ORDER_CLOSED, {
      userId,
      broadcast: { propertyId },
      payload: { orderId: id, side, status, propertyId },
    });
  }
}

function releaseOf({ side, userId, propertyId, sharesLeft, pricePerShareCents }: Order): Transfer {
  return side === 'ask'
    ? {
        code: 'listing_released',
        debit: accounts.userListed(userId, propertyId),
        credit: accounts.userShares(userId, propertyId),
        amount: sharesLeft,
      }
    : {
        code: 'bid_released',
        debit: accounts.userBidding(userId),
        credit: accounts.userCash(userId),
        amount: quoteTrade(sharesLeft, pricePerShareCents).totalCents,
      };
}

async function closeStored(
  tx: Transaction,
  orders: readonly Order[],
  change: Pick<Order, 'status' | 'closedAt' | 'closedOperationId'>,
): Promise<void> {
  const ids = orders.map(({ id }) => id);
  await tx.update(resaleOrders).set(change).where(inArray(resaleOrders.id, ids));
}

export function closedView({ id, sharesLeft }: Order, status: ClosedOrder['status']): ClosedOrder {
  return { id, status, sharesLeft };
}
