import { Worker } from 'node:worker_threads';
import type { FileMediaType } from '#kernel/media-types.ts';
import { SECOND } from '#kernel/time.ts';
import type { FileProblem } from '../../ports/file-checks.ts';
import { builtWorker, isBuilt, workerThread } from '../worker-thread.ts';

const MAX_SCAN_MS = 5 * SECOND;
/** As many as uploads are taken at a time, so that a few senders cannot fill the queue. */
const MAX_WAITING_FILES = 32;
/** Limits of the JavaScript heap. The scan itself limits files and their unpacked content. */
export const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

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
function start(): Worker {
  if (isBuilt()) return builtWorker('file-scan-worker', resourceLimits);
  const source = new URL('./file-scan-worker.ts', import.meta.url).href;
  const load = `import('tsx/esm/api').then(({ register }) => (register(), import('${source}')))`;
  return new Worker(load, { eval: true, resourceLimits });
}

/**
 * Scans PDFs and office files in a worker thread, one at a time, with limits of time and memory. A file that exceeds them
 * ends the worker and counts as opaque. Senders take turns.
 * @throws QueueFullError
 */
export function fileScanner(
  startThread = start,
): (request: ScanRequest, sender: string) => Promise<ScanAnswer> {
  const terms = { start: startThread, maxMs: MAX_SCAN_MS, maxWaiting: MAX_WAITING_FILES };
  const scan = workerThread<ScanRequest, ScanAnswer>(terms);
  return async (request, sender) => {
    const judged = await scan(request, sender);
    return judged === 'ended' ? { problem: 'opaque', mediaType: null } : judged;
  };
}
