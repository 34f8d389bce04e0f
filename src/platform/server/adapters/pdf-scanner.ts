import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { SECOND } from '#kernel/time.ts';
import type { FileProblem } from '../ports/file-checks.ts';
import { boundedQueue } from './bounded-queue.ts';
import { projectFolder } from './database.ts';

const maxScanMs = 5 * SECOND;
const maxIdleMs = 30 * SECOND;
const maxWaiting = 10;
/** Of JavaScript's heap; files and what they unpack to are limited by the scan itself. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** A worker thread that judges PDFs, from the build or, where the program runs from its sources, from these. */
function startWorker(): Worker {
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(join(projectFolder(), 'dist', 'server', 'pdf-scan-worker.js'), { resourceLimits });
  const source = new URL('./pdf-scan-worker.ts', import.meta.url).href;
  const load = `import('tsx/esm/api').then(({ register }) => (register(), import('${source}')))`;
  return new Worker(load, { eval: true, resourceLimits });
}

/**
 * Judges PDFs outside of the thread that serves requests, one at a time, within limits of time and memory. A file that
 * goes beyond them ends the worker and is opaque.
 * @throws TooManyWaiting
 */
export function pdfScanner(): (bytes: Uint8Array) => Promise<FileProblem | null> {
  const run = boundedQueue({ maxRunning: 1, maxWaiting });
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;

  async function readyWorker(): Promise<Worker> {
    clearTimeout(idle);
    if (worker) return worker;
    const started = startWorker();
    started.once('exit', () => {
      if (worker === started) worker = null;
    });
    await once(started, 'message');
    worker = started;
    return started;
  }

  async function scan(bytes: Uint8Array): Promise<FileProblem | null> {
    const judge = await readyWorker();
    judge.ref();
    const answer = answerOf(judge);
    judge.postMessage(bytes);
    const problem = await answer;
    if (problem === 'ended') {
      worker = null;
      await judge.terminate();
      return 'opaque';
    }
    judge.unref();
    idle = setTimeout(() => void judge.terminate(), maxIdleMs).unref();
    return problem;
  }

  return (bytes) => run(() => scan(bytes));
}

/** What the worker says of the file it is sent; 'ended' when it takes too long or too much memory. */
function answerOf(worker: Worker): Promise<FileProblem | null | 'ended'> {
  return new Promise((resolve) => {
    const settle = (answer: FileProblem | null | 'ended') => {
      clearTimeout(limit);
      worker.off('message', settle).off('error', end).off('exit', end);
      resolve(answer);
    };
    const end = () => settle('ended');
    const limit = setTimeout(end, maxScanMs);
    worker.once('message', settle).once('error', end).once('exit', end);
  });
}
