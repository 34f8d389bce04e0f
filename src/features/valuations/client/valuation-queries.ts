import { trpc } from '#platform/browser/trpc.ts';
import type { ValuationStatus } from '../valuations.contract.ts';

const nextPage = { getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor };

export const propertyValueOptions = (propertyId: number) =>
  trpc.valuations.ofProperty.queryOptions({ propertyId });

export const valuationsOptions = (propertyId: number) =>
  trpc.valuations.list.infiniteQueryOptions({ propertyId, limit: 20 }, nextPage);

export const reviewListOptions = (status: ValuationStatus | undefined) =>
  trpc.valuations.reviewList.infiniteQueryOptions({ ...(status && { status }), limit: 20 }, nextPage);
