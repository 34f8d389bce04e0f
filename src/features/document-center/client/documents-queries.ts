import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';

export const documentsOptions = () => trpc.documentCenter.list.queryOptions();

/** Everything the screen shows; for the route's loader. */
export async function loadDocuments(): Promise<void> {
  await queryClient.ensureQueryData(documentsOptions());
}
