import fc from 'fast-check';
import { expect } from 'vitest';
import { releaseProceeds } from '#features/investing/server/index.ts';
import { accounts } from '#features/ledger/server/index.ts';
import { api, type Person, systemOf } from '../../support/actors.ts';
import { acquire, nextOperation } from '../lots.ts';
import { availableOf, cashOf, type Model, move, type Offering, part, pick, type World } from '../model.ts';
import { operation, type SliceOperations } from '../operation.ts';

interface Purchase {
  id: string;
  by: Person;
  propertyId: number;
  shares: number;
  amountCents: number;
  released: boolean;
}

const purchasesIn = part<Purchase[]>(() => []);

const totalOf = (amountCents: number) => amountCents + feeOf(amountCents);

/** 2.5%, half a cent rounded up. */
function feeOf(amountCents: number): number {
  return Math.floor((amountCents * 25 + 500) / 1_000);
}

const offered = (model: Model, id: number) => model.properties.find((one) => one.id === id) as Offering;

const invest = operation({
  name: 'investing.invest',
  kind: 'command',
  weight: 32,
  choice: fc.record({
    who: fc.nat(1_000),
    which: fc.nat(1_000),
    sensible: fc.nat(9).map((one) => one > 0),
    shares: fc.oneof(
      { weight: 12, arbitrary: fc.integer({ min: 1, max: 6 }) },
      { weight: 4, arbitrary: fc.integer({ min: 1, max: 200 }) },
      { weight: 1, arbitrary: fc.constant(100_000_000) },
    ),
  }),
  ask: (model, { who, which, sensible, shares }) => {
    const by = pick(model.people, who);
    const open = model.properties.filter((one) => one.status === 'approved' && availableOf(model, one) > 0);
    const property = pick(sensible ? open : model.properties, which);
    return by && property ? { by, input: { propertyId: property.id, shares } } : null;
  },
  refusals: ['NOT_OPEN', 'NOT_ENOUGH_SHARES', 'INSUFFICIENT_FUNDS'],
  refuse: (model, { by, input }) => {
    const property = offered(model, input.propertyId);
    if (property.status !== 'approved') return 'NOT_OPEN';
    if (input.shares > availableOf(model, property)) return 'NOT_ENOUGH_SHARES';
    return totalOf(input.shares * property.price) > cashOf(model, by) ? 'INSUFFICIENT_FUNDS' : null;
  },
  call: (_, { by, input, requestId }) => api(by).investing.invest({ ...input, requestId }),
  accept: (world, { by, input }, { id }) => {
    const { model } = world;
    const { propertyId, shares } = input;
    const { name, price } = offered(model, propertyId);
    const amountCents = shares * price;
    const cash = accounts.userCash(by.id);
    move(model, amountCents, cash, accounts.propertyEscrow(propertyId));
    move(model, feeOf(amountCents), cash, accounts.propertyEscrow(propertyId));
    move(model, shares, accounts.propertyAvailable(propertyId), accounts.userShares(by.id, propertyId));
    purchasesIn(model).push({ id, by, propertyId, shares, amountCents, released: false });
    acquire(model, { owner: by, propertyId, shares, amountCents });
    nextOperation(world);
    const totalCents = totalOf(amountCents);
    const receipt = { propertyId, propertyName: name, shares, pricePerShareCents: price };
    return { ...receipt, amountCents, feeCents: totalCents - amountCents, totalCents };
  },
  keyed: { otherInput: (input) => ({ ...input, shares: input.shares + 1 }) },
});

/** Pays out what lies in escrow, as the hourly job does, which may have done it already. */
export async function releaseEscrows({ platform, model }: Pick<World, 'platform' | 'model'>): Promise<void> {
  for (const { id, owner } of model.properties) {
    const escrow = accounts.propertyEscrow(id);
    const waiting = purchasesIn(model).filter((one) => one.propertyId === id && !one.released);
    for (const purchase of waiting) {
      const fee = feeOf(purchase.amountCents);
      move(model, purchase.amountCents, escrow, accounts.userCash(owner.id));
      move(model, fee, escrow, accounts.processingFees());
      purchase.released = true;
    }
    if (waiting.length > 0) await releaseProceeds(systemOf(platform), { propertyId: id });
  }
}

async function check({ model }: World): Promise<void> {
  for (const person of model.people) {
    const { items } = await api(person).investing.investments({ limit: 500 });
    const own = purchasesIn(model).filter(({ by }) => by.id === person.id);
    expect(items.map(({ id, shares }) => [id, shares]).sort()).toEqual(
      own.map(({ id, shares }) => [id, shares]).sort(),
    );
  }
}

export const investing: SliceOperations = { operations: [invest], check };
