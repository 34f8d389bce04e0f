import { accounts } from '#features/ledger/server/index.ts';
import type { Person } from '../support/actors.ts';
import { refuseOverLimit } from './limits.ts';
import { acquire, nextOperation } from './lots.ts';
import { availableOf, cashOf, type Model, move, type Offering, sees, type World } from './model.ts';
import { deadlineOf, feeOf, fundingOf, isOverdue, purchasesIn, totalOf } from './offerings.ts';
import { isAffiliate } from './twins.ts';

interface Order {
  by: Person;
  property: Offering;
  shares: number;
}

/** Why a purchase at a moment is refused, or null. */
export function refusePurchase(model: Model, order: Order, moment: number): string | null {
  const { by, property, shares } = order;
  const isPoor = totalOf(shares * property.price) > cashOf(model, by);
  return refuseOrder(model, order, moment) ?? (isPoor ? 'INSUFFICIENT_FUNDS' : null);
}

/** Why a purchase at a moment is refused, whatever money there is for it, or null. */
export function refuseOrder(model: Model, { by, property, shares }: Order, moment: number): string | null {
  if (!sees(model, by, property)) return 'PROPERTY_NOT_FOUND';
  if (property.status !== 'approved' || isOverdue(model, property, moment)) return 'NOT_OPEN';
  if (isAffiliate(model, property, by.id) && deadlineOf(model, property) !== null) return 'OWN_OFFERING';
  if (shares > availableOf(model, property)) return 'NOT_ENOUGH_SHARES';
  const { minimumOrderShares } = fundingOf(model, property);
  if (shares < minimumOrderShares && shares < availableOf(model, property)) return 'BELOW_MINIMUM_ORDER';
  return refuseOverLimit(model, by, shares * property.price, moment);
}

/** Buys on the primary market; what a distribution buys has no answer that would name its id. */
export function purchase(world: World, id: string | null, { by, property, shares }: Order): void {
  const { model } = world;
  const { id: propertyId, price } = property;
  const amountCents = shares * price;
  const cash = accounts.userCash(by.id);
  move(model, amountCents, cash, accounts.propertyEscrow(propertyId));
  move(model, feeOf(amountCents), cash, accounts.propertyEscrow(propertyId));
  move(model, shares, accounts.propertyAvailable(propertyId), accounts.userShares(by.id, propertyId));
  const lot = acquire(model, { owner: by, propertyId, shares, amountCents });
  const bought = { id, by, propertyId, shares, amountCents, lot, at: model.now() };
  purchasesIn(model).push({ ...bought, status: 'active', released: false });
  nextOperation(world);
}
