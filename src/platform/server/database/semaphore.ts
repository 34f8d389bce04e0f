import { unavailable } from '../errors/error-mapping.ts';

/** Runs work when a place is free, in the order of arrival. */
export type Semaphore = <Value>(work: () => Promise<Value>) => Promise<Value>;

/**
 * Lets so many pieces of work run at once. Who has waited for `patienceMs` is turned away.
 * @throws DomainError UNAVAILABLE when the patience is over; the work was not begun
 */
export function createSemaphore({
  permits,
  maxWaitMs,
}: {
  permits: number;
  maxWaitMs: number | null;
}): Semaphore {
  let free = permits;
  const waiting = new Set<() => void>();

  function enter(): Promise<void> | undefined {
    if (free > 0) {
      free -= 1;
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = () => {
        waiting.delete(turn);
        reject(unavailable());
      };
      const timer = maxWaitMs === null ? undefined : setTimeout(giveUp, maxWaitMs);
      waiting.add(turn);
    });
  }

  function leave(): void {
    const [next] = waiting;
    if (!next) {
      free += 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
