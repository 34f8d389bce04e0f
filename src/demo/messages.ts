import type { DemoPerson } from '#kernel/demo.ts';

/** A call of the router, in place of a request to the server. */
export interface Call {
  person: DemoPerson;
  address: string;
  method: string;
  body: string | null;
  /** A file that is sent, in place of a body. */
  file?: { name: string; base64: string };
}

export interface Outcome {
  status: number;
  headers: [name: string, value: string][];
  body: string;
  /** The body is a file, in base64. */
  isFile?: true;
}

/** Why the demo cannot continue; with a full storage, only a new start helps. */
export type Failure = 'full' | 'broken';

/** Progress of the opening: `part` of a step, from 0 to 1, is the share of it that is really done. */
export interface Progress {
  step: 'download' | 'start' | 'renew';
  part: number;
}

/** Messages from the page to the worker, as JSON text. */
export type ToWorker = { kind: 'call'; id: string; call: Call };

export type FromWorker =
  | { kind: 'progress'; progress: Progress }
  | { kind: 'ready' }
  | { kind: 'outcome'; id: string; outcome: Outcome }
  | { kind: 'changed' }
  | { kind: 'records'; records: Record<string, unknown> }
  | { kind: 'failed'; failure: Failure };

/** Messages between tabs: the leader has the worker, the others have their calls answered by it. */
export type BetweenTabs =
  | { kind: 'who leads' }
  | { kind: 'leads'; leader: string }
  | { kind: 'call'; from: string; id: string; call: Call }
  | { kind: 'outcome'; to: string; id: string; outcome: Outcome }
  | { kind: 'changed' }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'left' };
