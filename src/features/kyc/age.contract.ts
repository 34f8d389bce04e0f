export const MINIMUM_AGE_YEARS = 18;
