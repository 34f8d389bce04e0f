import { trpc } from '#platform/browser/trpc.ts';

export const documentsOptions = (propertyId: number) =>
  trpc.documents.ofProperty.infiniteQueryOptions(
    { propertyId, limit: 50 },
    { getNextPageParam: (page) => page.nextCursor },
  );
