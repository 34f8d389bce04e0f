import type { QueryKey } from '@tanstack/react-query';
import { present } from '#kernel/assert.ts';
import { noteLaunch } from '#platform/browser/launch.ts';
import { queryClient } from '#platform/browser/query-client.ts';
import { type CurrentUser, meQueryOptions } from '#platform/browser/session.ts';

const PAGE_STATE_ID = 'page-state';

/** The data that the server sends with a page: who is signed in, and what the page was rendered from. */
export interface PageState {
  user: CurrentUser | null;
  data: readonly (readonly [QueryKey, unknown])[];
  /** The waitlist is offered as updates. */
  launched?: boolean;
}

export function rootElement(): HTMLElement {
  return present(document.getElementById('root'), 'the root element');
}

/** Puts what the server said into the cache. It says nothing in development and while its database is away. */
export function takePageState(): void {
  const text = document.getElementById(PAGE_STATE_ID)?.textContent;
  if (!text) return;
  const { user, data, launched = false } = JSON.parse(text) as PageState;
  noteLaunch(launched);
  const { queryKey } = meQueryOptions();
  queryClient.setQueryData(queryKey, user);
  for (const [key, value] of data) queryClient.setQueryData(key, value);
  onReturn(() => void reloadUnlessStill(user));
}

/** The page was made for someone: when someone else is signed in now, it is loaded again. */
async function reloadUnlessStill(user: CurrentUser | null): Promise<void> {
  const now = await queryClient.fetchQuery({ ...meQueryOptions(), staleTime: 0 }).catch(() => user);
  if (now?.id !== user?.id) location.reload();
}

/** A page that comes back from the browser's history may know a session that began or ended since. */
function onReturn(doubtSession: () => void): void {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (visit?.type === 'back_forward') doubtSession();
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) doubtSession();
  });
}
