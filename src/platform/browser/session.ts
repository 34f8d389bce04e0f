import { hashKey, useQuery } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';
import { clearStored, readStored, store } from './session-store.ts';
import { trpc } from './trpc.ts';

export const meQueryOptions = () => trpc.identity.me.queryOptions();

export type CurrentUser = NonNullable<Awaited<ReturnType<typeof ensureUser>>>;

/** The signed-in user, or null for a visitor; for route loaders. */
export function ensureUser() {
  return queryClient.ensureQueryData(meQueryOptions());
}

export type Session =
  | { status: 'loading'; user: null; error: null }
  | { status: 'signedIn'; user: CurrentUser; error: null }
  | { status: 'signedOut'; user: null; error: unknown };

/** Signed in, signed out or loading; `error` distinguishes a visitor from a session that could not be read. */
export function useUser(): Session {
  const { data, error, isPending } = useQuery(meQueryOptions());
  if (isPending) return { status: 'loading', user: null, error: null };
  if (data) return { status: 'signedIn', user: data, error: null };
  return { status: 'signedOut', user: null, error };
}

const PERSON = 'person';

/**
 * From now on removes what this tab stores as soon as another person than before is signed in, and before any screen is
 * drawn for them: somebody may have signed out elsewhere, and left what they typed here.
 */
export function clearStoredOfOthers(): void {
  const { queryKey } = meQueryOptions();
  const clearIfOther = () => {
    const id = queryClient.getQueryData(queryKey)?.id;
    if (id === undefined) return;
    const before = readStored(PERSON);
    if (before === id) return;
    if (before !== undefined) clearStored();
    store(PERSON, id);
  };
  clearIfOther();
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryHash === hashKey(queryKey)) clearIfOther();
  });
}

/** Address that starts sign-in, with the path to return to. */
export function signInAddress(returnTo: string = currentAddress()): string {
  return `/api/login?returnTo=${encodeURIComponent(returnTo)}`;
}

/** Address that starts creating an account, for links to people who probably have none. */
export const signUpAddress = (returnTo: string) => `${signInAddress(returnTo)}&mode=sign-up`;

function currentAddress(): string {
  return `${location.pathname}${location.search}${location.hash}`;
}
