import { type Model, offered } from './model.ts';
import { CANCELLATION_WINDOW_MS, fundingOf, isReward, purchasesIn } from './offerings.ts';
import { promotionIn } from './promotions.ts';
import { isSamePerson, taxNumbersIn } from './twins.ts';

/** Whether someone has a purchase that counts for their inviter: past its cancellation, funded, by their own money. */
export const hasInvested = (model: Model, userId: string): boolean =>
  purchasesIn(model).some(
    (one) =>
      one.by.id === userId &&
      one.status === 'active' &&
      one.at <= model.now() - CANCELLATION_WINDOW_MS &&
      fundingOf(model, offered(model, one.propertyId)).status === 'funded' &&
      !isReward(model, one),
  );

/**
 * The number of people, by their tax numbers, whom a verified person has invited and who have invested. All accounts are
 * older than the invitations here, so someone with another account counts only if the same person invited that one.
 */
export function successfulReferrals(model: Model, inviterId: string): number {
  const numbers = taxNumbersIn(model);
  if (!numbers.has(inviterId)) return 0;
  const { inviters } = promotionIn(model);
  const invested = [...inviters]
    .filter(([invited, inviter]) => inviter === inviterId && hasInvested(model, invited))
    .map(([invited]) => invited)
    .filter((invited) => !isSamePerson(model, invited, inviterId))
    .filter((invited) =>
      model.people.every(({ id }) => !isSamePerson(model, id, invited) || inviters.get(id) === inviterId),
    );
  return new Set(invested.flatMap((invited) => numbers.get(invited) ?? [])).size;
}
