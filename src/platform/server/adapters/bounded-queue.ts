/** There is more work waiting already than can wait. */
export class QueueFullError extends Error {}

/** Runs at most so many works at a time, and refuses one when as many wait already as may. */
export function boundedQueue({ maxRunning, maxWaiting }: { maxRunning: number; maxWaiting: number }) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async function run<Value>(work: () => Promise<Value>): Promise<Value> {
    if (running >= maxRunning && waiting.length >= maxWaiting) throw new QueueFullError();
    if (running < maxRunning) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
