import { present } from '#kernel/assert.ts';
import { domainErrorOf, isTimeout } from '../errors/error-mapping.ts';

interface QueuedItem<Item, Answer> {
  item: Item;
  /** When it was submitted, by `performance.now()`. */
  submittedAtMs: number;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** Result of one item of a batch. A failed item does not affect the others. */
export type Outcome<Answer> = { ok: true; answer: Answer } | { ok: false; error: unknown };

interface BatcherOptions<Item, Answer> {
  /** Number of batches that may run at the same time: one on the embedded database, a few on Postgres. */
  concurrency: number;
  maxItems: number;
  /** Longest wait before an item starts a small batch beside a running one. */
  maxWaitMs: number;
  /** Key of the resource that items compete for, such as a property: items with the same key share a queue. */
  contentionKey?(item: Item): number;
  /** Runs a batch as one transaction. The outcomes have the order of the items. */
  runBatch(items: readonly Item[]): Promise<Outcome<Answer>[]>;
}

interface Queue<Item, Answer> {
  items: QueuedItem<Item, Answer>[];
  /** Number of running batches that contain items of this queue. */
  runningBatches: number;
}

/**
 * Group commit: collects the items that arrive while batches run, and runs them together as the next batch. One lock
 * and one commit then serve many items. There is no timer: while nothing runs, a batch starts at the end of the current
 * turn of the event loop.
 *
 * There are as many queues as batches may run at once. Items that compete for the same rows share a queue, so that
 * concurrent batches rarely wait for each other's locks.
 *
 * While a batch runs, another one starts only if one of these is true, because small batches cost more than waiting:
 * 1. a queue without a running batch holds at least 1/8 of `maxItems`;
 * 2. any queue holds at least 1/2 of `maxItems`;
 * 3. the oldest item of a queue has waited for `maxWaitMs` (checked when an item arrives and when a batch ends).
 * Items of other queues that fulfill none of these join the batch, unless a batch of their own queue is running.
 *
 * If a batch throws:
 * - because the database is unavailable, everything in the batch and in the queues is rejected immediately;
 * - because it took too long, the batch is rejected: running it again would delay the queues even more, and they go on;
 * - for any other reason, it runs again in halves, and so does a half that throws, so that one bad item fails alone and
 *   costs few batches. The order stays, and the first part that takes too long rejects what is left.
 */
export function createBatcher<Item, Answer>(options: BatcherOptions<Item, Answer>) {
  const { concurrency, maxItems, maxWaitMs, contentionKey = () => 0 } = options;
  const queues = Array.from(
    { length: concurrency },
    (): Queue<Item, Answer> => ({ items: [], runningBatches: 0 }),
  );
  let runningBatches = 0;
  let isFlushScheduled = false;

  /** @returns the error if the database is unavailable, or did not do this in time */
  async function runAndAnswer(batch: QueuedItem<Item, Answer>[]): Promise<unknown> {
    try {
      const outcomes = await options.runBatch(batch.map(({ item }) => item));
      batch.forEach((queued, index) => {
        answerItem(queued, outcomes[index] ?? { ok: false, error: new Error('a batch lost an item') });
      });
    } catch (error) {
      if (isTimeout(error)) {
        rejectAll(batch, error);
        return error;
      }
      if (domainErrorOf(error)?.kind === 'unavailable') {
        rejectAll([...batch, ...queues.flatMap(({ items }) => items.splice(0))], error);
        return error;
      }
      if (batch.length === 1) return void rejectAll(batch, error);
      const middle = Math.ceil(batch.length / 2);
      const failure = await runAndAnswer(batch.slice(0, middle));
      if (failure === undefined) return runAndAnswer(batch.slice(middle));
      rejectAll(batch.slice(middle), failure);
      return failure;
    }
  }

  /** Number of items of a queue that justify a batch while another one is running. */
  const minItems = (queue: Queue<Item, Answer>) => maxItems / (queue.runningBatches === 0 ? 8 : 2);

  function deservesOwnBatch(queue: Queue<Item, Answer>): boolean {
    const [oldest] = queue.items;
    if (!oldest) return false;
    if (runningBatches === 0 || queue.items.length >= minItems(queue)) return true;
    return performance.now() - oldest.submittedAtMs >= maxWaitMs;
  }

  function canShareBatch(queue: Queue<Item, Answer>): boolean {
    return queue.runningBatches === 0 && queue.items.length < minItems(queue);
  }

  /** Starts a batch with the items of these queues, in their order, as many as fit. */
  function startBatch(candidates: readonly Queue<Item, Answer>[]): void {
    const batch: QueuedItem<Item, Answer>[] = [];
    const included = candidates.filter(({ items }) => {
      const taken = items.splice(0, maxItems - batch.length);
      batch.push(...taken);
      return taken.length > 0;
    });
    const countRunning = (change: number) => {
      runningBatches += change;
      for (const queue of included) queue.runningBatches += change;
    };
    countRunning(1);
    runAndAnswer(batch).finally(() => {
      countRunning(-1);
      scheduleFlush();
    });
  }

  function flush(): void {
    isFlushScheduled = false;
    while (runningBatches < concurrency) {
      const queue = withOldestItem(queues.filter(deservesOwnBatch));
      if (!queue) return;
      startBatch([queue, ...queues.filter((other) => other !== queue && canShareBatch(other))]);
    }
  }

  function scheduleFlush(): void {
    if (isFlushScheduled || runningBatches === concurrency) return;
    isFlushScheduled = true;
    setImmediate(flush);
  }

  /** Runs one item in the next batch. */
  return function submit(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const queue = present(queues[contentionKey(item) % concurrency], 'the queue of an item');
      queue.items.push({ item, submittedAtMs: performance.now(), resolve, reject });
      scheduleFlush();
    });
  };
}

function withOldestItem<Item, Answer>(
  queues: readonly Queue<Item, Answer>[],
): Queue<Item, Answer> | undefined {
  const oldest = ({ items: [first] }: Queue<Item, Answer>) =>
    first?.submittedAtMs ?? Number.POSITIVE_INFINITY;
  return queues.reduce<Queue<Item, Answer> | undefined>(
    (best, queue) => (best && oldest(best) <= oldest(queue) ? best : queue),
    undefined,
  );
}

function rejectAll<Item, Answer>(items: readonly QueuedItem<Item, Answer>[], error: unknown): void {
  for (const { reject } of items) reject(error);
}

function answerItem<Item, Answer>(
  { resolve, reject }: QueuedItem<Item, Answer>,
  outcome: Outcome<Answer>,
): void {
  if (outcome.ok) resolve(outcome.answer);
  else reject(outcome.error);
}
