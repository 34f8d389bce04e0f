import { present } from '#kernel/assert.ts';
import { domainErrorOf } from '../errors/error-mapping.ts';

interface Waiting<Item, Answer> {
  item: Item;
  since: number;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** How one item of a batch ended; the others are not touched by its failure. */
export type Outcome<Answer> = { ok: true; answer: Answer } | { ok: false; error: unknown };

export interface BatcherOptions<Item, Answer> {
  /** Batches that may run at once: one on the embedded database, a few on Postgres. */
  concurrency: number;
  /** The most items of one batch. */
  maxItems: number;
  /** How long a few wait beside a busy lane, which may itself be waiting for a lock of others. */
  maxWaitMs: number;
  /** What an item wants for itself, as a number: items that want the same wait in one queue. */
  contentionKey?(item: Item): number;
  /** Runs a batch as one transaction; the outcomes stand in the order of the items. */
  run(items: readonly Item[]): Promise<Outcome<Answer>[]>;
}

interface Queue<Item, Answer> {
  waiting: Waiting<Item, Answer>[];
  /** Batches of this queue that run now. */
  running: number;
}

/**
 * Collects requests while the lanes are busy and runs what waits as batches, so that a lock is held and a commit is
 * paid once for many. There is no timer: a request that finds every lane free goes with what else came in the same turn
 * of the event loop.
 *
 * There is a queue for each lane, and what competes for the same stands in one queue, so that batches that run at once
 * seldom wait for each other's locks. Small batches cost more than one that starts a little later. So beside a busy lane
 * another one is only taken for an eighth of a batch of a queue that none of runs, for half a batch of any, or when
 * somebody has waited too long (which is seen when a request comes or a batch ends). What is fewer than an eighth of a
 * batch goes along with the next batch of another queue.
 *
 * A batch that throws is run again item by item, so that one bad item never fails its neighbours. While the database is
 * unavailable it is so for all that wait: they are told at once, and not one after the other.
 */
export function createBatcher<Item, Answer>(options: BatcherOptions<Item, Answer>) {
  const { concurrency, maxItems, maxWaitMs, contentionKey = () => 0 } = options;
  const queues = Array.from(
    { length: concurrency },
    (): Queue<Item, Answer> => ({ waiting: [], running: 0 }),
  );
  let busy = 0;
  let due = false;

  /** @returns the error when the database is unavailable */
  async function runAll(batch: Waiting<Item, Answer>[]): Promise<unknown> {
    try {
      const outcomes = await options.run(batch.map(({ item }) => item));
      batch.forEach((waiting, index) => {
        settle(waiting, outcomes[index] ?? { ok: false, error: new Error('a batch lost an item') });
      });
    } catch (error) {
      if (domainErrorOf(error)?.kind === 'unavailable') {
        rejectAll([...batch, ...queues.flatMap(({ waiting }) => waiting.splice(0))], error);
        return error;
      }
      if (batch.length === 1) return void rejectAll(batch, error);
      let unavailable: unknown;
      for (const waiting of batch) {
        if (unavailable) waiting.reject(unavailable);
        else unavailable = await runAll([waiting]);
      }
      return unavailable;
    }
  }

  /** How many of a queue are worth a lane beside another one that is busy. */
  const enoughOf = ({ running }: Queue<Item, Answer>) => maxItems / (running === 0 ? 8 : 2);

  function isWorthALane(queue: Queue<Item, Answer>): boolean {
    const [oldest] = queue.waiting;
    if (!oldest) return false;
    const isEnough = queue.waiting.length >= enoughOf(queue);
    return busy === 0 || isEnough || performance.now() - oldest.since >= maxWaitMs;
  }

  /** Too few for a lane of their own, and none of them wants what runs already. */
  function goesAlong(queue: Queue<Item, Answer>): boolean {
    return queue.running === 0 && queue.waiting.length < enoughOf(queue);
  }

  function start(asked: readonly Queue<Item, Answer>[]): void {
    const batch: Waiting<Item, Answer>[] = [];
    const taken = asked.filter(({ waiting }) => {
      const taking = waiting.splice(0, maxItems - batch.length);
      batch.push(...taking);
      return taking.length > 0;
    });
    const count = (by: number) => {
      busy += by;
      for (const queue of taken) queue.running += by;
    };
    count(1);
    runAll(batch).finally(() => {
      count(-1);
      soon();
    });
  }

  function next(): void {
    due = false;
    while (busy < concurrency) {
      const queue = longestWaiting(queues.filter(isWorthALane));
      if (!queue) return;
      start([queue, ...queues.filter((one) => one !== queue && goesAlong(one))]);
    }
  }

  function soon(): void {
    if (due || busy === concurrency) return;
    due = true;
    setImmediate(next);
  }

  /** Runs one item in the next batch. */
  return function submit(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const queue = present(queues[contentionKey(item) % concurrency], 'the queue of an item');
      queue.waiting.push({ item, since: performance.now(), resolve, reject });
      soon();
    });
  };
}

/** The queue whose first item came before that of the others. */
function longestWaiting<Item, Answer>(
  queues: readonly Queue<Item, Answer>[],
): Queue<Item, Answer> | undefined {
  const since = ({ waiting: [first] }: Queue<Item, Answer>) => first?.since ?? Number.POSITIVE_INFINITY;
  return queues.reduce<Queue<Item, Answer> | undefined>(
    (found, queue) => (found && since(found) <= since(queue) ? found : queue),
    undefined,
  );
}

function rejectAll<Item, Answer>(items: readonly Waiting<Item, Answer>[], error: unknown): void {
  for (const { reject } of items) reject(error);
}

function settle<Item, Answer>({ resolve, reject }: Waiting<Item, Answer>, outcome: Outcome<Answer>): void {
  if (outcome.ok) resolve(outcome.answer);
  else reject(outcome.error);
}
