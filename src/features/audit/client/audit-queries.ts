import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';
import type { AuditSearch } from './audit-search.ts';

/** As many as a phone shows without a long way to the end. */
const PAGE_ROWS = 25;

export const logOptions = (search: AuditSearch) =>
  trpc.audit.log.infiniteQueryOptions(
    { ...search, limit: PAGE_ROWS },
    { getNextPageParam: (page) => page.nextCursor },
  );

export const actionsOptions = () => trpc.audit.actions.queryOptions();

/**
 * The first page of the log; for the route's loader, and for admins only. Every change adds to the log, so it is read
 * again each time it is opened.
 */
export async function loadAudit(search: AuditSearch): Promise<void> {
  await queryClient.fetchInfiniteQuery({ ...logOptions(search), staleTime: 0 });
}
