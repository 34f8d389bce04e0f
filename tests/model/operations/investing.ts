import fc from 'fast-check';
import { expect } from 'vitest';
import { accounts } from '#features/ledger/server/index.ts';
import { api } from '../../support/actors.ts';
import { acquire, nextOperation } from '../lots.ts';
import { availableOf, cashOf, type Model, move, type Offering, pick, type World } from '../model.ts';
import { feeOf, isOverdue, purchasesIn, totalOf } from '../offerings.ts';
import { operation, type SliceOperations } from '../operation.ts';

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
    if (property.status !== 'approved' || isOverdue(model, property)) return 'NOT_OPEN';
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
    const lot = acquire(model, { owner: by, propertyId, shares, amountCents });
    const purchase = { id, by, propertyId, shares, amountCents, lot, at: model.now() };
    purchasesIn(model).push({ ...purchase, status: 'active', released: false });
    nextOperation(world);
    const totalCents = totalOf(amountCents);
    const receipt = { propertyId, propertyName: name, shares, pricePerShareCents: price };
    return { ...receipt, amountCents, feeCents: totalCents - amountCents, totalCents };
  },
  keyed: { otherInput: (input) => ({ ...input, shares: input.shares + 1 }) },
});

async function check({ model }: World): Promise<void> {
  for (const person of model.people) {
    const { items } = await api(person).investing.investments({ limit: 500 });
    const own = purchasesIn(model).filter(({ by }) => by.id === person.id);
    expect(items.map(({ id, shares, status }) => [id, shares, status]).sort()).toEqual(
      own.map(({ id, shares, status }) => [id, shares, status]).sort(),
    );
  }
}

export const investing: SliceOperations = { operations: [invest], check };
