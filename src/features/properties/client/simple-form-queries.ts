import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';

export const simpleFormOptions = (id: number) => trpc.properties.submissions.queryOptions({ id });

/** An owner's submissions; for the route's loader. */
export function loadSimpleForm(id: number | null) {
  return id === null ? Promise.resolve() : queryClient.ensureQueryData(simpleFormOptions(id));
}
