import { tracked } from '@trpc/server';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { SESSIONS_ENDED } from '#kernel/events.ts';
import { rows } from '../database/db.ts';
import { createPoller } from '../jobs/poller.ts';
import type { Cursor, Live, Platform, StoredEvent } from '../runtime/platform.ts';
import { type Actor, actorId } from '../security/caller.ts';
import { router, signedInProcedure } from '../transport/trpc.ts';
import { isAfter, recentEvents } from './recent-events.ts';

/** What an open screen is told: something of this type happened, to the viewer or to a property. Never amounts. */
export const liveEvent = z.object({
  type: z.string(),
  propertyId: z.int().nullable(),
  mine: z.boolean(),
});
export type LiveEvent = z.infer<typeof liveEvent>;

const POLL = 500;
const GATHER = 20;
const PAGE = 500;
const KEPT = 5_000;
const CATCH_UP = 5_000;
const MAX_STREAMS = 20;

interface Page {
  events: StoredEvent[];
  /** Whether there may be more after these. */
  more: boolean;
}

const NOTHING: Page = { events: [], more: false };

/** Places between two rows, for what the row of a batch tells: more than a batch has trades that it could tell of. */
export const PLACES = 1_000_000;

/**
 * Events after a place, in the order of (transaction, id) and only up to the oldest transaction still running, so
 * that a late commit is never passed over. The row of a batch holds several, each with a place of its own. The order
 * names its tables: the bare names would be those of the texts.
 */
async function read({ db }: Platform, from: Cursor): Promise<Page> {
  const found = await rows<StoredEvent & { many: number }>(
    db,
    sql`select o.xid::text as xid, (o.id * ${PLACES} + coalesce(e.place, 0))::text as id, coalesce(e.type, o.type) as type,
               coalesce(e.user_id, o.user_id) as "userId", coalesce(e.property_id, o.property_id) as "propertyId",
               coalesce(e.audience, o.audience) as audience, o.many
        from (select *, count(*) over ()::int as many from (
                select * from outbox_events
                where (xid, id) >= (${from.xid}::xid8, ${from.id}::bigint / ${PLACES})
                  and xid < pg_snapshot_xmin(pg_current_snapshot())
                order by outbox_events.xid, outbox_events.id limit ${PAGE}) page) o
        left join lateral rows from (json_to_recordset(o.told) as (type text, user_id text, property_id int, audience text))
          with ordinality as e(type, user_id, property_id, audience, place) on true
        where (o.xid, o.id * ${PLACES} + coalesce(e.place, 0)) > (${from.xid}::xid8, ${from.id}::bigint)
        order by o.xid, o.id, e.place`,
  );
  return { events: found.map(({ many: _, ...event }) => event), more: found[0]?.many === PAGE };
}

async function present({ db }: Platform): Promise<Cursor> {
  const [head] = await rows<Cursor & Record<string, unknown>>(
    db,
    sql`select (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text as xid,
               9223372036854775807::text as id`,
  );
  return head as Cursor;
}

/**
 * Live events of one process. The outbox is read once for all streams; a stream that comes back after a while reads
 * by itself until it has caught up with what is kept in memory.
 */
export function createLive(platform: () => Platform): Live {
  const stopping = new AbortController();
  const waiting = new Set<() => void>();
  const recent = recentEvents(KEPT);
  /** How many streams each person has open. */
  const followers = new Map<string, number>();
  let gathering: ReturnType<typeof setTimeout> | null = null;

  async function turn(): Promise<boolean> {
    if (followers.size === 0) {
      recent.forget();
      return false;
    }
    const { head } = recent;
    const { events, more } = head === null ? NOTHING : await read(platform(), head);
    if (head === null) recent.begin(await present(platform()));
    recent.add(events);
    if (events.length > 0 || head === null) for (const goOn of [...waiting]) goOn();
    return more;
  }

  const poller = createPoller({
    every: POLL,
    turn,
    failed: (error) => platform().reportFailure(error, 'live events'),
  });

  /** Where a stream begins: where it was, unless that place is of another database's future. */
  async function beginning(from: Cursor | null): Promise<Cursor> {
    const now = await present(platform());
    return from === null || isAfter(from, now) ? now : from;
  }

  /** Nobody takes up the server's memory and connections alone. */
  function enter(person: string): void {
    const open = followers.get(person) ?? 0;
    if (open >= MAX_STREAMS) throw new DomainError(commonErrors.TOO_MANY_STREAMS);
    followers.set(person, open + 1);
  }

  function leave(person: string): void {
    const left = (followers.get(person) ?? 0) - 1;
    if (left > 0) followers.set(person, left);
    else followers.delete(person);
  }

  async function* follow({ person, from, signal }: Parameters<Live['follow']>[0]) {
    const ended = AbortSignal.any([signal, stopping.signal]);
    enter(person);
    try {
      poller.start();
      poller.wake();
      let cursor = await beginning(from);
      let caughtUp = 0;
      while (!ended.aborted) {
        const { start } = recent;
        const known = recent.after(cursor);
        const { events, more } =
          known === null ? await read(platform(), cursor) : { events: known, more: false };
        for (const event of events) {
          cursor = event;
          yield event;
        }
        if (known !== null) {
          if (known.length === 0) await nextWake(waiting, ended);
          continue;
        }
        caughtUp += events.length;
        if (caughtUp > CATCH_UP) return;
        if (more) continue;
        // A page that is not full was all there was, so it reached at least to where memory began.
        if (start !== null && isAfter(start, cursor)) cursor = start;
        if (recent.start === null) await nextWake(waiting, ended);
      }
    } finally {
      leave(person);
    }
  }

  return {
    wake() {
      if (followers.size === 0) return;
      gathering ??= setTimeout(() => {
        gathering = null;
        poller.wake();
      }, GATHER);
    },
    follow,
    async stop() {
      stopping.abort();
      if (gathering) clearTimeout(gathering);
      await poller.stop();
    },
  };
}

function nextWake(waiting: Set<() => void>, ended: AbortSignal): Promise<void> {
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

function parseCursor(text: string | undefined): Cursor | null {
  const match = /^(\d{1,19})-(\d{1,18})$/.exec(text ?? '');
  return match ? { xid: match[1] as string, id: match[2] as string } : null;
}

/**
 * Decides which events a stream hears, from memory. What its person owns and holds is read at the first event of a
 * hidden property, and again only after events of their own.
 */
function listener({ db, propertyVisibility }: Platform, actor: Actor) {
  const me = actorId(actor);
  const isAdmin = actor.kind === 'user' && actor.role === 'admin';
  let seen = new Set<number>();
  let outdated = true;
  return async ({ userId, propertyId, audience }: StoredEvent): Promise<boolean> => {
    if (userId === me) {
      outdated = true;
      return true;
    }
    if (propertyId === null) return false;
    if (audience === 'everyone' || isAdmin) return true;
    if (audience === 'admins') return false;
    if (outdated) {
      seen = await propertyVisibility.seenBy(db, me);
      outdated = false;
    }
    return seen.has(propertyId);
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
        const hears = listener(platform, caller.actor);
        const following = platform.live.follow({
          person: actorId(caller.actor),
          from: parseCursor(input?.lastEventId ?? undefined),
          signal: signal ?? new AbortController().signal,
        });
        for await (const event of following) {
          if (!(await hears(event))) continue;
          const mine = event.userId === actorId(caller.actor);
          const { type, propertyId } = event;
          yield tracked(`${event.xid}-${event.id}`, { type, propertyId, mine } satisfies LiveEvent);
          // Told before the end, so that a session that goes on resumes after it and not before it again.
          if (mine && type === SESSIONS_ENDED) return;
        }
      } finally {
        platform.metrics.streams.dec();
      }
    }),
});
