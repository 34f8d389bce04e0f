import { openDemoDatabase } from './database.ts';
import type { Failure, FromWorker, Progress } from './messages.ts';

const say = (message: FromWorker) => postMessage(JSON.stringify(message));

const onProgress = (progress: Progress) => say({ kind: 'progress', progress });

function fail(error: unknown): void {
  console.error(error);
  say({ kind: 'failed', failure: failureOf(error) });
}

const failStart = ({ reason }: PromiseRejectionEvent) => fail(reason);

function failureOf(error: unknown): Failure {
  const message =
    error instanceof Error ? `${error.name} ${error.message} ${String(error.cause)}` : String(error);
  return /quota|storage is full|ENOSPC/i.test(message) ? 'full' : 'broken';
}

/** All of the product's procedures: a large script, which is loaded and run while the database's program arrives. */
const procedures = () => import('./serving.ts');

async function open(): Promise<void> {
  const [database, { serve }] = await Promise.all([
    openDemoDatabase({ onProgress, onNotStored: fail }),
    procedures(),
  ]);
  await serve({ database, say, fail });
  removeEventListener('unhandledrejection', failStart);
  say({ kind: 'ready' });
}

// Errors inside the database's start are reported nowhere else, and the page would wait forever.
addEventListener('unhandledrejection', failStart);
open().catch(fail);
