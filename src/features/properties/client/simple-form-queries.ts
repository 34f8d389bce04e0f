import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';

export const simpleFormOptions = (id: number) => trpc.properties.simpleFormVersions.queryOptions({ id });

/** The versions of a simple form; for the route's loader. */
export function loadSimpleForm(id: number | null) {
  return id === null ? Promise.resolve() : queryClient.ensureQueryData(simpleFormOptions(id));
}
