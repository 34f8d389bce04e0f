import { afterEach, expect, test } from 'vitest';
import { loadAnalytics } from '#features/analytics/client/analytics-queries.ts';
import { loadAudit } from '#features/audit/client/audit-queries.ts';
import { loadUser, loadUsers } from '#features/back-office/client/admin-queries.ts';
import { loadBooks } from '#features/books/client/books-queries.ts';
import { loadJobs } from '#features/jobs/client/jobs-queries.ts';
import { loadPortfolioScreen } from '#features/portfolio/client/load-portfolio.ts';
import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';

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

test.each([
  ['analytics.funnel', () => loadAnalytics({})],
  ['books.months', () => loadBooks()],
])('%s is read again with the figures beside it', async (path, load) => {
  void load().catch(() => undefined);
  const found = queryClient.getQueryCache().getAll();
  expect(found.map(({ queryKey: [parts] }) => (parts as string[]).join('.'))).toContain(path);
  await queryClient.cancelQueries();
});

test('a portfolio that is opened after a purchase reads which purchases can be canceled before it shows', async () => {
  const { queryKey } = trpc.investing.cancellable.queryOptions();
  queryClient.setQueryData(queryKey, []);
  const reading = () => {
    void loadPortfolioScreen().catch(() => undefined);
    return queryClient.getQueryState(queryKey)?.fetchStatus;
  };
  expect(reading()).toBe('idle');
  await queryClient.invalidateQueries({ queryKey });
  expect(reading()).toBe('fetching');
  await queryClient.cancelQueries();
});
