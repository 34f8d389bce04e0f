import { onlineManager, type QueryFilters, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { meQueryOptions } from './session.ts';
import { API_PATH } from './trpc.ts';

export interface LiveChange {
  type: string;
  propertyId: number | null;
  /** The change is the viewer's own doing or concerns the viewer alone. */
  mine: boolean;
}

/** `missed` says that changes may have been missed, and nobody knows which. */
type Heard = { id: string; change: LiveChange } | 'missed';

const CHANNEL = 'commonhold.live';
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;
/** A stream that held for so long was a good one; one that is refused ends at once after it has connected. */
const HELD_MS = 5_000;
const TAKEOVER_MS = 1_000;
const OWN_CHANGES_WAIT_MS = 100;
const OTHER_CHANGES_WAIT_MS = 800;

/** The stream of `live.changes`, read without tRPC's client, whose part for streams every visitor would load too. */
function openStream(lastEventId: string | null): EventSource {
  const input = JSON.stringify(lastEventId ? { lastEventId } : {});
  return new EventSource(`${API_PATH}/live.changes?input=${encodeURIComponent(input)}`);
}

/** How the stream says that it is over, with or without a reason. */
const ENDS = ['error', 'return', 'serialized-error'] as const;

interface Listener {
  signal: AbortSignal;
  /** Id of the last change heard, from which a new connection goes on. */
  lastId(): string | null;
  hear(heard: Heard): void;
  /** The stream ended or broke: the session may be over. */
  doubtSession(): void;
}

/** Waits `delay`, and then for a network; an absent server is asked ever more seldom, an absent network never. */
function whenWorthTrying(delay: number, signal: AbortSignal, go: () => void): void {
  const timer = setTimeout(() => {
    if (onlineManager.isOnline()) return go();
    const stop = onlineManager.subscribe((online) => {
      if (!online) return;
      stop();
      go();
    });
    signal.addEventListener('abort', stop);
  }, delay);
  signal.addEventListener('abort', () => clearTimeout(timer));
}

/** Hears changes until the signal aborts; `behind` says that some happened before the first connection. */
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
    const lastEventId = listener.lastId();
    const reconnect = () => {
      if (attempt.signal.aborted) return;
      attempt.abort();
      listener.doubtSession();
      if (performance.now() - connectedAt > HELD_MS) retry = FIRST_RETRY_MS;
      connectedAt = Number.POSITIVE_INFINITY;
      whenWorthTrying(retry, signal, connect);
      retry = Math.min(retry * 2, LAST_RETRY_MS);
    };
    const stream = openStream(lastEventId);
    stream.addEventListener('connected', () => {
      if (!first && lastEventId === null) listener.hear('missed');
      first = false;
      connectedAt = performance.now();
    });
    stream.addEventListener('message', ({ lastEventId: id, data }) =>
      listener.hear({ id, change: JSON.parse(data) as LiveChange }),
    );
    for (const end of ENDS) stream.addEventListener(end, reconnect);
    AbortSignal.any([signal, attempt.signal]).addEventListener('abort', () => stream.close());
  };
  whenWorthTrying(0, signal, connect);
  return promise;
}

/** One tab listens for all tabs of this browser: a stream each would use up the connections a browser allows. */
function listenOnce(listener: Listener): void {
  const { signal, hear } = listener;
  if (!('locks' in navigator)) return void listen(listener, false);
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = (event: MessageEvent<Heard>) => hear(event.data);
  signal.addEventListener('abort', () => channel.close());
  const tellAll = (heard: Heard) => {
    hear(heard);
    channel.postMessage(heard);
  };
  const asked = performance.now();
  const lead = () => listen({ ...listener, hear: tellAll }, performance.now() - asked > TAKEOVER_MS);
  navigator.locks.request(CHANNEL, { signal }, lead).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

/** Runs what was asked for once per burst, so that a busy market does not become a storm of requests. */
function inBursts(run: (changes: LiveChange[]) => void, signal: AbortSignal) {
  const waiting: LiveChange[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due = Number.POSITIVE_INFINITY;
  const flush = () => {
    due = Number.POSITIVE_INFINITY;
    run(waiting.splice(0));
  };
  signal.addEventListener('abort', () => clearTimeout(timer));
  return (change: LiveChange) => {
    waiting.push(change);
    const wait = change.mine ? OWN_CHANGES_WAIT_MS : OTHER_CHANGES_WAIT_MS;
    if (performance.now() + wait >= due) return;
    due = performance.now() + wait;
    clearTimeout(timer);
    timer = setTimeout(flush, wait);
  };
}

/**
 * Keeps cached data fresh while somebody is signed in: changes on the server invalidate the queries that `affected`
 * names, and when changes may have been missed all queries are invalidated.
 */
export function LiveUpdates(props: { affected: (change: LiveChange) => readonly QueryFilters[] }): null {
  const { affected } = props;
  const queryClient = useQueryClient();
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    let lastId: string | null = null;
    const invalidate = inBursts((changes) => {
      const filters = new Map(changes.flatMap(affected).map((filter) => [JSON.stringify(filter), filter]));
      for (const filter of filters.values()) void queryClient.invalidateQueries(filter);
    }, signal);
    listenOnce({
      signal,
      lastId: () => lastId,
      doubtSession: () => void queryClient.invalidateQueries({ queryKey: meQueryOptions().queryKey }),
      hear: (heard) => {
        if (heard === 'missed') return void queryClient.invalidateQueries();
        lastId = heard.id;
        invalidate(heard.change);
      },
    });
    return () => stop.abort();
  }, [affected, queryClient]);
  return null;
}
