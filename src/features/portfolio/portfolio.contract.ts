import { z } from 'zod';
import { building } from '#features/properties/building.contract.ts';
import { shareValue } from '#features/valuations/share-value.contract.ts';
import { cents, instant, propertyId, signedSumOfCents, sumOfCents } from '#kernel/schemas.ts';

/** A user's shares of one property. */
export const holding = z.object({
  propertyId,
  name: z.string(),
  location: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  imageUrl: z.string().nullable(),
  propertyType: z.enum(['residential', 'commercial', 'industrial']),
  subtype: z.string().nullable(),
  ...building,
  status: z.enum(['pending', 'approved', 'rejected']),
  statusReason: z.string().nullable(),
  /** Until it is funded, the money waits in escrow; when it has failed, the money is on its way back. */
  offering: z.enum(['open', 'funded', 'failed']),
  shares: z.int(),
  /** Price of a share in the offering, now or then. */
  pricePerShareCents: cents,
  /** Value of a share, with its basis; `value` is that of all shares. */
  value: shareValue,
  annualYieldBps: z.int(),
  valueCents: sumOfCents,
  /** Cost of the held shares, without fees. */
  investedCents: sumOfCents,
  /** Projected income a month: shares × price × annual yield / 12; nothing while the offering is in escrow. */
  monthlyIncomeCents: sumOfCents,
  /** When the oldest of the shares that are held came. */
  firstInvestedAt: instant,
});

export const portfolioOverview = z.object({
  totalValueCents: sumOfCents,
  /** Since the first of the month in UTC: value then + net invested + price return = value now. */
  thisMonth: z.object({
    startValueCents: sumOfCents,
    /** Paid for shares less what sales brought, without fees. */
    netInvestedCents: signedSumOfCents,
    /** Change by new valuations, and gain or loss of trades at other prices than the value. */
    returnCents: signedSumOfCents,
    /** Of the value at the start and later purchases; null when there was neither. */
    returnBps: z.int().nullable(),
  }),
  propertyCount: z.int(),
  monthlyIncomeCents: sumOfCents,
  availableCashCents: sumOfCents,
  totalInvestedCents: sumOfCents,
  totalShares: z.int(),
  holdings: z.array(holding),
});

export const historyInput = z.strictObject({ range: z.enum(['1m', '6m', '1y', 'all']) });

/** Value of the portfolio and money put in, oldest first; the last point is now. */
export const valuePoints = z.array(
  z.object({
    at: instant,
    valueCents: sumOfCents,
    /** Paid for shares less what sales brought, without fees. */
    putInCents: signedSumOfCents,
  }),
);

/** Properties of a coming payment that are named. */
export const MAX_NAMED_PROPERTIES = 2;

/** Distributions to the caller, as they were paid and as they are expected. */
export const portfolioIncome = z.object({
  /** Everything that was ever received. */
  receivedCents: sumOfCents,
  /** Since the first of the month in UTC. */
  receivedThisMonthCents: sumOfCents,
  /** The last twelve months, and the months of the next payments. */
  months: z.array(z.object({ month: z.string(), receivedCents: sumOfCents, expectedCents: sumOfCents })),
  /** The coming payments: of approved statements exactly, of others by the stated yields; a late one has its past day. */
  upcoming: z.array(
    z.object({
      payAt: instant,
      /** Among the months above. A late one is in this month, as it is paid as soon as it is approved. */
      month: z.string(),
      amountCents: sumOfCents,
      isApproved: z.boolean(),
      isLate: z.boolean(),
      propertyCount: z.int(),
      /** Those that pay the most of it. */
      properties: z.array(z.object({ propertyId, name: z.string() })).max(MAX_NAMED_PROPERTIES),
    }),
  ),
  /** Received of each property that paid. */
  properties: z.array(z.object({ propertyId, receivedCents: sumOfCents })),
});

/** GET /api/portfolio/summary; amounts are decimal text. */
export const portfolioSummary = z.object({
  totalValue: z.string(),
  propertyCount: z.int(),
  monthlyYield: z.string(),
  availableCash: z.string(),
  /** Purchases of which shares are held, newest first: the shares left, and their price without fees. */
  investments: z.array(
    z.object({
      id: z.string(),
      shares: z.int(),
      totalAmount: z.string(),
      createdAt: instant,
      property: z.object({
        name: z.string(),
        location: z.string(),
        imageUrl: z.string().nullable(),
        pricePerShare: z.string(),
        annualYield: z.string(),
      }),
    }),
  ),
});

export type Holding = z.infer<typeof holding>;
export type PortfolioOverview = z.infer<typeof portfolioOverview>;
export type ValuePoints = z.infer<typeof valuePoints>;
export type PortfolioIncome = z.infer<typeof portfolioIncome>;
export type UpcomingPayment = PortfolioIncome['upcoming'][number];
export type PortfolioSummary = z.infer<typeof portfolioSummary>;
