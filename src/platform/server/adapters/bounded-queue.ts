/** The queue is full. */
export class QueueFullError extends Error {}

/** Runs at most `maxRunning` pieces of work at a time; further ones wait, at most `maxWaiting`. */
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
