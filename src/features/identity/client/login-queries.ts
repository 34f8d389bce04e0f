import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { signInOptionsOptions } from './settings-queries.ts';

export const sampleAccountsOptions = () => trpc.identity.sampleAccounts.queryOptions();

/** All that the sign-in page shows; for the route's loader. */
export function loadLogin(): Promise<unknown> {
  return Promise.all([
    queryClient.ensureQueryData(sampleAccountsOptions()),
    queryClient.ensureQueryData(signInOptionsOptions()),
  ]);
}
