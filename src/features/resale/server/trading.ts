import { sql } from 'drizzle-orm';
import { invested } from '#features/investing/server/index.ts';
import { type Account, accounts, ledgerWrites, type Transfer } from '#features/ledger/server/index.ts';
import {
  disposalsOf,
  holdingKey,
  keepReservations,
  type LotBook,
  type LotSale,
  sellFromLots,
} from '#features/lots/server/index.ts';
import { present } from '#kernel/assert.ts';
import { newId } from '#kernel/ids.ts';
import { toDecimal } from '#kernel/money.ts';
import type { Batch } from '#platform/server/commands/batched-command.ts';
import type { AddressedEvent } from '#platform/server/commands/records.ts';
import { columnRows, insertRows, textArray, type Write } from '#platform/server/database/columns.ts';
import { awaitAll, type Transaction } from '#platform/server/database/db.ts';
import type { OrderReceipt } from '../resale.contract.ts';
import { SHARES_TRADED } from '../resale.events.ts';
import { quotePurchase, quoteReserved, type ResaleQuote } from '../resale.rules.ts';
import type { Market, Order } from './market.ts';
import { markWashTrades } from './wash-trades.ts';

/** The operation of one command run, at its moment. */
export interface Operation {
  operationId: string;
  now: Date;
}

export interface Trade {
  id: string;
  operationId: string;
  propertyId: number;
  listingId: string;
  bidId: string | null;
  sellerId: string;
  buyerId: string;
  shares: number;
  pricePerShareCents: number;
  quote: ResaleQuote;
  lots: LotSale;
}

/** What one accepted order or purchase writes. */
export interface Settlement {
  trades: Trade[];
  transfers: Transfer[];
  opened: Order | null;
  /** Orders that were there before and have fewer shares left, or another price. */
  changed: Order[];
  chosen: { listingId: string; userId: string; propertyId: number; book: LotBook }[];
}

export function emptySettlement(): Settlement {
  return { trades: [], transfers: [], opened: null, changed: [], chosen: [] };
}

interface Deal {
  listing: Order;
  bid: Order | null;
  buyerId: string;
  shares: number;
  pricePerShareCents: number;
  quote: ResaleQuote;
  /** Where the money comes from: the buyer's cash or what is reserved for the bid. */
  money: Account;
  /** Where the shares come from: the seller's free ones or the listed ones. */
  source: Account;
}

/** Takes from a listing for cash that is not reserved: a purchase, or a bid that meets it. */
export function takeListing(
  market: Market,
  settlement: Settlement,
  operation: Operation,
  taken: { listing: Order; bid: Order | null; buyerId: string; shares: number },
): Trade {
  const { listing, buyerId, shares } = taken;
  return trade(market, settlement, operation, {
    ...taken,
    pricePerShareCents: listing.pricePerShareCents,
    quote: quotePurchase(shares, listing.pricePerShareCents),
    money: accounts.userCash(buyerId),
    source: accounts.userListed(listing.userId, listing.propertyId),
  });
}

/** Takes from a bid what it has reserved: a listing that meets it, with free shares or, repriced, with listed ones. */
export function takeBid(
  market: Market,
  settlement: Settlement,
  operation: Operation,
  taken: { listing: Order; bid: Order; shares: number; source: Account },
): Trade {
  const { bid, shares } = taken;
  return trade(market, settlement, operation, {
    ...taken,
    buyerId: bid.userId,
    pricePerShareCents: bid.pricePerShareCents,
    quote: quoteReserved(shares, bid),
    money: accounts.userBidding(bid.userId),
  });
}

function trade(market: Market, settlement: Settlement, operation: Operation, deal: Deal): Trade {
  const { listing, bid, buyerId, shares, pricePerShareCents, quote, money, source } = deal;
  const { propertyId, userId: sellerId } = listing;
  const id = newId(operation.now.getTime());
  const book = present(market.lots.get(holdingKey({ userId: sellerId, propertyId })), 'the lots of a seller');
  const parts = sellFromLots(book, listing.id, shares);
  takeShares(listing, shares, operation);
  if (bid) takeShares(bid, shares, operation);
  move(market, settlement, {
    code: 'resale',
    debit: money,
    credit: accounts.userCash(sellerId),
    amount: quote.amountCents,
  });
  if (quote.feeCents > 0) {
    move(market, settlement, {
      code: 'resale_fee',
      debit: money,
      credit: accounts.resaleFees(),
      amount: quote.feeCents,
    });
  }
  const bought = accounts.userShares(buyerId, propertyId);
  move(market, settlement, { code: 'resale_shares', debit: source, credit: bought, amount: shares });
  const made: Trade = {
    id,
    operationId: operation.operationId,
    propertyId,
    listingId: listing.id,
    bidId: bid?.id ?? null,
    sellerId,
    buyerId,
    shares,
    pricePerShareCents,
    quote,
    lots: {
      tradeId: id,
      listingId: listing.id,
      userId: sellerId,
      propertyId,
      pricePerShareCents,
      book,
      parts,
    },
  };
  settlement.trades.push(made);
  for (const order of [listing, bid]) {
    if (order && order !== settlement.opened) settlement.changed.push(order);
  }
  return made;
}

function takeShares(order: Order, shares: number, { operationId, now }: Operation): void {
  order.sharesLeft -= shares;
  if (order.sharesLeft > 0) return;
  Object.assign(order, {
    status: 'filled',
    closedAt: now,
    closedOperationId: operationId,
  } satisfies Partial<Order>);
}

/** Adds a transfer and takes it from the balances that the next item of the batch is decided on. */
export function move(market: Market, settlement: Settlement, transfer: Transfer): void {
  const { debit, credit, amount } = transfer;
  settlement.transfers.push(transfer);
  for (const [account, change] of [
    [debit, -amount],
    [credit, amount],
  ] as const) {
    const balance = market.balances.get(account.id);
    if (balance !== undefined) market.balances.set(account.id, balance + change);
  }
}

/**
 * What is told of trades: the seller's event tells every open screen, the buyer's the buyer alone. A batch happens at
 * one moment, so that each of them is told once of all their trades in it.
 */
export function tradeEvents({ told }: Market, trades: readonly Trade[]): AddressedEvent[] {
  const events: AddressedEvent[] = [];
  for (const { id, propertyId, sellerId, buyerId } of trades) {
    const payload = { tradeId: id };
    const broadcast = { propertyId, audience: 'everyone' } as const;
    const sale = holdingKey({ userId: sellerId, propertyId });
    if (!told.has(sale)) {
      events.push({ type: SHARES_TRADED, userId: sellerId, broadcast, payload });
    }
    if (!told.has(buyerId)) events.push({ type: SHARES_TRADED, userId: buyerId, payload });
    told.add(sale).add(buyerId);
  }
  return events;
}

/** The answer about an order that came in. */
export function receiptOf(order: Order, propertyName: string, trades: readonly Trade[]): OrderReceipt {
  const sum = (pick: (trade: Trade) => number) => trades.reduce((total, one) => total + pick(one), 0);
  return {
    id: order.id,
    propertyId: order.propertyId,
    propertyName,
    shares: order.shares,
    pricePerShareCents: order.pricePerShareCents,
    sharesTraded: sum(({ shares }) => shares),
    tradedCents: sum(
      order.side === 'bid' ? ({ quote }) => quote.totalCents : ({ quote }) => quote.amountCents,
    ),
    sharesLeft: order.sharesLeft,
    status: order.status,
    expiresAt: order.expiresAt.toISOString(),
  };
}

type Settled = Batch<{ operationId: string; row: Settlement }>;

/** What a batch has decided: money and shares, orders, trades and lots. */
export function writesOf({ items, now }: Settled): Write[] {
  const all = <Part>(pick: (row: Settlement) => readonly Part[]) => items.flatMap(({ row }) => pick(row));
  const opened = all((row) => (row.opened ? [row.opened] : []));
  const changed = new Set(all((row) => row.changed));
  for (const order of opened) changed.delete(order);
  const trades = all((row) => row.trades);
  const operations = items.map(({ operationId, row }) => ({ operationId, transfers: row.transfers }));
  return [
    ...ledgerWrites(operations, now),
    newOrders(opened),
    changesOf([...changed]),
    newTrades(trades, now),
    invested(
      trades.map(({ buyerId, quote }) => ({ userId: buyerId, amountCents: quote.amountCents })),
      now,
    ),
    ...disposalsOf(
      trades.map(({ lots }) => lots),
      now,
    ),
  ];
}

/** What follows from the trades of a batch: which are wash trades, and what listings have left of chosen lots. */
export async function finishTrades(tx: Transaction, { items, now }: Settled): Promise<void> {
  const chosen = items.flatMap(({ row }) => row.chosen);
  const sales = items.flatMap(({ row }) => row.trades.map(({ lots }) => lots));
  const tradeIds = items.flatMap(({ row }) => row.trades.map(({ id }) => id));
  await awaitAll([keepReservations(tx, [...chosen, ...sales]), markWashTrades(tx, tradeIds, now)]);
}

function newOrders(orders: readonly Order[]): Write {
  return insertRows('resale_orders', orders, {
    id: ['uuid', ({ id }) => id],
    operation_id: ['uuid', ({ operationId }) => operationId],
    property_id: ['int', ({ propertyId }) => propertyId],
    user_id: ['text', ({ userId }) => userId],
    side: ['text', ({ side }) => side],
    price_per_share: ['numeric', ({ pricePerShareCents }) => toDecimal(pricePerShareCents)],
    shares: ['int', ({ shares }) => shares],
    shares_left: ['int', ({ sharesLeft }) => sharesLeft],
    status: ['text', ({ status }) => status],
    opened_at: ['timestamptz', ({ openedAt }) => openedAt],
    expires_at: ['timestamptz', ({ expiresAt }) => expiresAt],
    closed_at: ['timestamptz', ({ closedAt }) => closedAt],
    closed_operation_id: ['uuid', ({ closedOperationId }) => closedOperationId],
  });
}

function changesOf(orders: readonly Order[]): Write {
  const changed = columnRows('c', orders, {
    id: ['uuid', ({ id }) => id],
    shares_left: ['int', ({ sharesLeft }) => sharesLeft],
    status: ['text', ({ status }) => status],
    closed_at: ['timestamptz', ({ closedAt }) => closedAt],
    closed_operation_id: ['uuid', ({ closedOperationId }) => closedOperationId],
  });
  const ids = orders.map(({ id }) => id);
  return {
    name: 'changed_orders',
    statement: sql`update resale_orders o
                   set shares_left = c.shares_left, status = c.status, closed_at = c.closed_at,
                       closed_operation_id = c.closed_operation_id
                   from ${changed} where o.id = c.id and o.id = any(${textArray(ids)}::uuid[])`,
    rows: orders.length,
    mustMatchAllRows: true,
  };
}

function newTrades(trades: readonly Trade[], now: Date): Write {
  return insertRows('resale_trades', trades, {
    id: ['uuid', ({ id }) => id],
    operation_id: ['uuid', ({ operationId }) => operationId],
    property_id: ['int', ({ propertyId }) => propertyId],
    listing_id: ['uuid', ({ listingId }) => listingId],
    bid_id: ['uuid', ({ bidId }) => bidId],
    seller_id: ['text', ({ sellerId }) => sellerId],
    buyer_id: ['text', ({ buyerId }) => buyerId],
    shares: ['int', ({ shares }) => shares],
    price_per_share: ['numeric', ({ pricePerShareCents }) => toDecimal(pricePerShareCents)],
    amount: ['numeric', ({ quote }) => toDecimal(quote.amountCents)],
    fee: ['numeric', ({ quote }) => toDecimal(quote.feeCents)],
    at: ['timestamptz', now],
  });
}
