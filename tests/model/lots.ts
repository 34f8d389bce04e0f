import type { Person } from '../support/actors.ts';
import { type Model, part, type World } from './model.ts';

/** Shares that someone got at once, and the rest of them. */
export interface Lot {
  owner: Person;
  propertyId: number;
  shares: number;
  sold: number;
  amountCents: number;
  /** The lots of one operation are in no order that a model could know. */
  operation: number;
}

const lotsIn = part<Lot[]>(() => []);
const operationsIn = part<{ count: number }>(() => ({ count: 0 }));
const unknownIn = part<Set<string>>(() => new Set());

const keyOf = (owner: Person, propertyId: number) => `${owner.id} ${propertyId}`;

/** Begins an operation by which shares are acquired; each has a moment of its own, so that lots have an order. */
export function nextOperation({ model, clock }: World): void {
  clock.advance(1);
  operationsIn(model).count += 1;
}

export function acquire(
  model: Model,
  lot: Pick<Lot, 'owner' | 'propertyId' | 'shares' | 'amountCents'>,
): Lot {
  const acquired = { ...lot, sold: 0, operation: operationsIn(model).count };
  lotsIn(model).push(acquired);
  return acquired;
}

/** Takes back a lot whose purchase was canceled or refunded, as if it had never been bought. */
export function annul(model: Model, lot: Lot): void {
  lotsIn(model).splice(lotsIn(model).indexOf(lot), 1);
}

/** Takes sold shares from the oldest lots of a holding. */
export function sellOldest(model: Model, owner: Person, propertyId: number, shares: number): void {
  let wanted = shares;
  for (const lot of openLots(model, owner, propertyId)) {
    const taken = Math.min(wanted, lot.shares - lot.sold);
    lot.sold += taken;
    wanted -= taken;
    if (wanted > 0) continue;
    const twins = lotsIn(model).filter((one) => one.operation === lot.operation && one.owner.id === owner.id);
    if (twins.length > 1 && twins.some((one) => one.sold < one.shares)) {
      unknownIn(model).add(keyOf(owner, propertyId));
    }
    return;
  }
}

/** Amount paid, without fees, for the shares that someone still holds; null when only the product can know. */
export function investedCents(model: Model, owner: Person): number | null {
  let sum = 0;
  for (const lot of lotsIn(model)) {
    if (lot.owner.id !== owner.id || lot.sold === lot.shares) continue;
    if (unknownIn(model).has(keyOf(owner, lot.propertyId))) return null;
    sum += lot.amountCents - costOf(lot, lot.sold);
  }
  return sum;
}

function openLots(model: Model, owner: Person, propertyId: number): Lot[] {
  return lotsIn(model).filter(
    (lot) => lot.owner.id === owner.id && lot.propertyId === propertyId && lot.sold < lot.shares,
  );
}

/** Cost of the first shares of a lot, half a cent rounded up. */
function costOf({ shares, amountCents }: Lot, first: number): number {
  return Math.floor((2 * amountCents * first + shares) / (2 * shares));
}
