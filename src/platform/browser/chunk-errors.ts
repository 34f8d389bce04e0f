import { MINUTE } from '#kernel/time.ts';
import { reportRequestError } from './query-client.ts';

const CHUNK_LOAD_ERROR = 'Part of this page could not be loaded.';
const LAST_RELOAD = 'commonhold-reloaded-at';

/**
 * When a chunk of the code cannot be loaded, the router reloads the page, which without a server ends on the browser's own
 * error page. An error with this message is shown in the page instead, and the server is watched as after any request
 * without an answer.
 */
export function showChunkErrorInPage(): void {
  addEventListener('vite:preloadError', (event) => {
    const { payload } = event as Event & { payload: Error };
    payload.message = CHUNK_LOAD_ERROR;
    reportRequestError(payload);
  });
}

export const isChunkLoadError = (error: unknown) =>
  error instanceof Error && error.message === CHUNK_LOAD_ERROR;

/** Whether the server answers, and its database to it. */
export const serverAnswers = (): Promise<boolean> =>
  fetch('/readyz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Reloads the page if the server answers. At most once a minute without a click, in case the chunk is missing for
 * another reason.
 */
export async function reloadWhenAnswered({ pauseMs = MINUTE } = {}): Promise<void> {
  const last = Number(sessionStorage.getItem(LAST_RELOAD) ?? 0);
  if (Date.now() - last < pauseMs) return;
  if (!(await serverAnswers())) return;
  sessionStorage.setItem(LAST_RELOAD, String(Date.now()));
  location.reload();
}
