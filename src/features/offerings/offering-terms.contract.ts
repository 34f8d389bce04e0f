import { z } from 'zod';
import { MAX_SHARES } from '#kernel/money.ts';
import { counted } from '#kernel/plural.ts';
import { shareCount } from '#kernel/schemas.ts';

/** Duration of an offering from its approval, unless its owner chooses another. */
export const DEFAULT_FUNDING_DAYS = 60;

/** The longest time that an offering may run. */
export const MAX_FUNDING_DAYS = 365;

export const minimumShares = z
  .int('Enter a whole number of shares.')
  .min(0, 'At least 0 shares.')
  .max(MAX_SHARES, `At most ${counted(MAX_SHARES, 'share')}.`);
export const fundingDays = z
  .int('Enter a whole number of days.')
  .min(1, 'At least 1 day.')
  .max(MAX_FUNDING_DAYS, `At most ${MAX_FUNDING_DAYS} days.`);

export const minimumOrderShares = shareCount();
