import { autoInvestOffers } from '#db/schema/auto-invest.ts';
import { quotePurchase } from '#features/investing/server/index.ts';
import { counted } from '#kernel/plural.ts';
import { formatDate } from '#kernel/time.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import { allocateShares } from '../allocation.rules.ts';
import { offeredOf } from '../auto-invest.rules.ts';
import { rankOf } from './decisions.ts';
import type { OfferedProperty, Person, RunState } from './facts.ts';
import { type Wish, wishOf } from './wish.ts';

/** Shares of a property that a person gets; `reason` explains zero. */
export interface AllocatedShares extends Wish {
  userId: string;
  wantedShares: number;
}

/** Why someone who wanted shares got as many as they did. */
function reasonOf(
  { shares, wantedShares, reason }: AllocatedShares,
  offeredShares: number,
  matchesUntil: Date | null,
): string {
  if (shares === wantedShares) return reason;
  const left = matchesUntil
    ? `the shares left by the matches of its approval, which come first on ${formatDate(matchesUntil)}`
    : 'the shares left';
  if (offeredShares === 0) return `Too few shares are left: one run may buy at most half of ${left}.`;
  if (shares === 0)
    return `More investors wanted shares than could get them: one run may buy at most half of ${left}.`;
  return `${reason} You wanted ${counted(wantedShares, 'share')}, but one run may buy at most half of ${left}.`;
}

/**
 * Decides one property for everyone in a run: the shares that each one wants, and the allocation of the offered shares.
 * Records the offer, and counts the allocated shares towards what people can still spend.
 */
export async function allocateProperty(
  { tx, newId }: Pick<Run, 'tx' | 'newId'>,
  runId: string,
  property: OfferedProperty,
  {
    people,
    state,
    budgetOf,
    isRecurring,
  }: {
    people: readonly Person[];
    state: RunState;
    /** Budget of this run for a person, without the fee. */
    budgetOf: (person: Person) => number;
    isRecurring: boolean;
  },
): Promise<AllocatedShares[]> {
  const { propertyId, minimumOrderShares, availableShares, pricePerShareCents, matches } = property;
  const wishes = people.map((person) => ({
    userId: person.userId,
    ...wishOf(person.settings, property, state.factsOf(person.userId, property), {
      amountCents: budgetOf(person),
      isRecurring,
    }),
  }));
  const wanting = wishes.filter(({ shares }) => shares > 0);
  const offeredShares = offeredOf(availableShares, minimumOrderShares, matches?.shares);
  const allocated = allocateShares(
    wanting.map(({ userId, shares }) => ({ rank: rankOf(propertyId, userId, runId), wantedShares: shares })),
    offeredShares,
    Math.min(minimumOrderShares, availableShares),
  );
  if (wanting.length > 0)
    await tx
      .insert(autoInvestOffers)
      .values({ id: newId(), runId, propertyId, offeredShares, minimumOrderShares });
  const sharesOf = new Map(wanting.map(({ userId }, at) => [userId, allocated[at] ?? 0]));
  return wishes.map(({ userId, shares: wantedShares, reason }) => {
    const shares = sharesOf.get(userId) ?? 0;
    if (shares > 0) state.spend(userId, quotePurchase(shares, pricePerShareCents));
    const own = { userId, wantedShares, shares, reason };
    return { ...own, reason: reasonOf(own, offeredShares, matches?.until ?? null) };
  });
}
