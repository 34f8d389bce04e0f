import { z } from 'zod';
import { propertyCard } from '#features/properties/properties.contract.ts';
import { shareValue } from '#features/valuations/share-value.contract.ts';
import { defineErrors } from '#kernel/errors.ts';
import { basisPoints, instant, pageInput, pageOf, propertyId } from '#kernel/schemas.ts';

/** Properties that one person may watch. */
export const MAX_WATCHED_PROPERTIES = 500;

export const watchInput = z.strictObject({ propertyId });

/** Alert settings of a person: which kinds, and from which change on. */
export const alertSettings = z.strictObject({
  price: z.boolean(),
  yield: z.boolean(),
  market: z.boolean(),
  funding: z.boolean(),
  valuation: z.boolean(),
  report: z.boolean(),
  vote: z.boolean(),
  distribution: z.boolean(),
  /** Change of the price since it was added, up or down. */
  pricePercent: z
    .int('Enter a whole number from 1 to 50.')
    .min(1, 'Enter a whole number from 1 to 50.')
    .max(50, 'Enter a whole number from 1 to 50.'),
  /** Change of the annual yield since it was added, up or down. */
  yieldBps: z
    .int('Enter points from 0.1 to 10, with at most two decimals.')
    .min(10, 'Enter points from 0.1 to 10, with at most two decimals.')
    .max(1_000, 'Enter points from 0.1 to 10, with at most two decimals.'),
  /** Part of the shares that is sold. */
  fundedPercent: z
    .int('Enter a whole number from 50 to 99.')
    .min(50, 'Enter a whole number from 50 to 99.')
    .max(99, 'Enter a whole number from 50 to 99.'),
});

export const generalAlertsInput = z.strictObject({ alerts: alertSettings });

/** `alerts` is null where the general alerts should apply again. */
export const propertyAlertsInput = z.strictObject({ propertyId, alerts: alertSettings.nullable() });

/** A property on the market as a card, with today's value of a share. */
const watchedCard = propertyCard.extend({ value: shareValue });

export const watchedItem = z.object({
  id: propertyId,
  /** As it was when it was added. */
  name: z.string(),
  location: z.string(),
  addedAt: instant,
  /** The price of a share then, and its basis. */
  valueWhenAdded: shareValue,
  yieldWhenAddedBps: basisPoints,
  /** Null where the general alerts apply. */
  alerts: alertSettings.nullable(),
  /** Null while the property is off the market. */
  property: watchedCard.nullable(),
  /** Whether the viewer may open its page: off the market its owner, its holders and admins may. */
  canOpen: z.boolean(),
});

export const watchlistInput = z.strictObject({ ...pageInput({ max: 100, default: 24 }) });
export const watchlistPage = pageOf(watchedItem);

export const watchlistSummary = z.object({
  watched: z.int(),
  /** Of those on the market; null when none is. */
  averageYieldBps: basisPoints.nullable(),
  /** Distinct states. */
  markets: z.int(),
});

export const watchlistErrors = defineErrors({
  WATCHLIST_FULL: [
    'refused',
    `You already watch ${MAX_WATCHED_PROPERTIES} properties. Remove some of them first.`,
  ],
  NOT_WATCHED: ['notFound', 'This property is not on your watchlist.'],
});

export type AlertSettings = z.infer<typeof alertSettings>;
export type WatchedItem = z.infer<typeof watchedItem>;
export type WatchlistSummary = z.infer<typeof watchlistSummary>;
