import type { Account } from '#features/ledger/ledger.rules.ts';
import { accounts } from '#features/ledger/server/index.ts';
import { assert } from '#kernel/assert.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { Person } from '../support/actors.ts';
import type { TestBank, TestClock } from '../support/ports.ts';

export interface Offering {
  id: number;
  owner: Person;
  name: string;
  price: number;
  totalShares: number;
  /** Value of the whole that a reviewer confirmed, and the part of it that the shares are; null of a form. */
  confirmed: { worthCents: number; equityBps: number } | null;
  yieldBps: number;
  status: 'pending' | 'approved' | 'rejected';
  /** What its owner has corrected since it was on the market; others see it once it is approved. */
  correction: { name: string; yieldBps: number } | null;
}

/** Puts a property on the market as its owner has corrected it. */
export function approve(property: Offering): void {
  Object.assign(property, { ...property.correction, correction: null, status: 'approved' });
}

/** State of a small world without asking the product: people, offerings and amounts. */
export interface Model {
  admin: Person;
  /** Another admin, who approves what the first one requests. */
  second: Person;
  /** Admins whom this world's server requires to move other people's money or power. */
  approvals: 1 | 2;
  people: Person[];
  properties: Offering[];
  /** Cents or shares by account; an account that is not here has none. */
  balances: Map<string, number>;
  /** The same for accounts of the outside or the platform, which other worlds share. */
  shared: Map<string, number>;
  /** The moment at which this world began. */
  began: number;
  /** The moment by the clock of this world, in milliseconds. */
  now(): number;
}

/** The running product, and the model of it. */
export interface World {
  platform: Platform;
  clock: TestClock;
  bank: TestBank;
  model: Model;
}

const balancesWith = ({ balances, shared }: Model, { kind }: Account) => (kind === null ? shared : balances);

export function balance(model: Model, account: Account): number {
  return balancesWith(model, account).get(account.id) ?? 0;
}

/** Moves cents or shares; what belongs to someone never goes below zero. */
export function move(model: Model, amount: number, from: Account, to: Account): void {
  const left = balance(model, from) - amount;
  assert(from.kind === null || left >= 0, `the model has no ${amount} in ${from.id}`);
  balancesWith(model, from).set(from.id, left);
  balancesWith(model, to).set(to.id, balance(model, to) + amount);
  recordChange(model, from, -amount);
  recordChange(model, to, amount);
}

interface Change {
  userId: string;
  propertyId: number;
  shares: number;
  at: number;
}

const cashChangesIn = part<{ userId: string; cents: number; at: number }[]>(() => []);

const changesIn = part<Change[]>(() => []);

/** Writes down when someone's cash or shares changed; listed ones, and reserved cash, are theirs like the rest. */
function recordChange(model: Model, { kind, userId, propertyId }: Account, amount: number): void {
  if (userId === null) return;
  if (propertyId === null) {
    cashChangesIn(model).push({ userId, cents: amount, at: model.now() });
    return;
  }
  if (kind === 'user_shares' || kind === 'user_listed') {
    changesIn(model).push({ userId, propertyId, shares: amount, at: model.now() });
  }
}

/** Shares of each holder of a property just before a moment. */
export function holdersBefore(model: Model, { id }: Offering, moment: number): Map<string, number> {
  const held = new Map<string, number>();
  for (const { userId, propertyId, shares, at } of changesIn(model)) {
    if (propertyId === id && at < moment) held.set(userId, (held.get(userId) ?? 0) + shares);
  }
  return new Map([...held].filter(([, shares]) => shares > 0));
}

/** Someone's cash just before a moment, with what is reserved for bids and on its way to the bank. */
export function cashBefore(model: Model, { id }: Person, moment: number): number {
  const changes = cashChangesIn(model).filter(({ userId, at }) => userId === id && at < moment);
  return changes.reduce((sum, { cents }) => sum + cents, 0);
}

export const isAdmin = ({ actor }: Person) => actor.role === 'admin';
export const cashOf = (model: Model, person: Person) => balance(model, accounts.userCash(person.id));
export const offered = (model: Model, id: number) =>
  model.properties.find((one) => one.id === id) as Offering;
/** Listed shares are held until they are sold. */
export const sharesOf = (model: Model, person: Person, { id }: Offering) =>
  balance(model, accounts.userShares(person.id, id)) + balance(model, accounts.userListed(person.id, id));
/** Whether someone may see a property: everyone once it is approved; else its owner, its holders and admins. */
export const sees = (model: Model, person: Person, property: Offering) =>
  property.status === 'approved' ||
  isAdmin(person) ||
  person.id === property.owner.id ||
  sharesOf(model, person, property) > 0;
export const availableOf = (model: Model, { id }: Offering) => balance(model, accounts.propertyAvailable(id));

/** Records that a slice adds to the model, made when first needed. */
export function part<Records>(make: () => Records): (model: Model) => Records {
  const known = new WeakMap<Model, Records>();
  return (model) => {
    const records = known.get(model) ?? make();
    known.set(model, records);
    return records;
  };
}

/** One of the items, chosen by any number; undefined when there are none. */
export function pick<Item>(items: readonly Item[], number: number): Item | undefined {
  return items[number % Math.max(1, items.length)];
}

/** A question of someone about what is their own. */
export function askAnyone(model: Model, { who }: { who: number }) {
  const by = pick(model.people, who);
  return by ? { by, input: null } : null;
}
