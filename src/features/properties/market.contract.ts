import { z } from 'zod';
import { basisPoints, pageInput, pageOf, propertyId, sumOfCents } from '#kernel/schemas.ts';

export const shareholdersInput = z.strictObject({ propertyId, ...pageInput({ max: 100, default: 50 }) });

/** A holder of a property, under a pseudonym. */
export const shareholder = z.object({ name: z.string(), shares: z.int(), mine: z.boolean() });
export const shareholderPage = pageOf(shareholder);

/** Money raised by a property until the end of a day, in UTC. */
export const fundingPoint = z.object({ date: z.iso.date(), raisedCents: sumOfCents });

/** The days on which the raised amount changed, the oldest first; the last day of each month for a long time. */
export const funding = z.array(fundingPoint);

export const marketStats = z.object({
  /** Properties of which shares can be bought. */
  availableProperties: z.int(),
  /** All properties on the market, those that are sold out included; the other figures are of these. */
  listedProperties: z.int(),
  totalMarketValueCents: z.int().min(0),
  averageYieldBps: basisPoints,
  /** Locations of approved properties, by name. */
  locations: z.array(z.string()),
});

export type FundingPoint = z.infer<typeof fundingPoint>;
export type MarketStats = z.infer<typeof marketStats>;
export type Shareholder = z.infer<typeof shareholder>;
