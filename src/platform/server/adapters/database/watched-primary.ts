import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { SECOND } from '#kernel/time.ts';
import type { Database } from '../../database/db.ts';
import type { Position } from '../../database/replicas.ts';
import { coalesceReads } from '../../database/shared-reads.ts';
import { CHECK_INTERVAL_MS, CHECK_LIMITS, PRIMARY, type ServerState, stateOf } from './server-state.ts';
import { driverSettings, END_TIMEOUT_SECONDS } from './session-settings.ts';

/** The longest expected time between what a page reads and the start of its stream. */
const MAX_LOADING_MS = 10 * SECOND;

export type WatchedPrimary = ReturnType<typeof watchPrimary>;

/**
 * The primary's position and its recent ones. They are read on a separate connection, where requests that wait for a
 * connection do not delay them. All who ask while the position is being read share the next read.
 */
export function watchPrimary(url: string, maxLagMs: number) {
  const client = postgres(url, {
    ...driverSettings,
    ...CHECK_LIMITS,
    max: 1,
    target_session_attrs: 'primary',
  });
  const db = drizzle({ client }) as unknown as Database;
  let history: { at: number; position: Position; outbox: number | null }[] = [];

  function remember({ position, outbox }: ServerState): void {
    const last = history.at(-1);
    const isNewTimeline =
      last?.position.system !== position.system || last.position.timeline !== position.timeline;
    if (isNewTimeline) history = [];
    const at = performance.now();
    if (isNewTimeline || at - last.at >= CHECK_INTERVAL_MS / 2) history.push({ at, position, outbox });
    while ((history[1]?.at ?? Number.POSITIVE_INFINITY) <= at - maxLagMs - MAX_LOADING_MS) history.shift();
  }

  /** The newest state of at least this age, or else the oldest that is known. */
  const stateBefore = (ageMs: number) => {
    const at = performance.now() - ageMs;
    return history.findLast((state) => state.at <= at) ?? history[0];
  };

  const read = coalesceReads<Database, void, ServerState>(async (primary) => {
    const state = await stateOf(primary, PRIMARY);
    remember(state);
    return state;
  });
  return {
    now: () => read(db),
    get system(): bigint | null {
      return history.at(-1)?.position.system ?? null;
    },
    /** What a replica must have replayed to be used. */
    requiredPosition: () => stateBefore(maxLagMs)?.position ?? null,
    /** What every replica had replayed that a page was loaded from. */
    streamStart: () => stateBefore(maxLagMs + MAX_LOADING_MS)?.outbox ?? null,
    close: () => client.end({ timeout: END_TIMEOUT_SECONDS }),
  };
}
