import { WASH_WINDOW_DAYS } from '#features/resale/resale.rules.ts';
import { DAY } from '#kernel/time.ts';

interface TradeParties {
  propertyId: number;
  sellerId: string;
  buyerId: string;
  at: Date;
}

/** Whether two accounts were known as one person's when a trade was made. */
type IsSamePerson = (one: string, other: string) => boolean;

/**
 * Whether two trades are wash trades: one sells shares of a property to someone, the other buys shares of it back from
 * the same person, by any of their accounts, within 30 days, in any number and at any price. The product decides this in
 * SQL, which tests compare with this reference.
 */
export function areWashTrades(one: TradeParties, other: TradeParties, isSamePerson: IsSamePerson): boolean {
  return (
    one.propertyId === other.propertyId &&
    isSamePerson(one.sellerId, other.buyerId) &&
    isSamePerson(one.buyerId, other.sellerId) &&
    Math.abs(one.at.getTime() - other.at.getTime()) <= WASH_WINDOW_DAYS * DAY
  );
}
