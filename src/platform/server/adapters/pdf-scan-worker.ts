import { parentPort } from 'node:worker_threads';
import { judgePdf } from './pdf-scan.ts';

/** What the scanner sends: a file to judge. The answer is its problem or null. */
parentPort?.on('message', (bytes: Uint8Array) => parentPort?.postMessage(judgePdf(bytes).problem));
parentPort?.postMessage('ready');
