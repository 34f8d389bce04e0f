import { trpc } from '#platform/browser/trpc.ts';

const NEWEST_PROPERTIES = 3;
/** How many properties the landing page shows, and how many it advertises. */
export const FEATURED = 2;
export const ADVERTISED = 6;

export const newestOptions = () =>
  trpc.properties.list.queryOptions({ sort: 'newest', limit: NEWEST_PROPERTIES });
export const paidOptions = () => trpc.distributions.paidEverywhere.queryOptions();
export const trustOptions = () => trpc.trust.facts.queryOptions();
export const portfolioOptions = () => trpc.portfolio.overview.queryOptions();

/** The newest properties that shares can be bought of. */
export const offeredOptions = () =>
  trpc.properties.list.queryOptions({ sort: 'newest', minEquityPercent: 1, limit: ADVERTISED });
