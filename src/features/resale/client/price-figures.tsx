import { basedOnText, valueBasisText } from '#features/valuations/client/index.ts';
import { feeText, MANAGEMENT_FEE_BPS } from '#kernel/fees.ts';
import { formatBps, formatPercent } from '#kernel/money.ts';
import type { ListedProperty } from '../resale.contract.ts';
import { netYieldBps, premiumBps } from '../resale.rules.ts';

/** "4.2% above the appraisal of Mar 3, 2026", "At the offering price": premium or discount to the value of a share. */
function premiumText({ value }: Pick<ListedProperty, 'value'>, priceCents: number): string {
  const basis = valueBasisText(value);
  const bps = premiumBps(value, priceCents);
  if (bps === null) return `Worth nothing, ${basedOnText(value)}`;
  const tenths = Math.round(Math.abs(bps) / 10);
  if (tenths === 0) return `At the ${basis}`;
  return `${formatPercent(tenths / 10)} ${bps > 0 ? 'above' : 'below'} the ${basis}`;
}

/** A premium beside the value and its basis, which it leaves out: "4.2% above value". */
export function shortPremiumText({ value }: Pick<ListedProperty, 'value'>, priceCents: number): string {
  const bps = premiumBps(value, priceCents);
  const tenths = Math.round(Math.abs(bps ?? 0) / 10);
  if (tenths === 0) return 'at value';
  return `${formatPercent(tenths / 10)} ${(bps ?? 0) > 0 ? 'above' : 'below'} value`;
}

/** Yield on a price, and its premium or discount to the value. */
export function PriceMeaning({ property, priceCents }: { property: ListedProperty; priceCents: number }) {
  return (
    <>
      {formatBps(netYieldBps(property, priceCents))} net yield after the {feeText(MANAGEMENT_FEE_BPS)}{' '}
      management fee&nbsp;· {premiumText(property, priceCents)}
    </>
  );
}
