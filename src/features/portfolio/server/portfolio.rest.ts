import { restRoute } from '#platform/server/transport/rest.ts';
import { portfolioSummary } from '../portfolio.contract.ts';
import { summary } from './portfolio.queries.ts';

export const portfolioRest = [
  restRoute({
    method: 'GET',
    path: '/api/portfolio/summary',
    name: 'portfolio.summary',
    summary:
      "The caller's portfolio in figures, with the latest 500 purchases of which shares are held, new or resold ones.",
    access: 'signedIn',
    status: 200,
    answer: portfolioSummary,
    errors: [],
    handle: ({ platform, caller }) => summary(platform, caller.actor),
  }),
];
