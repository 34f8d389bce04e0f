import { sql } from 'drizzle-orm';
import { investedMonthsWrite } from '#features/investing/server/index.ts';
import {
  type Account,
  accounts,
  holdingKey,
  ledgerWrites,
  type Transfer,
} from '#features/ledger/server/index.ts';
import {
  disposalWrites,
  type LotBook,
  type LotSale,
  sellFromLots,
  storeReservations,
} from '#features/lots/server/index.ts';
import { present } from '#kernel/assert.ts';
import type { Quote } from '#kernel/fees.ts';
import { newId } from '#kernel/ids.ts';
import { toDecimal } from '#kernel/money.ts';
import type { Batch } from '#platform/server/commands/batched-command.ts';
import { type AddressedEvent, addressedEvent } from '#platform/server/commands/records.ts';
import { columnRows, insertRows, uuidArray, type Write } from '#platform/server/database/columns.ts';
import { awaitAll, type Transaction } from '#platform/server/database/db.ts';
import type { OrderReceipt } from '../resale.contract.ts';
import { SHARES_TRADED } from '../resale.events.ts';
import { quoteReserved, quoteTrade } from '../resale.rules.ts';
import type { Market, Order } from './market.ts';
import { markWashTrades } from './wash-trades.ts';

/** The operation of one command run, at its moment. */
export interface CommandRun {
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
  quote: Quote;
  lots: LotSale;
}

/** The writes of one accepted order or purchase. */
export interface Execution {
  trades: Trade[];
  transfers: Transfer[];
  opened: Order | null;
  /** Existing orders that have fewer shares left, or another price. */
  changed: Order[];
  chosenLots: { listingId: string; userId: string; propertyId: number; book: LotBook }[];
}

export function noExecution(): Execution {
  return { trades: [], transfers: [], opened: null, changed: [], chosenLots: [] };
}

interface Deal {
  listing: Order;
  bid: Order | null;
  buyerId: string;
  shares: number;
  pricePerShareCents: number;
  quote: Quote;
  /** The account that pays: the buyer's cash, or the cash reserved for the bid. */
  payer: Account;
  /** The account that the shares come from: the seller's free or listed shares. */
  source: Account;
}

/** Fills a listing for cash that is not reserved: by a purchase, or by an incoming bid. */
export function fillListing(
  market: Market,
  execution: Execution,
  operation: CommandRun,
  fill: { listing: Order; bid: Order | null; buyerId: string; shares: number },
): Trade {
  const { listing, buyerId, shares } = fill;
  return executeTrade(market, execution, operation, {
    ...fill,
    pricePerShareCents: listing.pricePerShareCents,
    quote: quoteTrade(shares, listing.pricePerShareCents),
    payer: accounts.userCash(buyerId),
    source: accounts.userListed(listing.userId, listing.propertyId),
  });
}

/** Fills a bid from its reserved cash: by an incoming listing with free shares, or by a repriced one with listed shares. */
export function fillBid(
  market: Market,
  execution: Execution,
  operation: CommandRun,
  fill: { listing: Order; bid: Order; shares: number; source: Account },
): Trade {
  const { bid, shares } = fill;
  return executeTrade(market, execution, operation, {
    ...fill,
    buyerId: bid.userId,
    pricePerShareCents: bid.pricePerShareCents,
    quote: quoteReserved(shares, bid),
    payer: accounts.userBidding(bid.userId),
  });
}

function executeTrade(market: Market, execution: Execution, operation: CommandRun, deal: Deal): Trade {
  const { listing, bid, buyerId, shares, pricePerShareCents, quote, payer, source } = deal;
  const { propertyId, userId: sellerId } = listing;
  const id = newId(operation.now.getTime());
  const book = present(market.lots.get(holdingKey({ userId: sellerId, propertyId })), 'the lots of a seller');
  const parts = sellFromLots(book, listing.id, shares);
  fillShares(listing, shares, operation);
  if (bid) fillShares(bid, shares, operation);
  move(market, execution, {
    code: 'resale',
    debit: payer,
    credit: accounts.userCash(sellerId),
    amount: quote.amountCents,
  });
  if (quote.feeCents > 0) {
    move(market, execution, {
      code: 'resale_fee',
      debit: payer,
      credit: accounts.resaleFees(),
      amount: quote.feeCents,
    });
  }
  const bought = accounts.userShares(buyerId, propertyId);
  move(market, execution, { code: 'resale_shares', debit: source, credit: bought, amount: shares });
  const newTrade: Trade = {
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
  execution.trades.push(newTrade);
  for (const order of [listing, bid]) {
    if (order && order !== execution.opened) execution.changed.push(order);
  }
  return newTrade;
}

function fillShares(order: Order, shares: number, { operationId, now }: CommandRun): void {
  order.sharesLeft -= shares;
  if (order.sharesLeft > 0) return;
  Object.assign(order, {
    status: 'filled',
    closedAt: now,
    closedOperationId: operationId,
  } satisfies Partial<Order>);
}

/** Adds a transfer and applies it to the balances on which the next item of the batch is decided. */
export function move(market: Market, execution: Execution, transfer: Transfer): void {
  const { debit, credit, amount } = transfer;
  execution.transfers.push(transfer);
  for (const [account, change] of [
    [debit, -amount],
    [credit, amount],
  ] as const) {
    const balance = market.balances.get(account.id);
    if (balance !== undefined) market.balances.set(account.id, balance + change);
  }
}

/**
 * The events of trades: the seller's is broadcast to every open screen, the buyer's goes to the buyer alone. A batch
 * happens at one moment, so one event represents all of a person's trades in it.
 */
export function tradeEvents({ liveRecipients }: Market, trades: readonly Trade[]): AddressedEvent[] {
  const events: AddressedEvent[] = [];
  for (const { id, propertyId, sellerId, buyerId } of trades) {
    const payload = { tradeId: id };
    const broadcast = { propertyId, audience: 'everyone' } as const;
    const sale = holdingKey({ userId: sellerId, propertyId });
    if (!liveRecipients.has(sale)) {
      events.push(addressedEvent(SHARES_TRADED, { userId: sellerId, broadcast, payload }));
    }
    if (!liveRecipients.has(buyerId))
      events.push(addressedEvent(SHARES_TRADED, { userId: buyerId, payload }));
    liveRecipients.add(sale).add(buyerId);
  }
  return events;
}

/** The receipt of an incoming order. */
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

type ExecutedBatch = Batch<{ operationId: string; row: Execution }>;

/** The writes of a decided batch: money and shares, orders, trades and lots. */
export function writesOf({ items, now }: ExecutedBatch): Write[] {
  const all = <Part>(pick: (row: Execution) => readonly Part[]) => items.flatMap(({ row }) => pick(row));
  const opened = all((row) => (row.opened ? [row.opened] : []));
  const changed = new Set(all((row) => row.changed));
  for (const order of opened) changed.delete(order);
  const trades = all((row) => row.trades);
  const operations = items.map(({ operationId, row }) => ({ operationId, transfers: row.transfers }));
  return [
    ...ledgerWrites(operations, now),
    newOrdersWrite(opened),
    changedOrdersWrite([...changed]),
    newTradesWrite(trades, now),
    investedMonthsWrite(
      trades.map(({ buyerId, quote }) => ({ userId: buyerId, amountCents: quote.amountCents })),
      now,
    ),
    ...disposalWrites(
      trades.map(({ lots }) => lots),
      now,
    ),
  ];
}

/**
 * Follow-up of the trades of a batch, which needs the written rows: marks wash trades, and stores the lots that remain
 * reserved for listings.
 */
export async function completeTrades(tx: Transaction, { items, now }: ExecutedBatch): Promise<void> {
  const chosenLots = items.flatMap(({ row }) => row.chosenLots);
  const sales = items.flatMap(({ row }) => row.trades.map(({ lots }) => lots));
  const trades = items.flatMap(({ row }) => row.trades);
  await awaitAll([storeReservations(tx, [...chosenLots, ...sales]), markWashTrades(tx, trades, now)]);
}

function newOrdersWrite(orders: readonly Order[]): Write {
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

function changedOrdersWrite(orders: readonly Order[]): Write {
  const changed = columnRows('c', orders, {
    id: ['uuid', ({ id }) => id],
    price_per_share: ['numeric', ({ pricePerShareCents }) => toDecimal(pricePerShareCents)],
    shares_left: ['int', ({ sharesLeft }) => sharesLeft],
    status: ['text', ({ status }) => status],
    closed_at: ['timestamptz', ({ closedAt }) => closedAt],
    closed_operation_id: ['uuid', ({ closedOperationId }) => closedOperationId],
  });
  const ids = orders.map(({ id }) => id);
  return {
    name: 'changed_orders',
    statement: sql`update resale_orders o
                   set price_per_share = c.price_per_share, shares_left = c.shares_left, status = c.status,
                       closed_at = c.closed_at, closed_operation_id = c.closed_operation_id
                   from ${changed} where o.id = c.id and o.id = any(${uuidArray(ids)})`,
    rowCount: orders.length,
    mustMatchAllRows: true,
  };
}

function newTradesWrite(trades: readonly Trade[], now: Date): Write {
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
