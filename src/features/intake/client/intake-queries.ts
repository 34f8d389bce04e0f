import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';

export const draftOptions = () => trpc.intake.draft.queryOptions();

export function loadIntake() {
  return queryClient.ensureQueryData(draftOptions());
}
