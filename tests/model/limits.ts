import { accounts } from '#features/ledger/ledger.rules.ts';
import type { Person } from '../support/actors.ts';
import { monthOf, startOf, yearOf } from './calendar.ts';
import { balance, type Model, part } from './model.ts';
import { purchasesIn } from './offerings.ts';
import { isSamePerson } from './twins.ts';

/** Low enough for people of a small world to reach them. */
const LIMITS = { month: 120_000, year: 140_000 };

/** The limits as an operator sets them. */
export const limitSettings = {
  INVEST_LIMIT_MONTHLY_CENTS: String(LIMITS.month),
  INVEST_LIMIT_ANNUAL_CENTS: String(LIMITS.year),
};

/** When the month of a moment is over, and its limit whole again. */
export const monthEndOf = (moment: number) => startOf(monthOf(moment) + 1);

/** Purchases from other holders. */
export const resalePurchasesIn = part<{ by: Person; propertyId: number; at: number; amountCents: number }[]>(
  () => [],
);

/**
 * What is left of the limits after purchases, from owners as far as they were not refunded, and from other holders; money
 * that bids have reserved counts as spent. All accounts of one person count together.
 */
export function limitsAt(model: Model, by: Person, moment: number) {
  const month = monthOf(moment);
  const reservedBy = ({ id }: Person) => balance(model, accounts.userBidding(id));
  const isTheirs = (one: Person) => isSamePerson(model, one.id, by.id);
  const reserved = model.people.filter(isTheirs).reduce((sum, one) => sum + reservedBy(one), 0);
  const fromOwners = purchasesIn(model).filter(({ status }) => status === 'active');
  const purchases = [...fromOwners, ...resalePurchasesIn(model)]
    .filter((one) => isTheirs(one.by))
    .map(({ at, amountCents }) => ({ month: monthOf(at), amountCents }));
  const left = (limitCents: number, counts: (month: number) => boolean, renewsAt: number) => {
    const spent = purchases.reduce((sum, one) => (counts(one.month) ? sum + one.amountCents : sum), reserved);
    return {
      limitCents,
      leftCents: Math.max(0, limitCents - spent),
      renewsAt: new Date(renewsAt).toISOString(),
    };
  };
  return {
    reservedCents: reservedBy(by),
    monthly: left(LIMITS.month, (one) => one === month, monthEndOf(moment)),
    annual: left(LIMITS.year, (one) => yearOf(one) === yearOf(month), startOf(12 * yearOf(month) + 12)),
  };
}

/** The limit that an amount goes over first, or null. */
export function refuseOverLimit(model: Model, by: Person, amountCents: number, moment: number) {
  const { monthly, annual } = limitsAt(model, by, moment);
  if (amountCents > monthly.leftCents) return 'MONTHLY_LIMIT';
  return amountCents > annual.leftCents ? 'ANNUAL_LIMIT' : null;
}
