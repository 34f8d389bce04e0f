import { SECOND } from '#kernel/time.ts';
import { isNetworkFailure, statusOf } from './errors.ts';
import { serverAnswers } from './lost-code.ts';
import { onRequestError, queryClient } from './query-client.ts';

const FIRST_RETRY_MS = 2 * SECOND;
const LAST_RETRY_MS = 15 * SECOND;
/** Status codes of a proxy while the server behind it is away. */
const AWAY_STATUS_CODES = [502, 503, 504];

const isLost = (error: unknown) =>
  isNetworkFailure(error) || AWAY_STATUS_CODES.includes(statusOf(error) ?? 0);

/**
 * Watches for requests without an answer. While the server is away it is asked with exponential backoff;
 * then everything that could not be loaded is loaded again.
 * @param onChange called with whether the server is unreachable
 * @returns how to stop
 */
export function watchConnection(onChange: (isAway: boolean) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retryMs = FIRST_RETRY_MS;
  let isAway = false;

  async function ask(): Promise<void> {
    if (await serverAnswers()) return back();
    if (!isAway) {
      isAway = true;
      onChange(true);
    }
    timer = setTimeout(() => void ask(), retryMs);
    retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
  }

  function back(): void {
    timer = undefined;
    retryMs = FIRST_RETRY_MS;
    if (!isAway) return;
    isAway = false;
    onChange(false);
    void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
  }

  const stop = onRequestError((error) => {
    if (timer !== undefined || !isLost(error)) return;
    timer = setTimeout(() => void ask());
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
