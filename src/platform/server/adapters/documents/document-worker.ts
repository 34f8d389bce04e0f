import { parentPort } from 'node:worker_threads';
import type { DrawAnswer, DrawRequest } from './document-threads.ts';
import { pdfDocuments } from './pdf-documents.ts';

const documents = pdfDocuments();

async function draw(request: DrawRequest): Promise<DrawAnswer> {
  try {
    const { kind, document } = request;
    return { bytes: await (kind === 'table' ? documents.table(document) : documents.text(document)) };
  } catch (error) {
    return { problem: String(error) };
  }
}

/** Message from the server: a document to draw. */
parentPort?.on('message', async (request: DrawRequest) => parentPort?.postMessage(await draw(request)));
parentPort?.postMessage('ready');
