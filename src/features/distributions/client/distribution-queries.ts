import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';
import type { EntryChoice } from '../entries.contract.ts';

const PAGE_ITEMS = 20;
const nextPage = { getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor };

export const ofPropertyOptions = (propertyId: number) =>
  trpc.distributions.ofProperty.infiniteQueryOptions({ propertyId, limit: 12 }, nextPage);

export const financialsOptions = (propertyId: number) =>
  trpc.distributions.financials.queryOptions({ propertyId });

export const reportFilesOptions = (propertyId: number) =>
  trpc.distributions.reportFiles.infiniteQueryOptions({ propertyId, limit: 16 }, nextPage);

export const statementOptions = (id: string) => trpc.distributions.statement.queryOptions({ id });

export const ownerOverviewOptions = () => trpc.distributions.ownerOverview.queryOptions();

export const ownerReportsOptions = () =>
  trpc.distributions.ownerReports.infiniteQueryOptions({ limit: PAGE_ITEMS }, nextPage);

export const ownerHistoryOptions = () =>
  trpc.distributions.ownerHistory.infiniteQueryOptions({ limit: PAGE_ITEMS }, nextPage);

export const reportSheetOptions = (propertyId: number) =>
  trpc.distributions.reportSheet.queryOptions({ propertyId });

export const monthDraftOptions = (propertyId: number, month: string) =>
  trpc.distributions.monthDraft.queryOptions({ propertyId, month });

export const statementEntriesOptions = (id: string, line: EntryChoice) =>
  trpc.distributions.statementEntries.infiniteQueryOptions({ id, line, limit: 50 }, nextPage);

export const statementFilesOptions = (id: string) => trpc.distributions.statementFiles.queryOptions({ id });

export const adminListOptions = (awaiting: boolean) =>
  trpc.distributions.adminList.infiniteQueryOptions(
    { limit: PAGE_ITEMS, ...(awaiting ? { status: 'prepared' as const } : {}) },
    nextPage,
  );

export function loadOwnerDistributions() {
  return Promise.all([
    queryClient.ensureQueryData(ownerOverviewOptions()),
    queryClient.ensureInfiniteQueryData(ownerReportsOptions()),
    queryClient.ensureInfiniteQueryData(ownerHistoryOptions()),
  ]);
}
