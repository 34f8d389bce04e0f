import { tracked } from '@trpc/server';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { type LiveEvent, SESSIONS_ENDED } from '#kernel/events.ts';
import { rows } from '../database/db.ts';
import { createPoller } from '../jobs/poller.ts';
import { sequenceAll, sequenceOutbox } from '../jobs/sequencer.ts';
import type { Cursor, Live, Platform, StoredEvent } from '../runtime/platform.ts';
import { type Actor, actorId, type UserActor } from '../security/caller.ts';
import { router, signedInProcedure } from '../transport/trpc.ts';
import { isAfter, recentEvents } from './recent-events.ts';

const POLL_INTERVAL_MS = 500;
const COLLECT_WINDOW_MS = 20;
const PAGE_EVENTS = 500;
const MIN_RECENT_EVENTS = 5_000;
const MAX_CATCH_UP_EVENTS = 5_000;
/** Of one person. */
const MAX_STREAMS = 20;

interface Page {
  events: StoredEvent[];
  /** Whether there may be more events after these. */
  hasMore: boolean;
}

const EMPTY_PAGE: Page = { events: [], hasMore: false };

/** Greater than the ordinal of any event in its row. An id has six digits for it. */
const LAST_ORDINAL = 999_999;

/** Reads events after a cursor, ordered by (position, ordinal). A row that is committed later gets a later position. */
async function readEvents(platform: Platform, from: Cursor): Promise<Page> {
  const page = await readPage(platform, from);
  const { replicas } = platform;
  if (replicas === null || page.events.length === 0) return page;
  const token = replicas.tokens.write(await replicas.position());
  return { ...page, events: page.events.map((event) => ({ ...event, token })) };
}

async function readPage({ db }: Platform, from: Cursor): Promise<Page> {
  const found = await rows<StoredEvent & { rowCount: number }>(
    db,
    sql`select o.position::float8 as position, coalesce(e.ordinal, 0)::int as ordinal, o.operation_id as operation,
               coalesce(e.type, o.type) as type,
               coalesce(e.user_id, o.user_id) as "userId", coalesce(e.property_id, o.property_id) as "propertyId",
               coalesce(e.audience, o.audience) as audience, o."rowCount"
        from (select *, count(*) over ()::int as "rowCount" from (
                select p.position, one.* from outbox_positions p
                cross join lateral (select * from outbox_events where id = p.event_id limit 1) one
                where p.position >= ${from.position}::bigint
                order by p.position limit ${PAGE_EVENTS}) page) o
        left join lateral rows from (json_to_recordset(o.live_events) as (type text, user_id text, property_id int, audience text))
          with ordinality as e(type, user_id, property_id, audience, ordinal) on true
        where (o.position, coalesce(e.ordinal, 0)) > (${from.position}::bigint, ${from.ordinal}::bigint)
        order by o.position, e.ordinal`,
  );
  return {
    events: found.map(({ rowCount: _, ...event }) => event),
    hasMore: found[0]?.rowCount === PAGE_EVENTS,
  };
}

/** Reads events after a cursor, also those that have just been committed. */
async function readNewEvents(platform: Platform, from: Cursor): Promise<Page> {
  const { hasMore } = await sequenceOutbox(platform.db);
  const page = await readEvents(platform, from);
  return { events: page.events, hasMore: hasMore || page.hasMore };
}

/** The cursor after all events of a position. */
const streamCursorAfter = (position: number): Cursor => ({ position, ordinal: LAST_ORDINAL });

/** Gives every committed event its position, and returns the cursor after the last one. */
const sequenceAndGetCursor = async ({ db }: Platform): Promise<Cursor> =>
  streamCursorAfter(await sequenceAll(db));

/** Limits the open streams of each person: they take memory and connections. */
function countStreams() {
  const counts = new Map<string, number>();
  return {
    areOpen: () => counts.size > 0,
    /** @throws TOO_MANY_STREAMS */
    add(person: string): void {
      const open = counts.get(person) ?? 0;
      if (open >= MAX_STREAMS) throw new DomainError(commonErrors.TOO_MANY_STREAMS);
      counts.set(person, open + 1);
    },
    remove(person: string): void {
      const left = (counts.get(person) ?? 0) - 1;
      if (left > 0) counts.set(person, left);
      else counts.delete(person);
    },
  };
}

/**
 * The live events of one process. One poller reads the outbox for all streams and caches recent events. A stream that
 * begins at an older cursor reads by itself until it has caught up with the cache.
 */
export function createLive(platform: () => Platform): Live {
  const stopping = new AbortController();
  const waitingStreams = new Set<() => void>();
  const recent = recentEvents(MIN_RECENT_EVENTS);
  const streams = countStreams();
  let collectTimer: ReturnType<typeof setTimeout> | null = null;

  async function poll(): Promise<boolean> {
    if (!streams.areOpen()) {
      recent.clear();
      return false;
    }
    const { head } = recent;
    if (head === null) recent.begin(await sequenceAndGetCursor(platform()));
    const { events, hasMore } = head === null ? EMPTY_PAGE : await readNewEvents(platform(), head);
    recent.add(events);
    if (events.length > 0 || head === null) for (const resume of [...waitingStreams]) resume();
    return hasMore;
  }

  const poller = createPoller({
    intervalMs: POLL_INTERVAL_MS,
    poll,
    onError: (error) => platform().reportFailure(error, 'live events'),
  });

  /** A stream starts at `from`, unless that is ahead of this database (a restored backup). */
  async function startOf(from: Cursor | null): Promise<Cursor> {
    const now = await sequenceAndGetCursor(platform());
    return from === null || isAfter(from, now) ? now : from;
  }

  async function* follow({ person, from, signal }: Parameters<Live['follow']>[0]) {
    const ended = AbortSignal.any([signal, stopping.signal]);
    streams.add(person);
    try {
      poller.start();
      poller.wake();
      let cursor = await startOf(from);
      let caughtUp = 0;
      while (!ended.aborted) {
        const { start } = recent;
        const known = recent.after(cursor);
        const { events, hasMore } =
          known === null ? await readEvents(platform(), cursor) : { events: known, hasMore: false };
        for (const event of events) {
          cursor = event;
          yield event;
        }
        if (known !== null) {
          if (known.length === 0) await nextEvents(waitingStreams, ended);
          continue;
        }
        caughtUp += events.length;
        if (caughtUp > MAX_CATCH_UP_EVENTS) return;
        if (hasMore) continue;
        // A page that is not full was the last one, so the stream has reached at least the start of the cache.
        if (start !== null && isAfter(start, cursor)) cursor = start;
        if (recent.start === null) await nextEvents(waitingStreams, ended);
      }
    } finally {
      streams.remove(person);
    }
  }

  return {
    pageStart: async () => startWithReplicas(platform()) ?? (await sequenceAndGetCursor(platform())),
    wake() {
      if (!streams.areOpen()) return;
      collectTimer ??= setTimeout(() => {
        collectTimer = null;
        poller.wake();
      }, COLLECT_WINDOW_MS);
    },
    follow,
    async stop() {
      stopping.abort();
      if (collectTimer) clearTimeout(collectTimer);
      await poller.stop();
    },
  };
}

function nextEvents(waiting: Set<() => void>, ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      waiting.delete(done);
      ended.removeEventListener('abort', done);
      resolve();
    };
    if (ended.aborted) return resolve();
    waiting.add(done);
    ended.addEventListener('abort', done);
  });
}

/** The id by which a stream resumes after an event. */
export const eventId = ({ position, ordinal }: Cursor): string => `${position}-${ordinal}`;

function parseCursor(text: string | undefined): Cursor | null {
  const match = /^(\d{1,15})-(\d{1,6})$/.exec(text ?? '');
  return match ? { position: Number(match[1]), ordinal: Number(match[2]) } : null;
}

/** With replicas: the position that all of them had reached, so that no page lacks what happened before it. */
function startWithReplicas({ replicas }: Platform): Cursor | null {
  const position = replicas?.streamStart() ?? null;
  return position === null ? null : streamCursorAfter(position);
}

/** Start of a stream whose caller names no event; null for now. Browsers may have read from replicas. */
const defaultStart = (platform: Platform, { sessionId }: UserActor): Cursor | null =>
  sessionId === null ? null : startWithReplicas(platform);

/**
 * Decides which events a stream receives. The hidden properties that its person may see are read when they are first
 * needed, and again only after events of that person.
 */
function createFilter({ db, propertyVisibility }: Platform, actor: Actor) {
  const me = actorId(actor);
  const isAdmin = actor.kind === 'user' && actor.role === 'admin';
  let visibleIds = new Set<number>();
  let isOutdated = true;
  return async ({ userId, propertyId, audience }: StoredEvent): Promise<boolean> => {
    if (userId === me) {
      isOutdated = true;
      return true;
    }
    if (audience === 'admins') return isAdmin;
    if (propertyId === null) return false;
    if (audience === 'everyone' || isAdmin) return true;
    if (isOutdated) {
      visibleIds = await propertyVisibility.seenBy(db, me);
      isOutdated = false;
    }
    return visibleIds.has(propertyId);
  };
}

export const liveRouter = router({
  /** Changes as they are committed, resumable by the id of the last one seen. */
  changes: signedInProcedure
    .input(z.strictObject({ lastEventId: z.string().max(50).nullish() }).optional())
    .subscription(async function* ({ ctx, input, signal }) {
      const { platform, caller } = ctx;
      platform.metrics.streams.inc();
      try {
        const receives = createFilter(platform, caller.actor);
        const following = platform.live.follow({
          person: actorId(caller.actor),
          from: parseCursor(input?.lastEventId ?? undefined) ?? defaultStart(platform, caller.actor),
          signal: signal ?? new AbortController().signal,
        });
        for await (const event of following) {
          if (!(await receives(event))) continue;
          const mine = event.userId === actorId(caller.actor);
          const { type, propertyId, operation, token } = event;
          const live: LiveEvent = { type, propertyId, mine, operation, ...(token && { position: token }) };
          yield tracked(eventId(event), live);
          // Sent before the stream ends, so that a session that is still valid resumes after this event.
          if (mine && type === SESSIONS_ENDED.type) return;
        }
      } finally {
        platform.metrics.streams.dec();
      }
    }),
});
