import { monthlyIncome, propertyTypeLabel, shareOfAll } from '#features/properties/client/index.ts';
import type { PropertyDetail } from '#features/properties/properties.contract.ts';
import { formatBps, formatUsdExact } from '#kernel/money.ts';
import { counted } from '#kernel/plural.ts';

/** The highlights of a property, in sentences that its records support. */
export function highlightsOf(property: Omit<PropertyDetail, 'offering'>, weeklySharesTraded = 0): string[] {
  const { propertyType, subtype, location, annualYieldBps, pricePerShareCents, status } = property;
  const { soldShares, totalShares, investorCount, weeklySharesSold, capRateBps, capRateMonths } = property;
  const kind = `${propertyTypeLabel[propertyType]} property${subtype ? ` (${subtype.toLowerCase()})` : ''}`;
  const income = formatUsdExact(monthlyIncome(1, pricePerShareCents, annualYieldBps));
  return [
    `${kind} in ${location}.`,
    `Expected yield of ${formatBps(annualYieldBps)} a year, about ${income} a month per share.`,
    ...(soldShares > 0
      ? [
          `${shareOfAll(soldShares, totalShares)} of the shares are sold, to ${counted(investorCount, 'investor')}.`,
        ]
      : []),
    ...(soldShares === 0 && status === 'approved'
      ? [`All ${counted(totalShares, 'share')} are still available.`]
      : []),
    ...(capRateMonths > 0
      ? [`Cap rate of ${formatBps(capRateBps)}, based on ${counted(capRateMonths, 'reported month')}.`]
      : []),
    ...(weeklySharesSold > 0 ? [`${counted(weeklySharesSold, 'new share')} sold in the last 7 days.`] : []),
    ...(weeklySharesTraded > 0
      ? [`${counted(weeklySharesTraded, 'share')} changed hands on the resale market in the last 7 days.`]
      : []),
  ];
}
