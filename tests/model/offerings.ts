import { accounts } from '#features/ledger/server/index.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import type { Person } from '../support/actors.ts';
import { annul, type Lot } from './lots.ts';
import { availableOf, balance, type Model, move, type Offering, part } from './model.ts';
import { promotionIn } from './promotions.ts';
import { isAffiliate } from './twins.ts';

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
  /** Its proceeds are paid to the owner. */
  released: boolean;
}

export interface Terms {
  minimumShares: number;
  fundingDays: number;
  /** Without one, the present minimum order stays. */
  minimumOrderShares?: number | undefined;
}

/** Offering of a property. */
interface Funding extends Terms {
  minimumOrderShares: number;
  status: 'open' | 'funded' | 'failed';
  /** Null before approval, and without a minimum. */
  deadline: number | null;
  refunded: boolean;
  /** Since when its shares are their holders' own. */
  fundedAt: number | null;
  /** When it was approved, for the first time or again. */
  approvedAt: number | null;
  /** Repayment of a mortgage from its proceeds before the owner gets anything, and the amount repaid so far. */
  repaymentCents: number;
  repaidCents: number;
  /** An admin has put its release on hold. */
  onHold: boolean;
}

export const CANCELLATION_WINDOW_MS = 48 * HOUR;

export const purchasesIn = part<Purchase[]>(() => []);
const fundingsIn = part<Map<number, Funding>>(() => new Map());

export const fundingOf = (model: Model, { id }: Pick<Offering, 'id'>) => fundingsIn(model).get(id) as Funding;
export const soldOf = (model: Model, property: Offering) =>
  property.totalShares - availableOf(model, property);
/** Shares that count for the minimum: those that the owner holds, by any account, do not. */
function countedOf(model: Model, property: Offering): number {
  const { id } = property;
  const owners = model.people.filter((person) => isAffiliate(model, property, person.id));
  const heldBy = ({ id: userId }: Person) =>
    balance(model, accounts.userShares(userId, id)) + balance(model, accounts.userListed(userId, id));
  return soldOf(model, property) - owners.reduce((sum, person) => sum + heldBy(person), 0);
}
const openPurchasesOf = (model: Model, { id }: Offering) =>
  purchasesIn(model).filter(({ propertyId, status }) => propertyId === id && status === 'active');

const inEscrowOf = (model: Model, property: Offering) =>
  openPurchasesOf(model, property).filter(({ released }) => !released);

/** 2.5%, half a cent rounded up. */
export function feeOf(amountCents: number): number {
  return Math.floor((amountCents * 25 + 500) / 1_000);
}

export const totalOf = (amountCents: number) => amountCents + feeOf(amountCents);

/** Records the terms of a new property. */
export function offer(model: Model, property: Offering, terms: Terms, repaymentCents = 0): void {
  fundingsIn(model).set(property.id, {
    ...terms,
    minimumOrderShares: terms.minimumOrderShares ?? 1,
    status: 'open',
    deadline: null,
    refunded: false,
    fundedAt: null,
    approvedAt: null,
    repaymentCents,
    repaidCents: 0,
    onHold: false,
  });
  setTerms(model, property, terms);
}

/** Gives an offering these terms from its first moment; without a minimum there is nothing to wait for. */
export function setTerms(model: Model, property: Offering, terms: Terms): void {
  const { minimumShares, fundingDays } = terms;
  const { minimumOrderShares = fundingOf(model, property).minimumOrderShares } = terms;
  const runs = minimumShares > 0 && property.status === 'approved';
  Object.assign(fundingOf(model, property), {
    minimumShares,
    fundingDays,
    minimumOrderShares: Math.min(minimumOrderShares, property.totalShares),
    status: minimumShares > 0 ? 'open' : 'funded',
    deadline: runs ? model.now() + fundingDays * DAY : null,
    refunded: false,
    fundedAt: minimumShares > 0 ? null : model.now(),
  });
}

/** The property is approved: its offering begins, or continues when it has begun and sold shares. Says whether it begins. */
export function start(model: Model, property: Offering): boolean {
  const funding = fundingOf(model, property);
  const begins = beginsAtApproval(model, property);
  if (begins) setTerms(model, property, funding);
  if (begins || funding.approvedAt === null) funding.approvedAt = model.now();
  return begins;
}

/** Whether approval begins an offering; one that has begun and sold shares continues, as does a funded one. */
export function beginsAtApproval(model: Model, property: Offering): boolean {
  const { status, deadline } = fundingOf(model, property);
  const runs = status === 'open' && deadline !== null && soldOf(model, property) > 0;
  return status !== 'funded' && !runs;
}

/** A funded offering brings all that it repays. */
export function refuseRepayment(repaymentCents: number, price: number, minimumShares: number): string | null {
  return repaymentCents > price * minimumShares ? 'REPAYMENT_TOO_HIGH' : null;
}

/** A corrected property waits for review on these terms; a funded offering whose terms stay continues as it is. */
export function offerAgain(model: Model, property: Offering, terms: Terms, termsChanged: boolean): void {
  if (termsChanged || fundingOf(model, property).status !== 'funded') setTerms(model, property, terms);
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

/** Until when a purchase can be canceled; null when it cannot at any time. */
export function cancelEndOf(model: Model, { propertyId, status, at }: Purchase): number | null {
  const deadline = deadlineOf(model, { id: propertyId });
  return status === 'active' && deadline !== null ? Math.min(deadline, at + CANCELLATION_WINDOW_MS) : null;
}

/** When an open offering closes: once its minimum is sold and nobody can still cancel, or at its deadline. */
export function closesAt(model: Model, property: Offering): number | null {
  const deadline = deadlineOf(model, property);
  if (deadline === null || countedOf(model, property) < fundingOf(model, property).minimumShares)
    return deadline;
  return Math.min(
    deadline,
    CANCELLATION_WINDOW_MS + Math.max(...openPurchasesOf(model, property).map(({ at }) => at)),
  );
}

/** Closes an offering whose time has come, or whose property is rejected; in review or on hold it is not funded. */
export function close(model: Model, property: Offering): 'funded' | 'failed' | null {
  const closing = closesAt(model, property);
  const rejected = property.status === 'rejected';
  if (closing === null || (model.now() < closing && !rejected)) return null;
  const funding = fundingOf(model, property);
  if (!rejected && countedOf(model, property) >= funding.minimumShares) {
    if (property.status === 'pending' || funding.onHold) return null;
    funding.status = 'funded';
    funding.fundedAt = model.now();
    release(model, property);
    return 'funded';
  }
  funding.status = 'failed';
  property.status = 'rejected';
  return 'failed';
}

/**
 * Pays out what lies in the escrow of a funded offering that is neither off the market nor on hold: first to the lender,
 * then to the owner. Says what the owner gets.
 */
export function release(model: Model, property: Offering): number {
  const funding = fundingOf(model, property);
  const { onHold, repaymentCents, repaidCents } = funding;
  if (!isFunded(model, property) || property.status !== 'approved' || onHold) return 0;
  const { id, owner } = property;
  const escrow = accounts.propertyEscrow(id);
  const waiting = inEscrowOf(model, property);
  for (const purchase of waiting) {
    move(model, feeOf(purchase.amountCents), escrow, accounts.processingFees());
    purchase.released = true;
  }
  const proceedsCents = waiting.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const lenderCents = Math.min(proceedsCents, repaymentCents - repaidCents);
  move(model, lenderCents, escrow, accounts.propertyMortgage(id));
  move(model, proceedsCents - lenderCents, escrow, accounts.userCash(owner.id));
  funding.repaidCents += lenderCents;
  return proceedsCents - lenderCents;
}

/** Whether a referral reward became this purchase. */
export const isReward = (model: Model, { id, by }: Purchase) =>
  id !== null && promotionIn(model).rewards.get(by.id) === id;

/** Gives back a purchase in full: all that was paid for it, and its shares. What a reward bought opens it again. */
export function giveBack(model: Model, purchase: Purchase, status: 'cancelled' | 'refunded'): void {
  const { by, propertyId, shares, amountCents, lot } = purchase;
  move(model, totalOf(amountCents), accounts.propertyEscrow(propertyId), accounts.userCash(by.id));
  move(model, shares, accounts.userShares(by.id, propertyId), accounts.propertyAvailable(propertyId));
  if (isReward(model, purchase)) {
    move(model, totalOf(amountCents), accounts.userCash(by.id), accounts.promotions());
    promotionIn(model).rewards.set(by.id, null);
  }
  annul(model, lot);
  purchase.status = status;
}

/** A funded offering has money in escrow that is given back, since its property was rejected. */
const isRejectedWithEscrow = (model: Model, property: Offering) =>
  isFunded(model, property) && property.status === 'rejected';

/** The purchases to refund; of a funded offering those whose shares are neither sold nor listed. */
function refundableOf(model: Model, property: Offering): Purchase[] {
  if (isRefunding(model, property)) return inEscrowOf(model, property);
  if (!isRejectedWithEscrow(model, property)) return [];
  return inEscrowOf(model, property).filter(
    ({ by, lot, shares }) =>
      lot.sold === 0 && balance(model, accounts.userShares(by.id, property.id)) >= shares,
  );
}

/** Refunds a number of investors, in the order of their ids. */
export function refund(model: Model, property: Offering, most: number): { refunded: number; done: boolean } {
  if (!isRefunding(model, property) && !isRejectedWithEscrow(model, property))
    return { refunded: 0, done: true };
  const next = [...new Set(refundableOf(model, property).map(({ by }) => by.id))].sort().slice(0, most);
  let refunded = 0;
  for (const purchase of refundableOf(model, property)) {
    // An earlier refund may have taken the free shares of this one.
    if (!next.includes(purchase.by.id) || !refundableOf(model, property).includes(purchase)) continue;
    giveBack(model, purchase, 'refunded');
    refunded += 1;
  }
  const done = refundableOf(model, property).length === 0;
  if (isRefunding(model, property)) fundingOf(model, property).refunded = done;
  return { refunded, done };
}

/** Closes, pays out and refunds whatever is due, as the worker does. */
export function closeOfferings(model: Model): void {
  for (const property of model.properties) {
    close(model, property);
    refund(model, property, model.people.length);
    release(model, property);
  }
}

/** Public view of an offering, but for its moments. */
export function offeringShown(model: Model, property: Offering) {
  const { onHold, status, deadline, refunded, repaymentCents, ...terms } = fundingOf(model, property);
  const { minimumShares, fundingDays, minimumOrderShares } = terms;
  const soldOut = status === 'funded' && availableOf(model, property) === 0;
  return {
    state: soldOut ? ('closed' as const) : status,
    minimumShares,
    fundingDays,
    minimumOrderShares,
    mortgageRepaymentCents: repaymentCents,
    targetCents: minimumShares * property.price,
    raisedCents: (status === 'open' ? countedOf : soldOf)(model, property) * property.price,
    refunded,
    ...(!onHold && { hold: null }),
    ...(deadline === null && { deadline }),
  };
}
