import { onlineManager, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LiveEvent } from '#kernel/events.ts';
import { newId } from '#kernel/ids.ts';
import { lastEventId } from './last-event.ts';
import { refresh, staleAfter } from './refresh.ts';
import { compareIds, relayedEvents, type StreamedEvent } from './relayed-events.ts';
import { meQueryOptions } from './session.ts';
import { API_PATH, invalidatePosition, raisePosition } from './trpc.ts';

/**
 * `missed`: an unknown set of changes was lost. `disconnected`: there is no stream, as behind a proxy that holds it back,
 * so changes are lost from now on.
 */
type StreamMessage = StreamedEvent | 'missed' | 'disconnected';

/** Asks the tab that listens for the events that this tab lacks. */
interface CatchUpRequest {
  tab: string;
  lastId: string | null;
}

/** The answer when it does not have them. */
interface Gap {
  missedBy: string;
}

type TabMessage = StreamMessage | CatchUpRequest | Gap | 'listening';

const CHANNEL = 'commonhold.live.4';
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;
/** Without a stream, opening a page reloads data that is older than this. */
const DISCONNECTED_EVERY_MS = 10_000;
/** A stream open for this long resets the retry delay. A refused stream ends right after connecting. */
const STABLE_AFTER_MS = 5_000;
const TAKEOVER_MS = 1_000;
const OWN_CHANGES_WAIT_MS = 100;
const OTHER_CHANGES_WAIT_MS = 800;
/** Re-authentication can hold a mutation for minutes; changes of others must still show. */
const MAX_ANSWER_WAIT_MS = 2_000;

/** The stream of `live.changes`, read without tRPC's client, whose part for streams every visitor would load too. */
function openStream(lastEventId: string | null): EventSource {
  const input = JSON.stringify(lastEventId ? { lastEventId } : {});
  return new EventSource(`${API_PATH}/live.changes?input=${encodeURIComponent(input)}`);
}

/** Event types that end the stream. */
const ENDS = ['error', 'return', 'serialized-error'] as const;

interface Listener {
  signal: AbortSignal;
  /** The last event that this tab has, after which a new connection continues; null when it is not known. */
  last: { id: string | null };
  onMessage(message: StreamMessage): void;
  /** The stream ended or broke: the session may be over. */
  recheckSession(): void;
}

/** Waits `delayMs`, then for a network: exponential backoff while the server is down; no attempt while offline. */
function whenWorthTrying(delayMs: number, signal: AbortSignal, go: () => void): void {
  const timer = setTimeout(() => {
    if (onlineManager.isOnline()) return go();
    const stop = onlineManager.subscribe((online) => {
      if (!online) return;
      stop();
      go();
    });
    signal.addEventListener('abort', stop);
  }, delayMs);
  signal.addEventListener('abort', () => clearTimeout(timer));
}

/** Reads changes until the signal aborts. `behind`: a tab that does not know its last event has missed some by now. */
function listen({ signal, last, onMessage, recheckSession }: Listener, behind: boolean): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve());
  });
  let retry = FIRST_RETRY_MS;
  let connectedAt = Number.POSITIVE_INFINITY;
  let first = !behind;

  const connect = () => {
    if (signal.aborted) return;
    const attempt = new AbortController();
    const after = last.id;
    let isSilent = true;
    const wasStable = () => performance.now() - connectedAt > STABLE_AFTER_MS;
    const reconnect = () => {
      if (attempt.signal.aborted) return;
      attempt.abort();
      recheckSession();
      onMessage('disconnected');
      if (wasStable()) retry = FIRST_RETRY_MS;
      connectedAt = Number.POSITIVE_INFINITY;
      whenWorthTrying(retry, signal, connect);
      retry = Math.min(retry * 2, LAST_RETRY_MS);
    };
    const stream = openStream(after);
    stream.addEventListener('connected', () => {
      if (!first && after === null) onMessage('missed');
      first = false;
      connectedAt = performance.now();
    });
    stream.addEventListener('message', ({ lastEventId: id, data }) => {
      // A backup was restored, and the stream could not continue.
      if (isSilent && after !== null && compareIds(id, after) <= 0) onMessage('missed');
      isSilent = false;
      onMessage({ id, change: JSON.parse(data) as LiveEvent });
    });
    // The server gives up where too much has happened that this person may not see.
    stream.addEventListener('return', () => {
      if (isSilent && !wasStable()) last.id = null;
    });
    for (const end of ENDS) stream.addEventListener(end, reconnect);
    AbortSignal.any([signal, attempt.signal]).addEventListener('abort', () => stream.close());
  };
  whenWorthTrying(0, signal, connect);
  // Also for a connection that is open and lets nothing through.
  const silence = setInterval(() => {
    if (connectedAt === Number.POSITIVE_INFINITY) onMessage('disconnected');
  }, DISCONNECTED_EVERY_MS);
  signal.addEventListener('abort', () => clearInterval(silence));
  return ended;
}

/** One tab listens for all tabs of this browser: a stream each would use up the connections a browser allows. */
export function listenOnce(listener: Listener): void {
  const { signal, last, onMessage } = listener;
  if (!('locks' in navigator)) return void listen(listener, false);
  const tab = newId();
  const relayed = relayedEvents(last.id);
  const channel = new BroadcastChannel(CHANNEL);
  const post = (message: TabMessage) => channel.postMessage(message);
  const catchUp = () => post({ tab, lastId: last.id });
  const receive = (event: StreamedEvent) => {
    if (relayed.has(event)) return;
    relayed.add(event);
    onMessage(event);
  };
  const answer = (request: CatchUpRequest) => {
    const lacking = relayed.after(request.lastId);
    if (lacking === null) post({ missedBy: request.tab });
    else for (const event of lacking) post(event);
  };
  let listens = false;
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data === 'listening') catchUp();
    else if (typeof data === 'string') onMessage(data);
    else if ('change' in data) receive(data);
    else if ('tab' in data) {
      if (listens) answer(data);
    } else if (data.missedBy === tab) onMessage('missed');
  };
  catchUp();
  signal.addEventListener('abort', () => channel.close());
  const broadcast = (message: StreamMessage) => {
    if (typeof message === 'string') onMessage(message);
    else receive(message);
    post(message);
  };
  const asked = performance.now();
  const takeOver = () => {
    listens = true;
    // What the other tabs asked for meanwhile has had no answer.
    post('listening');
    return listen({ ...listener, onMessage: broadcast }, performance.now() - asked > TAKEOVER_MS);
  };
  navigator.locks.request(CHANNEL, { signal }, takeOver).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

/**
 * Runs once per burst, so that a busy market does not become a storm of requests; and not before the answer of a
 * mutation under way, which may have caused the changes and refreshes by itself.
 */
function inBursts(run: (events: StreamedEvent[]) => void, isMutating: () => boolean, signal: AbortSignal) {
  const waiting: StreamedEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due = Number.POSITIVE_INFINITY;
  const flush = () => {
    if (isMutating() && performance.now() < due + MAX_ANSWER_WAIT_MS) {
      timer = setTimeout(flush, OWN_CHANGES_WAIT_MS);
      return;
    }
    due = Number.POSITIVE_INFINITY;
    run(waiting.splice(0));
  };
  signal.addEventListener('abort', () => clearTimeout(timer));
  return (streamed: StreamedEvent) => {
    waiting.push(streamed);
    const wait = streamed.change.mine ? OWN_CHANGES_WAIT_MS : OTHER_CHANGES_WAIT_MS;
    if (performance.now() + wait >= due) return;
    due = performance.now() + wait;
    clearTimeout(timer);
    timer = setTimeout(flush, wait);
  };
}

/**
 * Refreshes cached data while someone is signed in: changes on the server refresh the queries that they make stale,
 * and when changes may have been missed all queries are refreshed. Without a stream, queries are refreshed when they are
 * shown next.
 */
export function LiveUpdates(): null {
  const queryClient = useQueryClient();
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const last = { id: lastEventId() };
    const collect = inBursts(
      (events) => refresh(events.flatMap(({ change }) => staleAfter(change))),
      () => queryClient.isMutating() > 0,
      signal,
    );
    listenOnce({
      signal,
      last,
      recheckSession: () => void queryClient.invalidateQueries({ queryKey: meQueryOptions().queryKey }),
      onMessage: (message) => {
        if (message === 'missed') {
          invalidatePosition();
          return void queryClient.invalidateQueries();
        }
        // Each page loads again when it is opened; while servers are down, open pages do not all ask at once.
        if (message === 'disconnected') return void queryClient.invalidateQueries({ refetchType: 'none' });
        last.id = message.id;
        raisePosition(message.change.position);
        collect(message);
      },
    });
    return () => stop.abort();
  }, [queryClient]);
  return null;
}
