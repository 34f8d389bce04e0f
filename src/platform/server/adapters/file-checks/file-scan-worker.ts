import { parentPort } from 'node:worker_threads';
import type { ScanAnswer, ScanRequest } from './file-scanner.ts';
import { judgeOffice } from './office-scan.ts';
import { judgePdf } from './pdf-scan.ts';

async function judge({ kind, bytes }: ScanRequest): Promise<ScanAnswer> {
  if (kind === 'office') return judgeOffice(bytes);
  return { problem: judgePdf(bytes).problem, mediaType: 'application/pdf' };
}

/** Message from the scanner: a file to judge. */
parentPort?.on('message', async (request: ScanRequest) => parentPort?.postMessage(await judge(request)));
parentPort?.postMessage('ready');
