import { afterEach, expect, test } from 'vitest';
import { loadAnalytics } from '#features/analytics/client/analytics-queries.ts';
import { loadAudit } from '#features/audit/client/audit-queries.ts';
import { loadUser, loadUsers } from '#features/back-office/client/admin-queries.ts';
import { loadBooks } from '#features/books/client/books-queries.ts';
import { loadJobs } from '#features/jobs/client/jobs-queries.ts';
import { queryClient } from '#platform/browser/query-client.ts';

afterEach(() => queryClient.clear());

test.each([
  ['the figures of the platform', () => loadAnalytics({})],
  ['the audit log', () => loadAudit({})],
  ['the books', () => loadBooks()],
  ['the jobs', () => loadJobs({})],
  ['the people', () => loadUsers({})],
  ['an account', () => loadUser('someone')],
])('opening %s again reads what it is now, for no event says that it changed', async (_, load) => {
  const reading = () => {
    void load().catch(() => undefined);
    const found = queryClient.getQueryCache().getAll();
    return found.filter(({ state }) => state.fetchStatus === 'fetching').map(({ queryHash }) => queryHash);
  };
  const first = reading();
  expect(first).not.toEqual([]);
  await queryClient.cancelQueries();
  for (const { queryKey } of queryClient.getQueryCache().getAll())
    queryClient.setQueryData(queryKey, { pages: [{ items: [], nextCursor: null }], pageParams: [null] });
  expect(reading()).toEqual(first);
  await queryClient.cancelQueries();
});
