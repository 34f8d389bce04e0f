import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';

export const submissionsOptions = (id: number) => trpc.properties.submissions.queryOptions({ id });

/** What an owner submitted; for the route's loader. */
export function loadSubmissions(id: number | null) {
  return id === null ? Promise.resolve() : queryClient.ensureQueryData(submissionsOptions(id));
}

/** The property that an address names; null when it names none. */
export function readPropertyId(text: string): number | null {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
