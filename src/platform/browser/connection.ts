import { SECOND } from '#kernel/time.ts';
import { serverAnswers } from './chunk-errors.ts';
import { onRequestError, queryClient } from './query-client.ts';
import { isUnanswered } from './unknown-outcome.ts';

const FIRST_RETRY_MS = 2 * SECOND;
const LAST_RETRY_MS = 15 * SECOND;

/** Queries on the screen that failed for want of an answer. */
const lostQueries = () =>
  queryClient.getQueryCache().findAll({
    type: 'active',
    predicate: ({ state }) => state.status === 'error' && isUnanswered(state.error),
  });

/** The page that is open or being opened. */
export interface LoadedPage {
  /** Its data or a part of its code got no answer. */
  isLost(): boolean;
  /** Its data may still get no answer. */
  isLoading(): boolean;
  load(): Promise<unknown>;
}

/**
 * Watches for requests without an answer. The server is asked, with exponential backoff while it is away, and then the
 * page and the queries on the screen that got no answer are loaded again. Where they fail although the server answers,
 * that is given up after a few times.
 * @param onChange called with whether the server is unreachable
 * @returns how to stop
 */
export function watchConnection(page: LoadedPage, onChange: (isAway: boolean) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retryMs = FIRST_RETRY_MS;
  let isAway = false;
  let isStopped = false;
  const isIncomplete = () => page.isLost() || page.isLoading();

  async function ask(): Promise<void> {
    const answers = await serverAnswers();
    if (isStopped) return;
    if (isAway === answers) {
      isAway = !answers;
      retryMs = FIRST_RETRY_MS;
      onChange(isAway);
    }
    const lostQueriesBefore = new Set(lostQueries());
    if (answers) {
      await queryClient.refetchQueries({ predicate: (query) => lostQueriesBefore.has(query) });
      if (isIncomplete()) await page.load();
    }
    if (isStopped) return;
    const isComplete = lostQueries().length === 0 && !isIncomplete();
    const isOver = answers && (isComplete || retryMs === LAST_RETRY_MS);
    timer = isOver ? undefined : setTimeout(() => void ask(), retryMs);
    retryMs = isOver ? FIRST_RETRY_MS : Math.min(retryMs * 2, LAST_RETRY_MS);
  }

  const begin = () => {
    timer ??= setTimeout(() => void ask());
  };
  const stop = onRequestError((error) => {
    if (isUnanswered(error)) begin();
  });
  // This code loads after the page, whose requests may have failed by now.
  if (lostQueries().length > 0 || page.isLost()) begin();
  return () => {
    isStopped = true;
    stop();
    clearTimeout(timer);
  };
}
