import { createBatcher } from './batcher.ts';
import { memoizePer } from './memoize-per.ts';

const CONCURRENT_READS = 2;
const MAX_BATCH_KEYS = 64;
/** A read is over in a few milliseconds: one that is not must not hold up the others. */
const MAX_WAIT_MS = 10;

/**
 * A read that is the same for everybody: whoever asks the same question while it is being answered gets, together with
 * all others who do, the answer of the next read. It begins when the one before has ended, so an answer is never older
 * than its question, and who reads after a change sees the change.
 *
 * Answers are shared: nobody may change them.
 */
export function coalesceReads<Scope extends object, Question, Answer>(
  read: (scope: Scope, question: Question) => Promise<Answer>,
): (scope: Scope, question: Question) => Promise<Answer> {
  const askOf = memoizePer((scope: Scope) => readsInTurn((question: Question) => read(scope, question)));
  return (scope, question) => askOf(scope)(question);
}

/**
 * A read that differs only in whom it is for: what waits is read together, by one statement for all these keys. A read
 * begins after it was asked for, so an answer is never older than its question. A key without an answer is left out of
 * the map. Answers to the same key are shared: nobody may change them.
 */
export function dataLoader<Answer>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Answer>>,
): (key: string) => Promise<Answer | undefined> {
  return createBatcher<string, Answer | undefined>({
    concurrency: CONCURRENT_READS,
    maxItems: MAX_BATCH_KEYS,
    maxWaitMs: MAX_WAIT_MS,
    async run(keys) {
      const found = await read([...new Set(keys)]);
      return keys.map((key) => ({ ok: true, answer: found.get(key) }));
    },
  });
}

function readsInTurn<Question, Answer>(read: (question: Question) => Promise<Answer>) {
  const begun = new Map<string, Promise<unknown>>();
  const next = new Map<string, Promise<Answer>>();

  async function readAfter(before: Promise<unknown>, key: string, question: Question): Promise<Answer> {
    await before.catch(() => undefined);
    next.delete(key);
    const reading = read(question);
    begun.set(key, reading);
    try {
      return await reading;
    } finally {
      if (begun.get(key) === reading) begun.delete(key);
    }
  }

  return function ask(question: Question): Promise<Answer> {
    const key = JSON.stringify(question) ?? '';
    const known = next.get(key);
    if (known) return known;
    const answer = readAfter(begun.get(key) ?? new Promise(setImmediate), key, question);
    next.set(key, answer);
    return answer;
  };
}
