import { trpc } from '#platform/browser/trpc.ts';

const OFFERED = 3;

export const newestOptions = () => trpc.properties.list.queryOptions({ sort: 'newest', limit: OFFERED });
export const portfolioOptions = () => trpc.portfolio.overview.queryOptions();
