import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';

export const sessionsOptions = () => trpc.identity.sessions.queryOptions();
export const tokensOptions = () => trpc.identity.tokens.queryOptions();
export const signInMethodsOptions = () => trpc.identity.signInMethods.queryOptions();
export const signInOptionsOptions = () => trpc.identity.signInOptions.queryOptions();

/** Loads the data that settings show beside the profile. */
export async function loadSettings(): Promise<void> {
  await Promise.all([
    queryClient.ensureQueryData(sessionsOptions()),
    queryClient.ensureQueryData(tokensOptions()),
    queryClient.ensureQueryData(signInMethodsOptions()),
    queryClient.ensureQueryData(signInOptionsOptions()),
  ]);
}
