import { trpc } from '#platform/browser/trpc.ts';

const HOME_PROPERTY_COUNT = 3;
/** Numbers of properties that the landing page shows and advertises. */
export const FEATURED_COUNT = 2;
export const ADVERTISED_COUNT = 6;

export const newestOptions = () =>
  trpc.properties.list.queryOptions({ sort: 'newest', limit: HOME_PROPERTY_COUNT });
export const paidOptions = () => trpc.distributions.paidEverywhere.queryOptions();
export const trustOptions = () => trpc.trust.facts.queryOptions();
export const portfolioOptions = () => trpc.portfolio.overview.queryOptions();
export const ownedOptions = () => trpc.owners.portfolio.queryOptions();

/** The newest properties that shares can be bought of. */
export const offeredOptions = () =>
  trpc.properties.list.queryOptions({ sort: 'newest', minEquityPercent: 1, limit: ADVERTISED_COUNT });
