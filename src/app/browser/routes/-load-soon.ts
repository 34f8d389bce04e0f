const MAX_WAIT_MS = 150;

/**
 * Lets a quick answer arrive before its screen shows, so that nothing flashes. A slower one is waited for by the
 * screen, with skeletons, and a failed one is shown there, with a way to try again. On the server a page is rendered
 * once, so there everything is waited for.
 */
export async function loadSoon(loading: Promise<unknown>): Promise<void> {
  const loaded = Promise.allSettled([loading]);
  if (typeof document === 'undefined') {
    await loaded;
    return;
  }
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
}

/** A loader for a screen whose address says in its search what to load. */
export const loadBySearch =
  <Search>(read: (raw: Record<string, unknown>) => Search, load: (search: Search) => Promise<unknown>) =>
  ({ location }: { location: { search: object } }) =>
    loadSoon(load(read({ ...location.search })));
