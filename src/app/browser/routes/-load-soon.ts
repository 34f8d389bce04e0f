const PATIENCE_MS = 150;

/**
 * Lets a quick answer arrive before its screen shows, so that nothing flashes. A slower one is waited for by the
 * screen, with skeletons, and a failed one is shown there, with a way to try again. On the server a page is rendered
 * once, so there everything is waited for.
 */
export async function loadSoon(loading: Promise<unknown>): Promise<void> {
  const settled = Promise.allSettled([loading]);
  if (typeof document === 'undefined') {
    await settled;
    return;
  }
  await Promise.race([settled, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}
