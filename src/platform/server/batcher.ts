import { domainErrorOf } from './error-mapping.ts';

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
  lanes: number;
  /** The most items of one batch. */
  most: number;
  /** How long a few wait beside a busy lane, which may itself be waiting for a lock of others. */
  patienceMs: number;
  /** Runs a batch as one transaction; the outcomes stand in the order of the items. */
  run(items: readonly Item[]): Promise<Outcome<Answer>[]>;
}

/**
 * Collects requests while the lanes are busy and runs what waits as batches, so that a lock is held and a commit is
 * paid once for many. There is no timer: a request that finds a lane free goes with what else came in the same turn of
 * the event loop. Beside a busy lane another one is only taken for at least half a batch, or when somebody has waited
 * too long: two small batches cost more than one that starts a little later. A batch that throws is run again item by
 * item, so that one bad item never fails its neighbours. While the database is unavailable it is so for all that wait:
 * they are told at once, and not one after the other.
 */
export function createBatcher<Item, Answer>(options: BatcherOptions<Item, Answer>) {
  const queue: Waiting<Item, Answer>[] = [];
  let busy = 0;
  let due = false;

  async function runAll(batch: Waiting<Item, Answer>[]): Promise<void> {
    try {
      const outcomes = await options.run(batch.map(({ item }) => item));
      batch.forEach((waiting, index) => {
        settle(waiting, outcomes[index] ?? { ok: false, error: new Error('a batch lost an item') });
      });
    } catch (error) {
      if (domainErrorOf(error)?.kind === 'unavailable')
        return rejectAll([...batch, ...queue.splice(0)], error);
      if (batch.length === 1) return rejectAll(batch, error);
      for (const waiting of batch) await runAll([waiting]);
    }
  }

  function isWorthALane(): boolean {
    const [oldest] = queue;
    if (!oldest) return false;
    const waited = performance.now() - oldest.since;
    return busy === 0 || queue.length >= options.most / 2 || waited >= options.patienceMs;
  }

  function next(): void {
    due = false;
    while (busy < options.lanes && isWorthALane()) {
      busy += 1;
      runAll(queue.splice(0, options.most)).finally(() => {
        busy -= 1;
        soon();
      });
    }
  }

  function soon(): void {
    if (due || busy === options.lanes) return;
    due = true;
    setImmediate(next);
  }

  /** Runs one item in the next batch. */
  return function submit(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      queue.push({ item, since: performance.now(), resolve, reject });
      soon();
    });
  };
}

function rejectAll<Item, Answer>(items: readonly Waiting<Item, Answer>[], error: unknown): void {
  for (const { reject } of items) reject(error);
}

function settle<Item, Answer>({ resolve, reject }: Waiting<Item, Answer>, outcome: Outcome<Answer>): void {
  if (outcome.ok) resolve(outcome.answer);
  else reject(outcome.error);
}
