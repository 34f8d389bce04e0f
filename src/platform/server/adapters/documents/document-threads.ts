import type { Worker } from 'node:worker_threads';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { MINUTE } from '#kernel/time.ts';
import { unavailable } from '../../errors/error-mapping.ts';
import type { Documents } from '../../ports/documents.ts';
import { CallerFullError, QueueFullError } from '../bounded-queue.ts';
import { builtWorker, workerThread } from '../worker-thread.ts';

export type DrawRequest = {
  [Kind in keyof Documents]: { kind: Kind; document: Parameters<Documents[Kind]>[0] };
}[keyof Documents];

export type DrawAnswer = { bytes: Uint8Array } | { problem: string };

/**
 * Draws documents in worker threads: a table of thousands of rows takes seconds, in which the server would answer nobody.
 * Tables, which grow with someone's history, have a thread of their own, so that nobody waits for them with a text document. Each
 * thread draws one at a time, and accounts take turns. A document that takes too long, one that finds too many waiting,
 * and one of an account that waits for several is refused.
 */
export function documentThreads(start: () => Worker = startBuilt): Documents {
  const terms = {
    start,
    maxMs: MAX_DRAWING_MS,
    maxWaiting: MAX_WAITING_DOCUMENTS,
    maxOfCaller: MAX_ACCOUNT_DOCUMENTS,
  };
  const threads = {
    table: workerThread<DrawRequest, DrawAnswer>(terms),
    text: workerThread<DrawRequest, DrawAnswer>(terms),
  };
  async function drawn(request: DrawRequest, accountId: string): Promise<Uint8Array> {
    const answer = await threads[request.kind](request, accountId).catch(refuseFull);
    if (answer === 'ended') throw unavailable();
    if ('problem' in answer) throw new Error(`A document could not be drawn: ${answer.problem}`);
    return answer.bytes;
  }
  return {
    table: (document, accountId) => drawn({ kind: 'table', document }, accountId),
    text: (document, accountId) => drawn({ kind: 'text', document }, accountId),
  };
}

function refuseFull(error: unknown): never {
  if (error instanceof QueueFullError) throw unavailable();
  if (!(error instanceof CallerFullError)) throw error;
  throw new DomainError(commonErrors.TOO_MANY_DRAWINGS, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

function startBuilt(): Worker {
  return builtWorker('document-worker', RESOURCE_LIMITS);
}

const MAX_DRAWING_MS = 2 * MINUTE;
const MAX_WAITING_DOCUMENTS = 50;
/** Documents of one account that a thread draws or that wait for it. */
const MAX_ACCOUNT_DOCUMENTS = 4;
const RETRY_AFTER_SECONDS = 5;
/** Limits of the JavaScript heap. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 };
