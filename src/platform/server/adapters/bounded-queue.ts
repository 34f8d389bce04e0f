export class QueueFullError extends Error {}

/** Too much work of one caller is running or waiting. */
export class CallerFullError extends Error {}

interface QueueTerms {
  maxRunning: number;
  maxWaiting: number;
  /** The most work of one caller, running and waiting together. */
  maxOfCaller?: number;
}

/**
 * Runs at most `maxRunning` pieces of work at a time; further ones wait. Callers with waiting work take turns, so that
 * much work of one delays the others by one piece at a time.
 */
export function boundedQueue({ maxRunning, maxWaiting, maxOfCaller = Number.POSITIVE_INFINITY }: QueueTerms) {
  let running = 0;
  let waiting = 0;
  /** Running and waiting work of each caller. */
  const counts = new Map<string, number>();
  /** What waits, by caller, in the order of their turns. */
  const turns = new Map<string, (() => void)[]>();

  function wait(caller: string): Promise<void> {
    waiting += 1;
    return new Promise((resolve) => {
      const own = turns.get(caller);
      if (own) own.push(resolve);
      else turns.set(caller, [resolve]);
    });
  }

  /** Starts the oldest work of the caller whose turn it is, who then has the last turn. */
  function startNext(): void {
    const [turn] = turns;
    if (!turn) {
      running -= 1;
      return;
    }
    const [caller, [start, ...others]] = turn;
    turns.delete(caller);
    if (others.length > 0) turns.set(caller, others);
    waiting -= 1;
    start?.();
  }

  /** @throws CallerFullError, QueueFullError */
  return async function run<Value>(work: () => Promise<Value>, caller = ''): Promise<Value> {
    const own = counts.get(caller) ?? 0;
    if (own >= maxOfCaller) throw new CallerFullError();
    if (running >= maxRunning && waiting >= maxWaiting) throw new QueueFullError();
    counts.set(caller, own + 1);
    if (running < maxRunning) running += 1;
    else await wait(caller);
    try {
      return await work();
    } finally {
      const left = (counts.get(caller) ?? 0) - 1;
      if (left > 0) counts.set(caller, left);
      else counts.delete(caller);
      startNext();
    }
  };
}
