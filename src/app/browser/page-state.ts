import type { QueryKey } from '@tanstack/react-query';
import { present } from '#kernel/assert.ts';
import { noteLastEvent } from '#platform/browser/last-event.ts';
import { noteLaunch } from '#platform/browser/launch.ts';
import { queryClient } from '#platform/browser/query-client.ts';
import { type CurrentUser, meQueryOptions } from '#platform/browser/session.ts';

const PAGE_STATE_ID = 'page-state';

/** The data that the server sends with a page: the signed-in user, and the queries that the page was rendered from. */
export interface PageState {
  user: CurrentUser | null;
  data: readonly (readonly [QueryKey, unknown])[];
  /** The live event up to which the data of a signed-in user's page has every change. */
  lastEventId?: string;
  /** The waitlist is offered as updates. */
  launched?: boolean;
}

export function rootElement(): HTMLElement {
  return present(document.getElementById('root'), 'the root element');
}

/** Puts the data of the server's page into the cache. There are none in development and while the database is down. */
export function takePageState(): void {
  const text = document.getElementById(PAGE_STATE_ID)?.textContent;
  if (!text) return;
  const { user, data, lastEventId = null, launched = false } = JSON.parse(text) as PageState;
  noteLaunch(launched);
  noteLastEvent(lastEventId);
  const { queryKey } = meQueryOptions();
  queryClient.setQueryData(queryKey, user);
  for (const [key, value] of data) queryClient.setQueryData(key, value);
  onReturn(() => void reloadUnlessStill(user));
}

/** The page was rendered for one person: it is loaded again when someone else is signed in now. */
async function reloadUnlessStill(user: CurrentUser | null): Promise<void> {
  const now = await queryClient.fetchQuery({ ...meQueryOptions(), staleTime: 0 }).catch(() => user);
  if (now?.id !== user?.id) location.reload();
}

/** A page from the browser's back-forward cache does not know of a session that began or ended since. */
function onReturn(recheckSession: () => void): void {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (visit?.type === 'back_forward') recheckSession();
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) recheckSession();
  });
}
