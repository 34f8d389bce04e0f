import { once } from 'node:events';
import { join } from 'node:path';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { SECOND } from '#kernel/time.ts';
import { boundedQueue } from './bounded-queue.ts';
import { projectFolder } from './project-folder.ts';

const MAX_IDLE_MS = 30 * SECOND;

/** Whether the program runs from the build, which has a file for each worker thread, or from the sources. */
export const isBuilt = (): boolean => !import.meta.url.endsWith('.ts');

/** Starts a worker thread from its file in the build. */
export const builtWorker = (name: string, resourceLimits: ResourceLimits): Worker =>
  new Worker(join(projectFolder(), 'dist', 'server', `${name}.js`), { resourceLimits });

interface ThreadTerms {
  /** Starts the thread. It sends a message when it is ready, and then one for each that it gets. */
  start: () => Worker;
  /** Time for an answer. */
  maxMs: number;
  /** Requests that may wait for their turn. */
  maxWaiting: number;
  /** The most requests of one caller, running and waiting together. */
  maxOfCaller?: number;
}

/**
 * A worker thread that answers one request at a time, with limits of time and, by how it is started, of memory. A
 * request that exceeds them ends it and is answered 'ended'. A thread without requests ends, too. Callers take turns.
 * @throws QueueFullError, CallerFullError
 */
export function workerThread<Request, Answer>({
  start,
  maxMs,
  ...queue
}: ThreadTerms): (request: Request, caller?: string) => Promise<Answer | 'ended'> {
  const run = boundedQueue({ maxRunning: 1, ...queue });
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;

  async function readyWorker(): Promise<Worker> {
    clearTimeout(idle);
    if (worker) return worker;
    const started = start();
    started.once('exit', () => {
      if (worker === started) worker = null;
    });
    await Promise.race([once(started, 'message'), failedStart(started)]);
    worker = started;
    return started;
  }

  async function ask(request: Request): Promise<Answer | 'ended'> {
    const asked = await readyWorker();
    asked.ref();
    const answering = answerOf<Answer>(asked, maxMs);
    asked.postMessage(request);
    const answer = await answering;
    if (answer === 'ended') {
      worker = null;
      await asked.terminate();
      return answer;
    }
    asked.unref();
    idle = setTimeout(endIdle, MAX_IDLE_MS).unref();
    return answer;
  }

  /** A request that comes while the thread ends gets another one. */
  function endIdle(): void {
    void worker?.terminate();
    worker = null;
  }

  return (request, caller) => run(() => ask(request), caller);
}

async function failedStart(worker: Worker): Promise<never> {
  await once(worker, 'exit');
  throw new Error('A worker thread ended before it was ready.');
}

/** The worker's answer; 'ended' when it takes too long or too much memory. */
function answerOf<Answer>(worker: Worker, maxMs: number): Promise<Answer | 'ended'> {
  return new Promise((resolve) => {
    const finish = (answer: Answer | 'ended') => {
      clearTimeout(limit);
      worker.off('message', finish).off('error', end).off('exit', end);
      resolve(answer);
    };
    const end = () => finish('ended');
    const limit = setTimeout(end, maxMs);
    worker.once('message', finish).once('error', end).once('exit', end);
  });
}
