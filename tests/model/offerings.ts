import { accounts } from '#features/ledger/server/index.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import type { Person } from '../support/actors.ts';
import { annul, type Lot } from './lots.ts';
import { availableOf, type Model, move, type Offering, part } from './model.ts';

export interface Purchase {
  /** Null when a distribution bought it. */
  id: string | null;
  by: Person;
  propertyId: number;
  shares: number;
  amountCents: number;
  lot: Lot;
  at: number;
  status: 'active' | 'cancelled' | 'refunded';
  /** What it brought is the owner's. */
  released: boolean;
}

export interface Terms {
  minimumShares: number;
  fundingDays: number;
}

/** How the offering of a property stands. */
interface Funding extends Terms {
  status: 'open' | 'funded' | 'failed';
  /** Null before approval, and without a minimum. */
  deadline: number | null;
  refunded: boolean;
  /** Since when its shares are their holders' own. */
  fundedAt: number | null;
  /** When it was approved, for the first time or to begin anew. */
  approvedAt: number | null;
}

export const CANCELLABLE_FOR = 48 * HOUR;

export const purchasesIn = part<Purchase[]>(() => []);
const fundingsIn = part<Map<number, Funding>>(() => new Map());

export const fundingOf = (model: Model, { id }: Pick<Offering, 'id'>) => fundingsIn(model).get(id) as Funding;
const soldOf = (model: Model, property: Offering) => property.totalShares - availableOf(model, property);
const standingOf = (model: Model, { id }: Offering) =>
  purchasesIn(model).filter(({ propertyId, status }) => propertyId === id && status === 'active');

/** 2.5%, half a cent rounded up. */
export function feeOf(amountCents: number): number {
  return Math.floor((amountCents * 25 + 500) / 1_000);
}

export const totalOf = (amountCents: number) => amountCents + feeOf(amountCents);

/** Writes down the terms of a new property. */
export function offer(model: Model, property: Offering, terms: Terms): void {
  fundingsIn(model).set(property.id, {
    ...terms,
    status: 'open',
    deadline: null,
    refunded: false,
    fundedAt: null,
    approvedAt: null,
  });
  setTerms(model, property, terms);
}

/** Gives an offering these terms from its first moment; without a minimum there is nothing to wait for. */
export function setTerms(model: Model, property: Offering, { minimumShares, fundingDays }: Terms): void {
  const runs = minimumShares > 0 && property.status === 'approved';
  Object.assign(fundingOf(model, property), {
    minimumShares,
    fundingDays,
    status: minimumShares > 0 ? 'open' : 'funded',
    deadline: runs ? model.now() + fundingDays * DAY : null,
    refunded: false,
    fundedAt: minimumShares > 0 ? null : model.now(),
  });
}

/** The property is approved: its offering begins, or goes on when it has begun and sold shares. */
export function start(model: Model, property: Offering): void {
  const funding = fundingOf(model, property);
  const runs = funding.status === 'open' && funding.deadline !== null && soldOf(model, property) > 0;
  const goesOn = funding.status === 'funded' || runs;
  if (!goesOn) setTerms(model, property, funding);
  if (!goesOn || funding.approvedAt === null) funding.approvedAt = model.now();
}

export const isFunded = (model: Model, property: Offering) => fundingOf(model, property).status === 'funded';

/** The offering has failed, and not every purchase is refunded. */
export function isRefunding(model: Model, property: Offering): boolean {
  const { status, refunded } = fundingOf(model, property);
  return status === 'failed' && !refunded;
}

/** The deadline of an open offering; null when it is not running. */
export function deadlineOf(model: Model, property: Pick<Offering, 'id'>): number | null {
  const { status, deadline } = fundingOf(model, property);
  return status === 'open' ? deadline : null;
}

/** The deadline is over, and the offering waits to be closed. */
export function isOverdue(model: Model, property: Offering, moment: number): boolean {
  return moment >= (deadlineOf(model, property) ?? Number.POSITIVE_INFINITY);
}

/** Until when a purchase can be cancelled; null when it cannot at any time. */
export function cancelEndOf(model: Model, { propertyId, status, at }: Purchase): number | null {
  const deadline = deadlineOf(model, { id: propertyId });
  return status === 'active' && deadline !== null ? Math.min(deadline, at + CANCELLABLE_FOR) : null;
}

/** When an open offering closes: once its minimum is sold and nobody can cancel any more, or at its deadline. */
export function closesAt(model: Model, property: Offering): number | null {
  const deadline = deadlineOf(model, property);
  if (deadline === null || soldOf(model, property) < fundingOf(model, property).minimumShares)
    return deadline;
  return Math.min(deadline, CANCELLABLE_FOR + Math.max(...standingOf(model, property).map(({ at }) => at)));
}

/** Closes an offering whose time has come, or whose property is rejected; in review it is not funded. */
export function close(model: Model, property: Offering): 'funded' | 'failed' | null {
  const closing = closesAt(model, property);
  const rejected = property.status === 'rejected';
  if (closing === null || (model.now() < closing && !rejected)) return null;
  const funding = fundingOf(model, property);
  if (!rejected && soldOf(model, property) >= funding.minimumShares) {
    if (property.status === 'pending') return null;
    funding.status = 'funded';
    funding.fundedAt = model.now();
    release(model, property);
    return 'funded';
  }
  funding.status = 'failed';
  property.status = 'rejected';
  return 'failed';
}

/** Pays out what lies in the escrow of a funded offering: to its owner, and the fees to the platform. */
export function release(model: Model, property: Offering): number {
  if (!isFunded(model, property)) return 0;
  const { id, owner } = property;
  const escrow = accounts.propertyEscrow(id);
  const waiting = standingOf(model, property).filter(({ released }) => !released);
  for (const purchase of waiting) {
    move(model, purchase.amountCents, escrow, accounts.userCash(owner.id));
    move(model, feeOf(purchase.amountCents), escrow, accounts.processingFees());
    purchase.released = true;
  }
  return waiting.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** Gives back a purchase in full: all that was paid for it, and its shares. */
export function giveBack(model: Model, purchase: Purchase, status: 'cancelled' | 'refunded'): void {
  const { by, propertyId, shares, amountCents, lot } = purchase;
  move(model, totalOf(amountCents), accounts.propertyEscrow(propertyId), accounts.userCash(by.id));
  move(model, shares, accounts.userShares(by.id, propertyId), accounts.propertyAvailable(propertyId));
  annul(model, lot);
  purchase.status = status;
}

/** Refunds the first so many investors of a failed offering, in the order of their ids. */
export function refund(model: Model, property: Offering, most: number): { refunded: number; done: boolean } {
  if (!isRefunding(model, property)) return { refunded: 0, done: true };
  const standing = standingOf(model, property);
  const next = [...new Set(standing.map(({ by }) => by.id))].sort().slice(0, most);
  const due = standing.filter(({ by }) => next.includes(by.id));
  for (const purchase of due) giveBack(model, purchase, 'refunded');
  const done = due.length === standing.length;
  fundingOf(model, property).refunded = done;
  return { refunded: due.length, done };
}

/** Closes, pays out and refunds whatever is due, as the worker does. */
export function settleOfferings(model: Model): void {
  for (const property of model.properties) {
    close(model, property);
    refund(model, property, model.people.length);
    release(model, property);
  }
}

/** What everybody is shown of an offering, but for its moments. */
export function offeringShown(model: Model, property: Offering) {
  const { status, minimumShares, fundingDays, deadline, refunded } = fundingOf(model, property);
  const soldOut = status === 'funded' && availableOf(model, property) === 0;
  return {
    state: soldOut ? ('closed' as const) : status,
    minimumShares,
    fundingDays,
    targetCents: minimumShares * property.price,
    raisedCents: soldOf(model, property) * property.price,
    refunded,
    ...(deadline === null && { deadline }),
  };
}
