import {
  type BasisPoints,
  type Cents,
  feeOf,
  formatPercent,
  multiply,
  proportion,
  WHOLE_BPS,
} from './money.ts';

/** Processing fee of the primary market: 2.5% of the amount, on top of it. */
export const PROCESSING_FEE_BPS: BasisPoints = 250;

/** Management fee: 1.5% of each gross distribution. */
export const MANAGEMENT_FEE_BPS: BasisPoints = 150;

/** A fee in a text: "2.5%". */
export const feeText = (bps: BasisPoints): string => formatPercent(bps / 100);

/** What shares cost: their price, and the fee on top of it. */
export interface Quote {
  amountCents: Cents;
  feeCents: Cents;
  totalCents: Cents;
}

/** The cost of `shares` at a price, with a fee of `feeBps` on top. */
export function quote(shares: number, pricePerShareCents: Cents, feeBps: BasisPoints): Quote {
  const amountCents = multiply(pricePerShareCents, shares);
  const feeCents = feeOf(amountCents, feeBps);
  return { amountCents, feeCents, totalCents: amountCents + feeCents };
}

/** Number of whole shares that an amount buys on the primary market, with the processing fee. */
export function affordableShares(amountCents: Cents, pricePerShareCents: Cents): number {
  const withoutFee = proportion(amountCents, WHOLE_BPS, WHOLE_BPS + PROCESSING_FEE_BPS);
  // At most three shares too many, as the fee is rounded.
  let shares = Math.floor(withoutFee / pricePerShareCents) + 1;
  const costs = () => quote(shares, pricePerShareCents, PROCESSING_FEE_BPS).totalCents;
  while (shares > 0 && costs() > amountCents) shares -= 1;
  return shares;
}
