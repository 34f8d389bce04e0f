import { commonErrors, DomainError } from '#kernel/errors.ts';
import { SECOND } from '#kernel/time.ts';
import { memoizePer } from '../database/memoize-per.ts';
import { createSemaphore, type Semaphore } from '../database/semaphore.ts';
import type { Platform } from '../runtime/platform.ts';

/** What is sent: a file, or one far larger than an upload may be. Pictures of pages are small, and wait for nothing. */
export type Download = 'file' | 'large';

/** Files that a server sends at once. Each is in memory until its last byte is sent. */
const MAX_DOWNLOADS: Readonly<Record<Download, number>> = { file: 32, large: 2 };
const MAX_DOWNLOADS_OF_PERSON = 4;
const MAX_DOWNLOADS_OF_ADDRESS = 8;
/** Several files may be opened at once, so requests wait for their turn: with the person, the address and the server. */
const MAX_WAIT_MS = 20 * SECOND;
const RETRY_AFTER_SECONDS = 5;

interface Receiver {
  person: string;
  address: string;
  /** Resolves when the answer is sent or its connection is closed. */
  sent: () => Promise<void>;
}

/**
 * Answers with a file when it is the receiver's turn, and occupies their slot until the file is sent.
 * @throws RATE_LIMITED when the person or the address is sent too many files, UNAVAILABLE when the server sends too many
 */
export const answerInTurn = memoizePer((_: Platform) => {
  const toPerson = semaphores(MAX_DOWNLOADS_OF_PERSON, 'You are');
  const toAddress = semaphores(MAX_DOWNLOADS_OF_ADDRESS, 'Your network is');
  const ofServer = {
    file: createSemaphore({ permits: MAX_DOWNLOADS.file, maxWaitMs: MAX_WAIT_MS }),
    large: createSemaphore({ permits: MAX_DOWNLOADS.large, maxWaitMs: MAX_WAIT_MS }),
  };
  return (
    kind: Download,
    { person, address, sent }: Receiver,
    answer: () => Promise<Response>,
  ): Promise<Response> =>
    new Promise((resolve, reject) => {
      const send = async () => {
        resolve(await answer());
        await sent();
      };
      const end = performance.now() + MAX_WAIT_MS;
      const left = () => Math.max(0, end - performance.now());
      const afterAddress = () => ofServer[kind](send, left());
      const afterPerson = () => toAddress(address, afterAddress, left());
      toPerson(person, afterPerson, left()).catch(reject);
    });
});

/** A semaphore for each key, for as long as something runs or waits under it. */
function semaphores(permits: number, who: string) {
  const used = new Map<string, { semaphore: Semaphore; users: number }>();
  const refusal = () =>
    new DomainError(commonErrors.RATE_LIMITED, {
      message: `${who} already downloading several files. Wait until one of them is done and try again.`,
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  return async <Value>(key: string, work: () => Promise<Value>, waitMs: number): Promise<Value> => {
    const own = used.get(key) ?? {
      semaphore: createSemaphore({ permits, maxWaitMs: MAX_WAIT_MS, refusal }),
      users: 0,
    };
    used.set(key, own);
    own.users += 1;
    try {
      return await own.semaphore(work, waitMs);
    } finally {
      own.users -= 1;
      if (own.users === 0) used.delete(key);
    }
  };
}
