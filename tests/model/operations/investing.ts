import fc from 'fast-check';
import { expect } from 'vitest';
import { api } from '../../support/actors.ts';
import { any, momentOf, often, type When } from '../choices.ts';
import { limitsAt, monthEndOf } from '../limits.ts';
import { askAnyone, type Model, offered, pick, type World } from '../model.ts';
import { purchasesIn, totalOf } from '../offerings.ts';
import { operation, type SliceOperations } from '../operation.ts';
import { purchase, refusePurchase } from '../purchases.ts';

const momentFor = (model: Model, when: When) => momentOf(model.now(), monthEndOf(model.now()), when);

const invest = operation({
  name: 'investing.invest',
  kind: 'command',
  weight: 32,
  opens: 8,
  choice: fc.record({
    who: fc.nat(1_000),
    which: fc.nat(1_000),
    sensible: often(9),
    shares: fc.oneof(
      { weight: 12, arbitrary: fc.integer({ min: 1, max: 6 }) },
      { weight: 4, arbitrary: fc.integer({ min: 1, max: 200 }) },
      { weight: 1, arbitrary: fc.constant(100_000_000) },
      {
        weight: 3,
        arbitrary: fc.constantFrom('all that the limits leave' as const, 'one too many' as const),
      },
    ),
    when: fc.oneof(
      { weight: 24, arbitrary: fc.constant<When>('now') },
      { weight: 1, arbitrary: fc.constantFrom<When>('before', 'at') },
    ),
  }),
  ask: (model, { who, which, sensible, shares, when }) => {
    const by = pick(model.people, who);
    if (!by) return null;
    const moment = momentFor(model, when);
    const open = model.properties.filter((property) => {
      const refusal = refusePurchase(model, { by, property, shares: 1 }, moment);
      return (
        refusal === null ||
        refusal === 'BELOW_MINIMUM_ORDER' ||
        (typeof shares === 'string' && refusal.endsWith('_LIMIT'))
      );
    });
    const property = pick(sensible ? open : model.properties, which);
    if (!property) return null;
    const { monthly, annual } = limitsAt(model, by, moment);
    const most = Math.floor(Math.min(monthly.leftCents, annual.leftCents) / property.price);
    const wanted = typeof shares === 'number' ? shares : shares === 'one too many' ? most + 1 : most;
    return { by, input: { propertyId: property.id, shares: Math.max(1, wanted) } };
  },
  refusals: [
    'PROPERTY_NOT_FOUND',
    'NOT_OPEN',
    'OWN_OFFERING',
    'NOT_ENOUGH_SHARES',
    'BELOW_MINIMUM_ORDER',
    'MONTHLY_LIMIT',
    'ANNUAL_LIMIT',
    'INSUFFICIENT_FUNDS',
  ],
  seldom: ['BELOW_MINIMUM_ORDER'],
  refuse: (model, { by, input, choice }) => {
    const property = offered(model, input.propertyId);
    return refusePurchase(model, { by, property, shares: input.shares }, momentFor(model, choice.when));
  },
  call: ({ model, clock }, { by, input, choice, requestId }) => {
    clock.advance(momentFor(model, choice.when) - model.now());
    return api(by).investing.invest({ ...input, requestId });
  },
  accept: (world, { by, input }, { id }) => {
    const property = offered(world.model, input.propertyId);
    purchase(world, id, { by, property, shares: input.shares });
    const { name: propertyName, price: pricePerShareCents } = property;
    const amountCents = input.shares * pricePerShareCents;
    const totalCents = totalOf(amountCents);
    const costs = { amountCents, feeCents: totalCents - amountCents, totalCents };
    return { ...input, propertyName, pricePerShareCents, ...costs };
  },
  keyed: { otherInput: (input) => ({ ...input, shares: input.shares + 1 }) },
});

const limits = operation({
  name: 'investing.limits',
  kind: 'query',
  weight: 2,
  choice: fc.record({ who: any }),
  ask: askAnyone,
  refusals: [],
  refuse: () => null,
  call: (_, { by }) => api(by).investing.limits(),
  accept: ({ model }, { by }) => ({ kycRequired: false, ...limitsAt(model, by, model.now()) }),
});

async function check({ model }: World): Promise<void> {
  for (const person of model.people) {
    const { items } = await api(person).investing.investments({ limit: 500 });
    const own = purchasesIn(model).filter(({ by }) => by.id === person.id);
    const known = new Set(own.map(({ id }) => id));
    expect(items.map(({ id, shares, status }) => [known.has(id) ? id : null, shares, status]).sort()).toEqual(
      own.map(({ id, shares, status }) => [id, shares, status]).sort(),
    );
  }
}

export const investing: SliceOperations = { operations: [invest, limits], check };
