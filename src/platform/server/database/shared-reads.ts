import { createBatcher } from './batcher.ts';
import { memoizePer } from './memoize-per.ts';

const CONCURRENT_READS = 2;
const MAX_BATCH_KEYS = 64;
/** A read usually takes a few milliseconds; the keys behind a slower one start another batch after this time. */
const MAX_WAIT_MS = 10;

/**
 * Coalesces concurrent reads with the same question: all callers who arrive while a read is running share the next one.
 * A read starts after each of its callers asked, so an answer is never older than the question, and a caller that has
 * just committed a change sees it.
 *
 * Callers share the answer object: do not change it.
 */
export function coalesceReads<Scope extends object, Question, Answer>(
  read: (scope: Scope, question: Question) => Promise<Answer>,
): (scope: Scope, question: Question) => Promise<Answer> {
  const readerOf = memoizePer((scope: Scope) => coalesced((question: Question) => read(scope, question)));
  return (scope, question) => readerOf(scope)(question);
}

/**
 * A DataLoader without a cache: reads the rows of many keys with one statement. Keys that arrive while reads are running
 * share the next read, so an answer is never older than the question. The map leaves out a key without an answer.
 *
 * Callers with the same key share the answer object: do not change it.
 */
export function dataLoader<Answer>(
  readMany: (keys: readonly string[]) => Promise<ReadonlyMap<string, Answer>>,
): (key: string) => Promise<Answer | undefined> {
  return createBatcher<string, Answer | undefined>({
    concurrency: CONCURRENT_READS,
    maxItems: MAX_BATCH_KEYS,
    maxWaitMs: MAX_WAIT_MS,
    async runBatch(keys) {
      const answers = await readMany([...new Set(keys)]);
      return keys.map((key) => ({ ok: true, answer: answers.get(key) }));
    },
  });
}

function coalesced<Question, Answer>(read: (question: Question) => Promise<Answer>) {
  const running = new Map<string, Promise<unknown>>();
  const queued = new Map<string, Promise<Answer>>();

  async function readAfter(previous: Promise<unknown>, key: string, question: Question): Promise<Answer> {
    await previous.catch(() => undefined);
    queued.delete(key);
    const answer = read(question);
    running.set(key, answer);
    try {
      return await answer;
    } finally {
      if (running.get(key) === answer) running.delete(key);
    }
  }

  return function ask(question: Question): Promise<Answer> {
    const key = JSON.stringify(question) ?? '';
    const joined = queued.get(key);
    if (joined) return joined;
    const answer = readAfter(running.get(key) ?? new Promise(setImmediate), key, question);
    queued.set(key, answer);
    return answer;
  };
}
