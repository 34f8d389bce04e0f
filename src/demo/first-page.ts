import { appRouter } from '#app/server/app-router.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { createCallerFactory } from '#platform/server/transport/trpc.ts';
import { asDemoPerson } from './caller.ts';

const callerOf = createCallerFactory(appRouter);

/** The key of a query, as the client of tRPC makes it, and its answer. */
export type PackedAnswer = [key: unknown[], answer: unknown];

const answered = (path: string, answer: unknown, input?: unknown): PackedAnswer => [
  [path.split('.'), { ...(input !== undefined && { input }), type: 'query' }],
  answer,
];

/**
 * The answers of the sample world to the queries of the demo's first page. The build packs them, and a first opening
 * shows them until its own database answers.
 */
export async function firstPageOf(platform: Platform): Promise<PackedAnswer[]> {
  const api = callerOf(asDemoPerson(platform, 'investor'));
  const overview = await api.portfolio.overview();
  const year = { range: '1y' } as const;
  const held = {
    propertyIds: overview.holdings.map(({ propertyId }) => propertyId).sort((one, other) => one - other),
  };
  return [
    answered('identity.me', await api.identity.me()),
    answered('onboarding.record', await api.onboarding.record()),
    answered('wallet.overview', await api.wallet.overview()),
    answered('notifications.unreadCount', await api.notifications.unreadCount()),
    answered('portfolio.overview', overview),
    answered('portfolio.history', await api.portfolio.history(year), year),
    answered('portfolio.income', await api.portfolio.income()),
    answered('investing.cancellable', await api.investing.cancellable()),
    answered('governance.open', await api.governance.open(held), held),
  ];
}
