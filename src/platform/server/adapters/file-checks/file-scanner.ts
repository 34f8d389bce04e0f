import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FileMediaType } from '#kernel/media-types.ts';
import { SECOND } from '#kernel/time.ts';
import type { FileProblem } from '../../ports/file-checks.ts';
import { boundedQueue } from '../bounded-queue.ts';
import { projectFolder } from '../database/database.ts';

const maxScanMs = 5 * SECOND;
const maxIdleMs = 30 * SECOND;
const maxWaiting = 10;
/** Limits of the JavaScript heap. The scan itself limits files and their unpacked content. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

export interface ScanRequest {
  kind: 'pdf' | 'office';
  bytes: Uint8Array;
}

/** Type of the file, or the problem why it is refused. */
export interface ScanAnswer {
  problem: FileProblem | null;
  mediaType: FileMediaType | null;
}

/** A worker thread that scans files, from the build or from the sources, whichever the program runs from. */
function startWorker(): Worker {
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(join(projectFolder(), 'dist', 'server', 'file-scan-worker.js'), { resourceLimits });
  const source = new URL('./file-scan-worker.ts', import.meta.url).href;
  const load = `import('tsx/esm/api').then(({ register }) => (register(), import('${source}')))`;
  return new Worker(load, { eval: true, resourceLimits });
}

/**
 * Scans PDFs and office files in a worker thread, one at a time, with limits of time and memory. A file that exceeds them
 * ends the worker and counts as opaque.
 * @throws QueueFullError
 */
export function fileScanner(): (request: ScanRequest) => Promise<ScanAnswer> {
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

  async function scan(request: ScanRequest): Promise<ScanAnswer> {
    const scanner = await readyWorker();
    scanner.ref();
    const answer = answerOf(scanner);
    scanner.postMessage(request);
    const judged = await answer;
    if (judged === 'ended') {
      worker = null;
      await scanner.terminate();
      return { problem: 'opaque', mediaType: null };
    }
    scanner.unref();
    idle = setTimeout(endIdle, maxIdleMs).unref();
    return judged;
  }

  /** A file that comes while the thread ends gets another one. */
  function endIdle(): void {
    void worker?.terminate();
    worker = null;
  }

  return (request) => run(() => scan(request));
}

/** The worker's answer; 'ended' when it takes too long or too much memory. */
function answerOf(worker: Worker): Promise<ScanAnswer | 'ended'> {
  return new Promise((resolve) => {
    const finish = (answer: ScanAnswer | 'ended') => {
      clearTimeout(limit);
      worker.off('message', finish).off('error', end).off('exit', end);
      resolve(answer);
    };
    const end = () => finish('ended');
    const limit = setTimeout(end, maxScanMs);
    worker.once('message', finish).once('error', end).once('exit', end);
  });
}
