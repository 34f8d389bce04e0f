import type { DomainError } from '#kernel/errors.ts';
import { unavailable } from '../errors/error-mapping.ts';

/**
 * Runs work while holding a permit. Work waits for a permit in the order of arrival.
 * @param maxWaitMs how long this work may wait, instead of the time that all work may
 */
export type Semaphore = <Value>(work: () => Promise<Value>, maxWaitMs?: number) => Promise<Value>;

/**
 * A counting semaphore: at most `permits` pieces of work run at once.
 * @param options.maxWaitMs how long work may wait for a permit; null forever
 * @param options.refusal what is thrown after `maxWaitMs`: UNAVAILABLE unless it is given. The work has then not started
 */
export function createSemaphore({
  permits,
  maxWaitMs,
  refusal = unavailable,
}: {
  permits: number;
  maxWaitMs: number | null;
  refusal?: () => DomainError;
}): Semaphore {
  let availablePermits = permits;
  const waiting = new Set<() => void>();

  function acquire(waitMs: number | null): Promise<void> | undefined {
    if (availablePermits > 0) {
      availablePermits -= 1;
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const receive = () => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = () => {
        waiting.delete(receive);
        reject(refusal());
      };
      const timer = waitMs === null ? undefined : setTimeout(giveUp, waitMs);
      waiting.add(receive);
    });
  }

  function release(): void {
    const [next] = waiting;
    if (!next) {
      availablePermits += 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  return async (work, waitMs) => {
    await acquire(waitMs ?? maxWaitMs);
    try {
      return await work();
    } finally {
      release();
    }
  };
}
