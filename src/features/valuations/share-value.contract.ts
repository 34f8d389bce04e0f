import { z } from 'zod';
import { cents } from '#kernel/schemas.ts';

export const valuationBasis = z.enum([
  'purchase',
  'appraisal',
  'broker_opinion',
  'automated_estimate',
  'sale',
]);

/** Value of one share, with its basis: the offering price, or the newest approved valuation. */
export const shareValue = z.object({
  perShareCents: cents,
  basis: z.enum(['offering_price', ...valuationBasis.options]),
  /** The day of the valuation; null for the offering price. */
  effectiveOn: z.iso.date().nullable(),
});

export type ValuationBasis = z.infer<typeof valuationBasis>;
export type ShareValue = z.infer<typeof shareValue>;
