import fc from 'fast-check';
import { expect } from 'vitest';
import { type Account, accounts } from '#features/ledger/ledger.rules.ts';
import type { OrderReceipt } from '#features/resale/resale.contract.ts';
import { closeExpired } from '#features/resale/server/close-expired.ts';
import { api, type Person, systemOf } from '../../support/actors.ts';
import { any, often } from '../choices.ts';
import { refuseOverLimit, resalePurchasesIn } from '../limits.ts';
import { acquire, nextOperation, sellOldest } from '../lots.ts';
import {
  balance,
  cashOf,
  isAdmin,
  type Model,
  move,
  type Offering,
  offered,
  part,
  pick,
  type World,
} from '../model.ts';
import { isFunded } from '../offerings.ts';
import { operation, type SliceOperations } from '../operation.ts';
import { shareValueOf } from '../valuations.ts';

type Side = 'ask' | 'bid';

interface Order {
  id: string;
  side: Side;
  by: Person;
  propertyId: number;
  price: number;
  left: number;
  open: boolean;
  expiresAt: number;
  /** Place in the book: of two orders with the same price, the lower place trades first. */
  place: number;
  /** A bid from before its property was corrected; the worker closes it. */
  outdated?: true;
}

interface Market {
  orders: Order[];
  /** When trading resumes by itself, by property; null when an admin ends the halt. */
  halted: Map<number, number | null>;
  /** Until when the last large change of value halts trading, by property. */
  revalued: Map<number, number>;
  places: number;
  /** The moment by which orders are counted as expired. */
  now: () => number;
}

const marketIn = part<Market>(() => ({
  orders: [],
  halted: new Map(),
  revalued: new Map(),
  places: 0,
  now: () => 0,
}));

const freeShares = (by: Person, propertyId: number) => accounts.userShares(by.id, propertyId);
const listedShares = (by: Person, propertyId: number) => accounts.userListed(by.id, propertyId);

const isLive = ({ now }: Market, { open, expiresAt }: Order) => open && expiresAt > now();

export const isHalted = (model: Model, propertyId: number) => marketIn(model).halted.has(propertyId);

/** Whether someone else offers shares of a property; an order that is to be closed for its expiry still counts. */
export const isListedByOthers = (model: Model, propertyId: number, { id }: Person) =>
  marketIn(model).orders.some(
    (one) => one.open && one.side === 'ask' && one.propertyId === propertyId && one.by.id !== id,
  );

/** The live orders of the other side that an order crosses, best first. */
function crossed(model: Model, incoming: { side: Side; propertyId: number; price: number }): Order[] {
  const market = marketIn(model);
  const { side, propertyId, price } = incoming;
  const sign = side === 'bid' ? 1 : -1;
  return market.orders
    .filter((one) => one.side !== side && one.propertyId === propertyId && isLive(market, one))
    .filter((one) => sign * one.price <= sign * price)
    .sort((one, two) => sign * (one.price - two.price) || one.place - two.place);
}

function refuseMarket(model: Model, propertyId: number): string | null {
  const property = offered(model, propertyId);
  if (property.status !== 'approved') return 'NOT_OPEN';
  if (!isFunded(model, property)) return 'OFFERING_OPEN';
  return marketIn(model).halted.has(propertyId) ? 'TRADING_HALTED' : null;
}

/** Orders stay within half and twice what a share is worth; one cent is always allowed. */
function refusePrice(model: Model, propertyId: number, price: number): string | null {
  const worth = shareValueOf(model, offered(model, propertyId));
  return 2 * price < worth || price > Math.max(1, 2 * worth) ? 'PRICE_OUT_OF_BAND' : null;
}

interface Deal {
  seller: Person;
  buyer: Person;
  propertyId: number;
  shares: number;
  price: number;
  money: Account;
  source: Account;
}

function trade({ model }: World, deal: Deal): void {
  const { seller, buyer, propertyId, shares, price, money, source } = deal;
  move(model, shares * price, money, accounts.userCash(seller.id));
  move(model, shares, source, freeShares(buyer, propertyId));
  sellOldest(model, seller, propertyId, shares);
  acquire(model, { owner: buyer, propertyId, shares, amountCents: shares * price });
  resalePurchasesIn(model).push({ by: buyer, propertyId, at: model.now(), amountCents: shares * price });
}

function take(order: Order, shares: number): void {
  order.left -= shares;
  order.open = order.left > 0;
}

/** Trades an order with what it meets; `source` is where a seller's shares come from. */
function match(
  world: World,
  incoming: Pick<Order, 'side' | 'by' | 'propertyId' | 'price' | 'left'>,
  source: Account,
) {
  const { side, by, propertyId } = incoming;
  let tradedCents = 0;
  let left = incoming.left;
  for (const other of crossed(world.model, incoming)) {
    const shares = Math.min(left, other.left);
    if (shares === 0) break;
    const price = other.price;
    const common = { propertyId, shares, price };
    if (side === 'bid') {
      const money = accounts.userCash(by.id);
      trade(world, {
        ...common,
        seller: other.by,
        buyer: by,
        money,
        source: listedShares(other.by, propertyId),
      });
    } else {
      const money = accounts.userBidding(other.by.id);
      trade(world, { ...common, seller: by, buyer: other.by, money, source });
    }
    take(other, shares);
    left -= shares;
    tradedCents += shares * price;
  }
  return { left, tradedCents };
}

/** Cost of an incoming bid: its trades with the orders it crosses, and the reserve for the rest. */
function costOfBid(model: Model, bid: { propertyId: number; price: number; shares: number }): number {
  let left = bid.shares;
  let cost = 0;
  for (const { price, left: offered } of crossed(model, { ...bid, side: 'bid' })) {
    const shares = Math.min(left, offered);
    cost += shares * price;
    left -= shares;
  }
  return cost + left * bid.price;
}

interface Sale {
  shares: number;
  proceedsCents: number;
}

/** Sale of incoming shares to resting bids at a price, up to a number of shares. */
function saleNow(model: Model, ask: { propertyId: number; price: number }, most: number): Sale {
  let left = most;
  let proceedsCents = 0;
  for (const { price, left: wanted } of crossed(model, { ...ask, side: 'ask' })) {
    const shares = Math.min(left, wanted);
    proceedsCents += shares * price;
    left -= shares;
  }
  return { shares: most - left, proceedsCents };
}

const expecting = fc.constantFrom('nothing', 'nothing', 'this', 'this', 'more' as const);
type Expecting = typeof expecting extends fc.Arbitrary<infer Choice> ? Choice : never;

/** The sale that a seller was shown: nothing, what the book holds, or a cent more. */
function expectedSale(
  model: Model,
  choice: Expecting,
  ask: { propertyId: number; price: number; shares: number },
): { expectedSale?: Sale } {
  if (choice === 'nothing') return {};
  const { shares, proceedsCents } = saleNow(model, ask, ask.shares);
  return { expectedSale: { shares, proceedsCents: proceedsCents + (choice === 'more' ? 1 : 0) } };
}

function bringsLess(model: Model, ask: { propertyId: number; price: number }, expected: Sale | undefined) {
  if (!expected) return false;
  const { shares, proceedsCents } = saleNow(model, ask, expected.shares);
  return shares < expected.shares || proceedsCents < expected.proceedsCents;
}

const meetsOwn = (model: Model, by: Person, incoming: { side: Side; propertyId: number; price: number }) =>
  crossed(model, incoming).some((one) => one.by.id === by.id);

interface OrderInput {
  propertyId: number;
  shares: number;
  pricePerShareCents: number;
  expiresInDays: number;
}

/** An order comes in: it trades with what it meets, and the rest waits with its shares or money reserved. */
function open(world: World, side: Side, by: Person, input: OrderInput, answer: OrderReceipt) {
  const { model } = world;
  const { id } = answer;
  const { propertyId, shares, pricePerShareCents: price } = input;
  const market = marketIn(model);
  const expiresAt = Date.parse(answer.expiresAt);
  const order = {
    id,
    side,
    by,
    propertyId,
    price,
    left: shares,
    open: true,
    expiresAt,
    place: market.places,
  };
  market.places += 1;
  const { left, tradedCents } = match(world, order, freeShares(by, propertyId));
  take(order, shares - left);
  if (left > 0) {
    if (side === 'ask') move(model, left, freeShares(by, propertyId), listedShares(by, propertyId));
    else move(model, left * price, accounts.userCash(by.id), accounts.userBidding(by.id));
  }
  market.orders.push(order);
  nextOperation(world);
  return {
    propertyId,
    shares,
    pricePerShareCents: price,
    sharesTraded: shares - left,
    tradedCents,
    sharesLeft: left,
    status: left > 0 ? ('open' as const) : ('filled' as const),
  };
}

function close({ model }: World, order: Order): void {
  const { side, by, propertyId, left, price } = order;
  order.open = false;
  if (side === 'ask') move(model, left, listedShares(by, propertyId), freeShares(by, propertyId));
  else move(model, left * price, accounts.userBidding(by.id), accounts.userCash(by.id));
}

/** Closes everything that someone has open, and answers how many orders that were. */
export function closeOrdersOf(world: World, userId: string): number {
  const theirs = marketIn(world.model).orders.filter((one) => one.open && one.by.id === userId);
  for (const order of theirs) close(world, order);
  return theirs.length;
}

/** Copies the model's clock to where market functions read it. */
function look({ model, clock }: World): void {
  marketIn(model).now = () => clock.now().getTime();
}

/** Closes the live orders of a property that are outside of its band, and returns how many. */
export function closeOutsideBand(world: World, propertyId: number): number {
  const { model } = world;
  const market = marketIn(model);
  look(world);
  const outside = market.orders.filter(
    (one) =>
      one.propertyId === propertyId &&
      isLive(market, one) &&
      refusePrice(model, propertyId, one.price) !== null,
  );
  for (const order of outside) close(world, order);
  return outside.length;
}

/** Closes the orders past their expiry, of one property or of all, and returns how many. */
export function closeOverdue(world: World, propertyId?: number): number {
  const market = marketIn(world.model);
  look(world);
  const overdue = market.orders.filter((one) => one.open && !isLive(market, one));
  const asked = overdue.filter((one) => propertyId === undefined || one.propertyId === propertyId);
  for (const order of asked) close(world, order);
  return asked.length;
}

/** Marks the bids that the worker closes because the owner has corrected the property. */
export function outdateBids(model: Model, propertyId: number): void {
  for (const order of marketIn(model).orders)
    if (order.open && order.side === 'bid' && order.propertyId === propertyId) order.outdated = true;
}

/** Whether bids from before a correction are open, so that the property cannot be approved. */
export function hasOutdatedBids(model: Model, propertyId: number): boolean {
  return marketIn(model).orders.some((one) => one.open && one.outdated && one.propertyId === propertyId);
}

/** Closes the bids from before a correction. */
export function closeOutdated(world: World): void {
  for (const order of marketIn(world.model).orders) if (order.open && order.outdated) close(world, order);
}

const orderChoice = fc.record({
  who: any,
  which: any,
  sensible: often(9),
  shares: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 4 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 500 }) },
  ),
  // Few prices, so that orders meet.
  percent: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(80, 95, 100, 100, 105, 120) },
    { weight: 1, arbitrary: fc.constantFrom(1, 49, 50, 200, 201, 1_000) },
  ),
  expiresInDays: fc.constantFrom(1, 90, 90, 365),
});
type OrderChoice = typeof orderChoice extends fc.Arbitrary<infer Choice> ? Choice : never;

function orderInput(property: Offering, { shares, percent, expiresInDays }: OrderChoice): OrderInput {
  const pricePerShareCents = Math.max(1, Math.floor((property.price * percent) / 100));
  return { propertyId: property.id, shares, pricePerShareCents, expiresInDays };
}

const moreShares = (input: OrderInput) => ({ ...input, shares: input.shares + 1 });

const openListing = operation({
  name: 'resale.openListing',
  kind: 'command',
  weight: 12,
  choice: fc.record({ order: orderChoice, expects: expecting }),
  ask: (model, { order, expects }) => {
    const by = pick(model.people, order.who);
    const held = by && model.properties.filter(({ id }) => balance(model, freeShares(by, id)) > 0);
    const property = pick(order.sensible ? (held ?? []) : model.properties, order.which);
    if (!by || !property) return null;
    const input = orderInput(property, order);
    const ask = { ...input, price: input.pricePerShareCents };
    return { by, input: { ...input, ...expectedSale(model, expects, ask) } };
  },
  refusals: [
    'SHARES_NOT_HELD',
    'NOT_OPEN',
    'OFFERING_OPEN',
    'TRADING_HALTED',
    'PRICE_OUT_OF_BAND',
    'OWN_BID',
    'BIDS_CHANGED',
  ],
  refuse: (model, { by, input }) => {
    const { propertyId, shares, pricePerShareCents: price } = input;
    if (shares > balance(model, freeShares(by, propertyId))) return 'SHARES_NOT_HELD';
    const refused = refuseMarket(model, propertyId) ?? refusePrice(model, propertyId, price);
    if (refused) return refused;
    if (meetsOwn(model, by, { side: 'ask', propertyId, price })) return 'OWN_BID';
    return bringsLess(model, { propertyId, price }, input.expectedSale) ? 'BIDS_CHANGED' : null;
  },
  call: (world, { by, input, requestId }) => {
    look(world);
    return api(by).resale.openListing({ ...input, requestId });
  },
  accept: (world, { by, input }, answer) => open(world, 'ask', by, input, answer),
  keyed: { otherInput: moreOf },
});

const placeBid = operation({
  name: 'resale.placeBid',
  kind: 'command',
  weight: 12,
  choice: orderChoice,
  ask: (model, choice) => {
    const by = pick(model.people, choice.who);
    const traded = model.properties.filter((one) => refuseMarket(model, one.id) === null);
    const property = pick(choice.sensible ? traded : model.properties, choice.which);
    return by && property ? { by, input: orderInput(property, choice) } : null;
  },
  refusals: [
    'NOT_OPEN',
    'OFFERING_OPEN',
    'TRADING_HALTED',
    'MORE_THAN_ALL_SHARES',
    'PRICE_OUT_OF_BAND',
    'OWN_LISTING',
    'MONTHLY_LIMIT',
    'ANNUAL_LIMIT',
    'INSUFFICIENT_FUNDS',
  ],
  seldom: ['TRADING_HALTED', 'ANNUAL_LIMIT'],
  refuse: (model, { by, input }) => {
    const { propertyId, shares, pricePerShareCents: price } = input;
    const closed = refuseMarket(model, propertyId);
    if (closed) return closed;
    if (shares > offered(model, propertyId).totalShares) return 'MORE_THAN_ALL_SHARES';
    const badPrice = refusePrice(model, propertyId, price);
    if (badPrice) return badPrice;
    if (meetsOwn(model, by, { side: 'bid', propertyId, price })) return 'OWN_LISTING';
    const cost = costOfBid(model, { propertyId, price, shares });
    const over = refuseOverLimit(model, by, cost, model.now());
    return over ?? (cost > cashOf(model, by) ? 'INSUFFICIENT_FUNDS' : null);
  },
  call: (world, { by, input, requestId }) => {
    look(world);
    return api(by).resale.placeBid({ ...input, requestId });
  },
  accept: (world, { by, input }, answer) => open(world, 'bid', by, input, answer),
  keyed: { otherInput: moreShares },
});

const ordersOf = (model: Model, side: Side, sensible: boolean) =>
  marketIn(model).orders.filter((one) => one.side === side && (!sensible || one.open));

const buyShares = operation({
  name: 'resale.buyShares',
  kind: 'command',
  weight: 20,
  choice: fc.record({
    who: any,
    which: any,
    sensible: often(9),
    shares: fc.integer({ min: 1, max: 5 }),
    fits: often(9),
    shown: often(9).map((usual) => (usual ? 0 : 1)),
  }),
  ask: (model, { who, which, sensible, shares, fits, shown }) => {
    const by = pick(model.people, who);
    const listing = pick(ordersOf(model, 'ask', sensible), which);
    if (!by || !listing) return null;
    const wanted = fits ? Math.min(shares, Math.max(1, listing.left)) : listing.left + shares;
    const expectedTotalCents = wanted * listing.price + shown;
    return { by, input: { listingId: listing.id, shares: wanted, expectedTotalCents } };
  },
  refusals: [
    'LISTING_CLOSED',
    'TRADING_HALTED',
    'OWN_LISTING',
    'NOT_ENOUGH_SHARES',
    'PRICE_CHANGED',
    'MONTHLY_LIMIT',
    'ANNUAL_LIMIT',
    'INSUFFICIENT_FUNDS',
  ],
  seldom: [
    'LISTING_CLOSED',
    'TRADING_HALTED',
    'KEY_REUSED',
    'MONTHLY_LIMIT',
    'ANNUAL_LIMIT',
    'ACCOUNT_FROZEN',
  ],
  refuse: (model, { by, input }) => {
    const market = marketIn(model);
    const listing = market.orders.find(({ id }) => id === input.listingId) as Order;
    const { propertyId, price, left } = listing;
    if (!isLive(market, listing) || offered(model, propertyId).status !== 'approved') return 'LISTING_CLOSED';
    if (market.halted.has(propertyId)) return 'TRADING_HALTED';
    if (listing.by.id === by.id) return 'OWN_LISTING';
    if (input.shares > left) return 'NOT_ENOUGH_SHARES';
    if (input.expectedTotalCents !== input.shares * price) return 'PRICE_CHANGED';
    const over = refuseOverLimit(model, by, input.expectedTotalCents, model.now());
    return over ?? (input.expectedTotalCents > cashOf(model, by) ? 'INSUFFICIENT_FUNDS' : null);
  },
  call: (world, { by, input, requestId }) => {
    look(world);
    return api(by).resale.buyShares({ ...input, requestId });
  },
  accept: (world, { by, input: { listingId, shares } }) => {
    const listing = marketIn(world.model).orders.find(({ id }) => id === listingId) as Order;
    const { propertyId, price, by: seller } = listing;
    const money = accounts.userCash(by.id);
    const source = listedShares(seller, propertyId);
    trade(world, { seller, buyer: by, propertyId, shares, price, money, source });
    take(listing, shares);
    nextOperation(world);
    const amountCents = shares * price;
    return { listingId, propertyId, shares, pricePerShareCents: price, amountCents, totalCents: amountCents };
  },
  keyed: { otherInput: moreOf },
});

function moreOf<Input extends { shares: number }>(input: Input): Input {
  return { ...input, shares: input.shares + 1 };
}

const repriceListing = operation({
  name: 'resale.repriceListing',
  kind: 'command',
  weight: 14,
  choice: fc.record({
    which: any,
    who: any,
    own: often(7),
    sensible: often(9),
    percent: fc.constantFrom(80, 95, 100, 105, 120, 201),
    expects: expecting,
  }),
  ask: (model, { which, who, own, sensible, percent, expects }) => {
    const listing = pick(ordersOf(model, 'ask', sensible), which);
    const by = own ? listing?.by : pick(model.people, who);
    if (!listing || !by) return null;
    const { propertyId, left: shares } = listing;
    const price = Math.max(1, Math.floor((offered(model, propertyId).price * percent) / 100));
    const expected = expectedSale(model, expects, { propertyId, price, shares });
    return { by, input: { listingId: listing.id, pricePerShareCents: price, ...expected } };
  },
  refusals: [
    'ORDER_NOT_FOUND',
    'ORDER_CLOSED',
    'NOT_OPEN',
    'TRADING_HALTED',
    'PRICE_UNCHANGED',
    'PRICE_OUT_OF_BAND',
    'OWN_BID',
    'BIDS_CHANGED',
  ],
  seldom: [
    'ORDER_NOT_FOUND',
    'NOT_OPEN',
    'TRADING_HALTED',
    'OWN_BID',
    'BIDS_CHANGED',
    'ACCOUNT_FROZEN',
    'KEY_REUSED',
  ],
  refuse: (model, { by, input }) => {
    const market = marketIn(model);
    const listing = market.orders.find(({ id }) => id === input.listingId) as Order;
    const { propertyId } = listing;
    const price = input.pricePerShareCents;
    if (listing.by.id !== by.id) return 'ORDER_NOT_FOUND';
    if (!isLive(market, listing)) return 'ORDER_CLOSED';
    const closed = refuseMarket(model, propertyId);
    if (closed) return closed;
    if (listing.price === price) return 'PRICE_UNCHANGED';
    const badPrice = refusePrice(model, propertyId, price);
    if (badPrice) return badPrice;
    if (meetsOwn(model, by, { side: 'ask', propertyId, price })) return 'OWN_BID';
    return bringsLess(model, { propertyId, price }, input.expectedSale) ? 'BIDS_CHANGED' : null;
  },
  call: (world, { by, input, requestId }) => {
    look(world);
    return api(by).resale.repriceListing({ ...input, requestId });
  },
  accept: (world, { input }) => {
    const market = marketIn(world.model);
    const listing = market.orders.find(({ id }) => id === input.listingId) as Order;
    listing.price = input.pricePerShareCents;
    listing.place = market.places;
    market.places += 1;
    const before = listing.left;
    const { left, tradedCents } = match(world, listing, listedShares(listing.by, listing.propertyId));
    take(listing, before - left);
    nextOperation(world);
    const pricePerShareCents = listing.price;
    return { id: listing.id, pricePerShareCents, sharesTraded: before - left, tradedCents, sharesLeft: left };
  },
  keyed: {
    otherInput: (input) => ({ ...input, pricePerShareCents: input.pricePerShareCents + 1 }),
  },
});

const withdrawal = (side: Side, name: 'resale.cancelListing' | 'resale.cancelBid') =>
  operation({
    name,
    kind: 'command',
    whileFrozen: true,
    weight: 7,
    choice: fc.record({
      which: any,
      who: any,
      own: often(7),
      sensible: often(9),
    }),
    ask: (model, { which, who, own, sensible }) => {
      const order = pick(ordersOf(model, side, sensible), which);
      const by = own ? order?.by : pick(model.people, who);
      return order && by ? { by, input: { id: order.id } } : null;
    },
    refusals: ['ORDER_NOT_FOUND', 'ORDER_CLOSED'],
    ...(side === 'ask' && { seldom: ['ORDER_CLOSED', 'KEY_REUSED'] }),
    refuse: (model, { by, input }) => {
      const order = marketIn(model).orders.find(({ id }) => id === input.id) as Order;
      if (order.by.id !== by.id) return 'ORDER_NOT_FOUND';
      return order.open ? null : 'ORDER_CLOSED';
    },
    call: (_, { by, input: { id }, requestId }) =>
      side === 'ask'
        ? api(by).resale.cancelListing({ listingId: id, requestId })
        : api(by).resale.cancelBid({ bidId: id, requestId }),
    accept: (world, { input }) => {
      const order = marketIn(world.model).orders.find(({ id }) => id === input.id) as Order;
      close(world, order);
      return { id: order.id, status: 'cancelled' as const, sharesLeft: order.left };
    },
    keyed: {
      otherInput: () => ({ id: '01890000-0000-7000-8000-000000000000' }),
    },
  });

/** A halt that ends by itself; one by an admin stays. */
export function haltForADay(model: Model, propertyId: number, resumesAt: number): void {
  const { halted, revalued } = marketIn(model);
  revalued.set(propertyId, resumesAt);
  if (halted.get(propertyId) !== null) halted.set(propertyId, resumesAt);
}

/** Trading continues where the halt is over. */
export function resumeDue(model: Model): void {
  const { halted } = marketIn(model);
  for (const [propertyId, resumesAt] of halted)
    if (resumesAt !== null && resumesAt <= model.now()) halted.delete(propertyId);
}

const NO_PROPERTY = 2_000_000_000;
const REASON = 'The roof is being inspected.';
const REVALUED =
  'A new valuation changed the value of a share by more than 10%. Trading resumes at midnight UTC.';

const haltChoice = fc.record({
  which: any,
  sensible: often(2),
  missing: often(19).map((usual) => !usual),
  byAdmin: often(9),
});

const switching = (name: 'resale.haltTrading' | 'resale.resumeTrading', halting: boolean, weight: number) =>
  operation({
    name,
    kind: 'command',
    weight,
    choice: haltChoice,
    ask: (model, { which, sensible, missing, byAdmin }) => {
      const by = byAdmin ? model.admin : pick(model.people, which);
      const { halted } = marketIn(model);
      const fitting = model.properties.filter(({ id }) => !sensible || halted.has(id) !== halting);
      const propertyId = missing ? NO_PROPERTY : pick(fitting, which)?.id;
      return by && propertyId ? { by, input: { propertyId } } : null;
    },
    seldom: halting ? ['PROPERTY_NOT_FOUND', 'ALREADY_HALTED'] : ['HALT_NOT_OVER'],
    refusals: [
      'ADMIN_REQUIRED',
      ...(halting ? ['PROPERTY_NOT_FOUND', 'ALREADY_HALTED'] : ['NOT_HALTED', 'HALT_NOT_OVER']),
    ],
    refuse: (model, { by, input: { propertyId } }) => {
      if (!isAdmin(by)) return 'ADMIN_REQUIRED';
      if (halting && propertyId === NO_PROPERTY) return 'PROPERTY_NOT_FOUND';
      const halt = marketIn(model).halted.get(propertyId);
      if (halting) return halt === null ? 'ALREADY_HALTED' : null;
      if (halt === undefined) return 'NOT_HALTED';
      return halt !== null && halt > model.now() ? 'HALT_NOT_OVER' : null;
    },
    call: (_, { by, input }) =>
      halting
        ? api(by).resale.haltTrading({ ...input, reason: REASON })
        : api(by).resale.resumeTrading(input),
    accept: ({ model }, { input: { propertyId } }) => {
      const { halted, revalued } = marketIn(model);
      const until = revalued.get(propertyId) ?? 0;
      const goesOn = !halting && until > model.now();
      if (halting) halted.set(propertyId, null);
      else if (goesOn) halted.set(propertyId, until);
      else halted.delete(propertyId);
      const left = goesOn ? REVALUED : null;
      return { propertyId, haltReason: halting ? REASON : left };
    },
  });

const expire = operation({
  name: 'orders past their expiry are closed',
  kind: 'passage of time',
  weight: 2,
  choice: fc.record({ which: any }),
  ask: (model, { which }) => {
    const property = pick(model.properties, which);
    return property ? { by: model.admin, input: { propertyId: property.id } } : null;
  },
  refusals: [],
  refuse: () => null,
  call: ({ platform }, { input }) => closeExpired(systemOf(platform), input),
  accept: (world, { input: { propertyId } }) => ({ closed: closeOverdue(world, propertyId), done: true }),
});

/** The books and everyone's own orders are what the model says. */
async function check(world: World): Promise<void> {
  const { model } = world;
  look(world);
  const market = marketIn(model);
  for (const { id: propertyId } of model.properties) {
    const { asks, bids } = await api(model.admin).resale.book({ propertyId });
    for (const [side, levels] of [
      ['ask', asks],
      ['bid', bids],
    ] as const) {
      const expected = new Map<number, number>();
      for (const one of market.orders) {
        if (one.propertyId !== propertyId || one.side !== side || !isLive(market, one)) continue;
        expected.set(one.price, (expected.get(one.price) ?? 0) + one.left);
      }
      const sign = side === 'ask' ? 1 : -1;
      const sorted = [...expected].sort(([one], [two]) => sign * (one - two));
      expect(levels.map(({ pricePerShareCents, sharesLeft }) => [pricePerShareCents, sharesLeft])).toEqual(
        sorted,
      );
    }
    const [ask, bid] = [asks[0], bids[0]];
    if (ask && bid) expect(ask.pricePerShareCents).toBeGreaterThan(bid.pricePerShareCents);
  }
  for (const person of model.people) {
    const own = await Promise.all([
      api(person).resale.ownListings({ state: 'open', limit: 100 }),
      api(person).resale.ownBids({ state: 'open', limit: 100 }),
    ]);
    const found = own.flatMap(({ items }) => items.map(({ id, sharesLeft }) => [id, sharesLeft]));
    const expected = market.orders.filter(({ by, open }) => open && by.id === person.id);
    expect(found.sort()).toEqual(expected.map(({ id, left }) => [id, left]).sort());
  }
}

export const resale: SliceOperations = {
  operations: [
    openListing,
    placeBid,
    buyShares,
    repriceListing,
    withdrawal('ask', 'resale.cancelListing'),
    withdrawal('bid', 'resale.cancelBid'),
    switching('resale.haltTrading', true, 2),
    switching('resale.resumeTrading', false, 8),
    expire,
  ],
  check,
};
