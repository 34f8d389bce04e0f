import fc from 'fast-check';
import { api, type Person } from '../../support/actors.ts';
import { investedCents } from '../lots.ts';
import { askAnyone, cashOf, type Model, sharesOf } from '../model.ts';
import { isFunded } from '../offerings.ts';
import { operation, type SliceOperations } from '../operation.ts';
import { shareValueOf } from '../valuations.ts';

/** A twelfth of the yield on what the shares cost, half a cent rounded up. */
function monthlyIncome(valueCents: number, yieldBps: number): number {
  return Math.floor((valueCents * yieldBps + 60_000) / 120_000);
}

function figuresOf(model: Model, person: Person) {
  const held = model.properties
    .map((property) => ({ ...property, shares: sharesOf(model, person, property) }))
    .filter(({ shares }) => shares > 0);
  const invested = investedCents(model, person);
  const sum = (figures: number[]) => figures.reduce((total, one) => total + one, 0);
  return {
    propertyCount: held.length,
    totalShares: sum(held.map(({ shares }) => shares)),
    totalValueCents: sum(held.map(({ shares, ...property }) => shares * shareValueOf(model, property))),
    monthlyIncomeCents: sum(
      held
        .filter((property) => isFunded(model, property))
        .map(({ shares, price, yieldBps }) => monthlyIncome(shares * price, yieldBps)),
    ),
    ...(invested !== null && { totalInvestedCents: invested }),
    availableCashCents: cashOf(model, person),
  };
}

const overview = operation({
  name: 'portfolio.overview',
  kind: 'query',
  weight: 4,
  choice: fc.record({ who: fc.nat(1_000) }),
  ask: askAnyone,
  refusals: [],
  refuse: () => null,
  call: (_, { by }) => api(by).portfolio.overview(),
  accept: ({ model }, { by }) => figuresOf(model, by),
});

export const portfolio: SliceOperations = { operations: [overview] };
