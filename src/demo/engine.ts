import type { DemoPerson } from '#kernel/demo.ts';
import { newId } from '#kernel/ids.ts';
import type { Answer } from '#platform/browser/trpc.ts';
import { fromBase64, toBase64 } from './base64.ts';
import type { BetweenTabs, Call, Failure, FromWorker, Outcome, Progress, ToWorker } from './messages.ts';

const NAME = 'commonhold.demo';
const TRPC = '/api/trpc/';
/** Files that the demo has, in this browser. */
const FILES = /^\/api\/(submission-documents|documents|properties\/\d+\/documents)(\/|$)/;

export interface Engine {
  /** Resolves once some tab of this browser answers calls. */
  ready: Promise<void>;
  answer: Answer;
  /** Ends the demo in every tab and closes its database. */
  leave(): void;
}

export interface EngineListener {
  /** The person that this tab acts as. */
  person(): DemoPerson;
  onProgress(progress: Progress): void;
  onChanged(): void;
  onRecords(records: Record<string, unknown>): void;
  onFailed(failure: Failure): void;
  /** Another tab has left the demo. */
  onLeft(): void;
}

interface PendingCall {
  call: Call;
  /** The tab that it was forwarded to; null while none leads. */
  forwardedTo: string | null;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

/** The calls of this tab that have no outcome yet. `send` passes one on to the tab that leads. */
function pendingCalls(send: (leader: string, id: string, call: Call) => void) {
  const waiting = new Map<string, PendingCall>();
  let leader: string | null = null;

  function ask(id: string, one: PendingCall): void {
    if (leader === null) return;
    one.forwardedTo = leader;
    send(leader, id, one.call);
  }

  return {
    /** Asks another tab from now on. Changes that were sent to the one before may have happened, so they fail. */
    moveTo(next: string): void {
      leader = next;
      for (const [id, one] of waiting) {
        const unknown = one.forwardedTo !== null && one.call.method !== 'GET';
        if (unknown) one.reject(new TypeError('The tab that ran the demo was closed.'));
        else ask(id, one);
      }
    },
    async outcomeOf(call: Call, signal: AbortSignal): Promise<Outcome> {
      const id = newId();
      const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
      const abort = () => reject(signal.reason);
      signal.addEventListener('abort', abort);
      if (signal.aborted) abort();
      const one: PendingCall = { call, forwardedTo: null, resolve, reject };
      waiting.set(id, one);
      ask(id, one);
      try {
        return await promise;
      } finally {
        waiting.delete(id);
        signal.removeEventListener('abort', abort);
      }
    },
    resolve: (id: string, outcome: Outcome): void => waiting.get(id)?.resolve(outcome),
    rejectAll(error: Error): void {
      for (const one of waiting.values()) one.reject(error);
    },
  };
}

/**
 * Answers calls by the single worker of this browser. Leader election: the tab that gets the Web Lock runs the worker, the
 * other tabs forward their calls to it. When it closes, another tab leads, and pending changes fail as unanswered.
 */
export function startEngine(listener: EngineListener): Engine {
  const me = newId();
  const channel = new BroadcastChannel(NAME);
  const ready = Promise.withResolvers<void>();
  let leader: string | null = null;
  let worker: Worker | null = null;
  let hasEnded = false;
  let releaseLock = () => {};

  const broadcast = (message: BetweenTabs) => channel.postMessage(JSON.stringify(message));
  const toWorker = (message: ToWorker) => worker?.postMessage(JSON.stringify(message));

  const pending = pendingCalls((leads, id, call) => {
    if (leads === me) toWorker({ kind: 'call', id, call });
    else broadcast({ kind: 'call', from: me, id, call });
  });

  function follow(leads: string): void {
    if (leader === leads) return;
    leader = leads;
    ready.resolve();
    pending.moveTo(leads);
  }

  function end(): void {
    hasEnded = true;
    worker?.terminate();
    releaseLock();
  }

  function failed(failure: Failure): void {
    end();
    pending.rejectAll(new TypeError('The demo has ended.'));
    listener.onFailed(failure);
  }

  function onWorkerMessage(message: FromWorker): void {
    if (message.kind === 'ready') {
      follow(me);
      broadcast({ kind: 'leads', leader: me });
    } else if (message.kind === 'outcome') {
      const [from = '', id = ''] = message.id.split(' ');
      if (id === '') pending.resolve(message.id, message.outcome);
      else broadcast({ kind: 'outcome', to: from, id, outcome: message.outcome });
    } else if (message.kind === 'changed') {
      broadcast(message);
      listener.onChanged();
    } else if (message.kind === 'records') {
      listener.onRecords(message.records);
    } else if (message.kind === 'progress') {
      listener.onProgress(message.progress);
    } else if (message.kind === 'failed') {
      broadcast(message);
      failed(message.failure);
    }
  }

  function onTabMessage(message: BetweenTabs): void {
    if (message.kind === 'who leads') {
      if (leader === me) broadcast({ kind: 'leads', leader: me });
    } else if (message.kind === 'leads') {
      follow(message.leader);
    } else if (message.kind === 'call') {
      if (leader === me) toWorker({ kind: 'call', id: `${message.from} ${message.id}`, call: message.call });
    } else if (message.kind === 'outcome') {
      if (message.to === me) pending.resolve(message.id, message.outcome);
    } else if (message.kind === 'changed') {
      listener.onChanged();
    } else if (message.kind === 'failed') {
      failed(message.failure);
    } else {
      end();
      listener.onLeft();
    }
  }

  async function lead(): Promise<void> {
    if (hasEnded) return;
    worker = startWorker(onWorkerMessage);
    // The lock is held until this tab is closed, or its demo has ended.
    await new Promise<void>((resolve) => {
      releaseLock = resolve;
    });
  }

  channel.addEventListener('message', ({ data }) => onTabMessage(JSON.parse(data) as BetweenTabs));
  broadcast({ kind: 'who leads' });
  navigator.locks.request(NAME, lead).catch(() => failed('broken'));

  return {
    ready: ready.promise,
    async answer(request) {
      const call = await callOf(request, listener.person());
      return call === null ? notPartOfIt() : responseOf(await pending.outcomeOf(call, request.signal));
    },
    leave() {
      end();
      broadcast({ kind: 'left' });
    },
  };
}

/** The call that a request stands for; null for one that is not part of the demo. */
async function callOf(request: Request, person: DemoPerson): Promise<Call | null> {
  const { pathname, search } = new URL(request.url);
  const { method } = request;
  const isFile = FILES.test(pathname);
  if (!isFile && !pathname.startsWith(TRPC)) return null;
  const call = { person, address: pathname + search, method };
  if (method === 'GET') return { ...call, body: null };
  return isFile
    ? { ...call, body: null, file: await fileOf(request) }
    : { ...call, body: await request.text() };
}

function responseOf({ body, status, headers, isFile }: Outcome): Response {
  if (isFile) return new Response(fromBase64(body), { status, headers });
  return new Response(body, { status, headers: [...headers, ['content-type', 'application/json']] });
}

async function fileOf(request: Request): Promise<{ name: string; base64: string }> {
  const name = decodeURIComponent(request.headers.get('x-file-name') ?? '');
  return { name, base64: toBase64(new Uint8Array(await request.arrayBuffer())) };
}

function startWorker(onMessage: (message: FromWorker) => void): Worker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }) => onMessage(JSON.parse(data) as FromWorker));
  worker.addEventListener('error', () => onMessage({ kind: 'failed', failure: 'broken' }));
  return worker;
}

/** Files are on the server, which the demo never calls. */
function notPartOfIt(): Response {
  const message = 'These files are not part of the demo. Create an account to use them.';
  return Response.json({ code: 'NOT_IN_DEMO', message }, { status: 422 });
}
