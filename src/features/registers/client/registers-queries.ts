import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';

export const releasesOptions = () =>
  trpc.registers.releases.infiniteQueryOptions({}, { getNextPageParam: (page) => page.nextCursor });

/** The first page of the registers; for the route's loader, and for admins only. */
export async function loadRegisters(): Promise<void> {
  await queryClient.ensureInfiniteQueryData(releasesOptions());
}
