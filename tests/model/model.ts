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
  yieldBps: number;
  status: 'pending' | 'approved' | 'rejected';
}

/** What is known of a small world without asking the product: who there is, what is offered, who has how much. */
export interface Model {
  admin: Person;
  people: Person[];
  properties: Offering[];
  /** Cents or shares by account; an account that is not here has none. */
  balances: Map<string, number>;
  /** The same for accounts that stand for the outside or the platform, which other worlds share. */
  shared: Map<string, number>;
  /** The moment by the clock of this world, in milliseconds. */
  now(): number;
}

/** The product as it runs, and what the model says of it. */
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
  recordShareChange(model, from, -amount);
  recordShareChange(model, to, amount);
}

interface Change {
  userId: string;
  propertyId: number;
  shares: number;
  at: number;
}

const changesIn = part<Change[]>(() => []);

/** Writes down when someone's shares changed; listed ones are held like the others. */
function recordShareChange(model: Model, { kind, userId, propertyId }: Account, shares: number): void {
  if (userId === null || propertyId === null) return;
  if (kind === 'user_shares' || kind === 'user_listed') {
    changesIn(model).push({ userId, propertyId, shares, at: model.now() });
  }
}

/** Who held how many shares of a property just before a moment. */
export function holdersBefore(model: Model, { id }: Offering, moment: number): Map<string, number> {
  const held = new Map<string, number>();
  for (const { userId, propertyId, shares, at } of changesIn(model)) {
    if (propertyId === id && at < moment) held.set(userId, (held.get(userId) ?? 0) + shares);
  }
  return new Map([...held].filter(([, shares]) => shares > 0));
}

/** Whether someone has ever held shares of a property. */
export const hasHeld = (model: Model, person: Person, { id }: Pick<Offering, 'id'>) =>
  changesIn(model).some(({ userId, propertyId }) => userId === person.id && propertyId === id);

export const isAdmin = ({ admin }: Model, person: Person) => person.id === admin.id;
export const cashOf = (model: Model, person: Person) => balance(model, accounts.userCash(person.id));
export const offered = (model: Model, id: number) =>
  model.properties.find((one) => one.id === id) as Offering;
/** Listed shares are held until they are sold. */
export const sharesOf = (model: Model, person: Person, { id }: Offering) =>
  balance(model, accounts.userShares(person.id, id)) + balance(model, accounts.userListed(person.id, id));
/** Who may see a property: everyone once it is approved; else its owner, its holders and admins. */
export const sees = (model: Model, person: Person, property: Offering) =>
  property.status === 'approved' ||
  isAdmin(model, person) ||
  person.id === property.owner.id ||
  sharesOf(model, person, property) > 0;
export const availableOf = (model: Model, { id }: Offering) => balance(model, accounts.propertyAvailable(id));

/** What a slice adds to the model: its own records, made when they are first asked for. */
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
