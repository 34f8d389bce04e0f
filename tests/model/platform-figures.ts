import { dayText } from '#kernel/time.ts';
import { statementsIn } from './distributions.ts';
import { type Model, type Offering, sharesOf } from './model.ts';
import { fundingOf, isFunded, purchasesIn, soldOf } from './offerings.ts';
import { valuationOf } from './valuations.ts';

export interface DayFigures {
  propertyId: number;
  day: string;
  raisedCents: number;
  paidCents: number;
}

export type PlatformFigures = ReturnType<typeof platformFiguresOf>;

/** What a world adds to the platform analytics, by their definitions in docs/product.md. */
export function platformFiguresOf(model: Model) {
  const days = daysOf(model);
  return {
    days,
    properties: model.properties.map((property) => propertyRow(model, property, days)),
    investors: model.people
      .filter((person) => model.properties.some((property) => sharesOf(model, person, property) > 0))
      .map(({ id }) => id)
      .sort(),
  };
}

/** A purchase counts on its day unless it was refunded, a distribution on the day on which its last holder was paid. */
function daysOf(model: Model): DayFigures[] {
  const days = new Map<string, DayFigures>();
  const add = (propertyId: number, moment: number | string, raisedCents: number, paidCents: number) => {
    const day = dayText(new Date(moment));
    const before = days.get(`${propertyId} ${day}`) ?? { raisedCents: 0, paidCents: 0 };
    days.set(`${propertyId} ${day}`, {
      propertyId,
      day,
      raisedCents: before.raisedCents + raisedCents,
      paidCents: before.paidCents + paidCents,
    });
  };
  for (const { propertyId, at, amountCents, status } of purchasesIn(model))
    if (status === 'active') add(propertyId, at, amountCents, 0);
  for (const { property, paidAt, payouts } of statementsIn(model))
    if (paidAt !== null && payouts.length > 0) add(property.id, paidAt, 0, sumOf(payouts, 'amountCents'));
  return [...days.values()].sort(
    (one, two) => one.propertyId - two.propertyId || (one.day < two.day ? -1 : 1),
  );
}

function propertyRow(model: Model, property: Offering, days: readonly DayFigures[]) {
  const { id, name, status, price, yieldBps } = property;
  const own = days.filter(({ propertyId }) => propertyId === id);
  const raisedCents = sumOf(own, 'raisedCents');
  const isPaidOut = purchasesIn(model).some(({ propertyId, released }) => propertyId === id && released);
  const stages = [
    fundingOf(model, property).approvedAt !== null,
    raisedCents > 0,
    isFunded(model, property),
    isPaidOut,
  ];
  return {
    id,
    name,
    status,
    valuationCents: valuationOf(model, property),
    equitySoldCents: soldOf(model, property) * price,
    investorCount: model.people.filter((person) => sharesOf(model, person, property) > 0).length,
    yieldBps,
    raisedCents,
    /** How many of the stages of an offering it has reached, each within the one before. */
    stage: [...stages, false].indexOf(false),
  };
}

export const sumOf = <Key extends string>(items: readonly Record<Key, number>[], key: Key): number =>
  items.reduce((sum, item) => sum + item[key], 0);
