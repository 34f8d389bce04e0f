import { onlineManager, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LiveEvent } from '#kernel/events.ts';
import { lastEventId } from './last-event.ts';
import { refresh, staleAfter } from './refresh.ts';
import { meQueryOptions } from './session.ts';
import { API_PATH, invalidatePosition, raisePosition } from './trpc.ts';

/** A live event with its id in the stream, as tabs exchange it. Another form needs another `CHANNEL`, since tabs may be of two versions. */
interface StreamedEvent {
  id: string;
  change: LiveEvent;
}

/**
 * `missed`: an unknown set of changes was lost. `disconnected`: there is no stream, as behind a proxy that holds it back,
 * so changes are lost from now on.
 */
type StreamMessage = StreamedEvent | 'missed' | 'disconnected';

const CHANNEL = 'commonhold.live.4';
/** A tab says when it opens which event it was loaded after. */
interface Opening {
  openedAfter: string | null;
}
/** Longer than a tab takes to open, and with replicas than the largest lag. */
const RECENT_MS = 20_000;
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
  /** Id of the last change received, from which a new connection continues. */
  lastId(): string | null;
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

/** Reads changes until the signal aborts; `behind`: changes happened before the first connection. */
function listen(listener: Listener, behind: boolean): Promise<void> {
  const { signal } = listener;
  const { promise, resolve } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => resolve());
  let retry = FIRST_RETRY_MS;
  let connectedAt = Number.POSITIVE_INFINITY;
  let first = !behind;

  const connect = () => {
    if (signal.aborted) return;
    const attempt = new AbortController();
    const after = listener.lastId();
    const reconnect = () => {
      if (attempt.signal.aborted) return;
      attempt.abort();
      listener.recheckSession();
      listener.onMessage('disconnected');
      if (performance.now() - connectedAt > STABLE_AFTER_MS) retry = FIRST_RETRY_MS;
      connectedAt = Number.POSITIVE_INFINITY;
      whenWorthTrying(retry, signal, connect);
      retry = Math.min(retry * 2, LAST_RETRY_MS);
    };
    const stream = openStream(after);
    stream.addEventListener('connected', () => {
      if (!first && after === null) listener.onMessage('missed');
      first = false;
      connectedAt = performance.now();
    });
    stream.addEventListener('message', ({ lastEventId: id, data }) =>
      listener.onMessage({ id, change: JSON.parse(data) as LiveEvent }),
    );
    for (const end of ENDS) stream.addEventListener(end, reconnect);
    AbortSignal.any([signal, attempt.signal]).addEventListener('abort', () => stream.close());
  };
  whenWorthTrying(0, signal, connect);
  // Also for a connection that is open and lets nothing through.
  const silence = setInterval(() => {
    if (connectedAt === Number.POSITIVE_INFINITY) listener.onMessage('disconnected');
  }, DISCONNECTED_EVERY_MS);
  signal.addEventListener('abort', () => clearInterval(silence));
  return promise;
}

/** Compares two ids of events: positive where `id` comes after `other` in the stream. */
function compareIds(id: string, other: string): number {
  const [position = 0, ordinal = 0] = id.split('-').map(Number);
  const [otherPosition = 0, otherOrdinal = 0] = other.split('-').map(Number);
  return position - otherPosition || ordinal - otherOrdinal;
}

/** The events of the last seconds, which a tab may lack that opens now. */
function recentEvents(pageStart: string | null) {
  const events = new Map<string, { at: number; event: StreamedEvent }>();
  /** The events after this one are complete; null when that is not known. */
  let completeAfter = pageStart;
  return {
    has: ({ id }: StreamedEvent) => events.has(id),
    add(event: StreamedEvent): void {
      events.set(event.id, { at: performance.now(), event });
      for (const [id, { at }] of events) {
        if (performance.now() - at <= RECENT_MS) return;
        events.delete(id);
        completeAfter = id;
      }
    },
    /** What a tab that was loaded after this event may lack. */
    after(id: string | null): StreamMessage[] {
      if (id !== null && completeAfter !== null && compareIds(completeAfter, id) > 0) return ['missed'];
      const all = Array.from(events.values(), ({ event }) => event);
      return id === null ? all : all.filter((event) => compareIds(event.id, id) > 0);
    },
  };
}

/** One tab listens for all tabs of this browser: a stream each would use up the connections a browser allows. */
function listenOnce(listener: Listener): void {
  const { signal, onMessage } = listener;
  if (!('locks' in navigator)) return void listen(listener, false);
  const channel = new BroadcastChannel(CHANNEL);
  const openedAfter = listener.lastId();
  const recent = recentEvents(openedAfter);
  const receive = (message: StreamMessage) => {
    if (typeof message === 'object') {
      if (recent.has(message)) return;
      recent.add(message);
    }
    onMessage(message);
  };
  let leads = false;
  channel.onmessage = ({ data }: MessageEvent<StreamMessage | Opening>) => {
    if (typeof data !== 'object' || !('openedAfter' in data)) receive(data);
    else if (leads) for (const message of recent.after(data.openedAfter)) channel.postMessage(message);
  };
  channel.postMessage({ openedAfter } satisfies Opening);
  signal.addEventListener('abort', () => channel.close());
  const broadcast = (message: StreamMessage) => {
    receive(message);
    channel.postMessage(message);
  };
  const asked = performance.now();
  const lead = () => {
    leads = true;
    return listen({ ...listener, onMessage: broadcast }, performance.now() - asked > TAKEOVER_MS);
  };
  navigator.locks.request(CHANNEL, { signal }, lead).catch((error: unknown) => {
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
    let lastId = lastEventId();
    const collect = inBursts(
      (events) => refresh(events.flatMap(({ change }) => staleAfter(change))),
      () => queryClient.isMutating() > 0,
      signal,
    );
    listenOnce({
      signal,
      lastId: () => lastId,
      recheckSession: () => void queryClient.invalidateQueries({ queryKey: meQueryOptions().queryKey }),
      onMessage: (message) => {
        if (message === 'missed') {
          invalidatePosition();
          return void queryClient.invalidateQueries();
        }
        // Each page loads again when it is opened; while servers are down, open pages do not all ask at once.
        if (message === 'disconnected') return void queryClient.invalidateQueries({ refetchType: 'none' });
        if (lastId === null || compareIds(message.id, lastId) > 0) lastId = message.id;
        raisePosition(message.change.position);
        collect(message);
      },
    });
    return () => stop.abort();
  }, [queryClient]);
  return null;
}
