import { buyShares, openListing, placeBid } from '#features/resale/server/index.ts';
import { present } from '#kernel/assert.ts';
import type { UserContext } from './identities.ts';
import type { Participant, Step } from './steps.ts';

type TradingStep = Extract<Step, { do: 'list' | 'bid' | 'buy' }>;

export const isTradingStep = (step: Step): step is TradingStep =>
  step.do === 'list' || step.do === 'bid' || step.do === 'buy';

/** Plays orders and purchases on the resale market. */
export function createTradingDesk({
  as,
  propertyIdOf,
}: {
  as: (who: Participant) => UserContext;
  propertyIdOf: (property: number) => number;
}) {
  const listingIds = new Map<number, string>();

  return async function trade(step: TradingStep, requestId: string): Promise<void> {
    const person = as(step.who);
    const { shares } = step;
    if (step.do === 'buy') {
      const listingId = present(listingIds.get(step.listing), 'an open listing');
      await buyShares(person, { listingId, shares, expectedTotalCents: step.totalCents, requestId });
      return;
    }
    const propertyId = propertyIdOf(step.property);
    const order = { propertyId, shares, pricePerShareCents: step.priceCents, requestId };
    if (step.do === 'bid') await placeBid(person, order);
    else listingIds.set(step.listing, (await openListing(person, order)).id);
  };
}
