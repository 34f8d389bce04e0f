import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { present } from '#kernel/assert.ts';
import { SECOND } from '#kernel/time.ts';
import { type Database, rows } from '../../database/db.ts';
import {
  hasReplayed,
  isLater,
  type NoReplica,
  type Position,
  type Replica,
  type ReplicaSet,
  type ReplicaState,
} from '../../database/replicas.ts';
import { coalesceReads } from '../../database/shared-reads.ts';
import { preparingAll } from './preparing.ts';
import { driverSettings, END_TIMEOUT_SECONDS, sessionSettings, timeLimits } from './session-settings.ts';

const CHECK_INTERVAL_MS = 200;
const CHECK_TIMEOUT_SECONDS = 1;
const CHECK_LIMITS = { ...timeLimits(CHECK_TIMEOUT_SECONDS * SECOND), answer_timeout: CHECK_TIMEOUT_SECONDS };
/** A replica that was set aside is checked again after this time, then after twice as long each time. */
const FIRST_PAUSE_MS = SECOND;
const MAX_PAUSE_MS = 15 * SECOND;
/** A replica that is further behind than this is not used. */
const MAX_LAG_MS = 10 * SECOND;
/** The longest expected time between what a page reads and the start of its stream. */
const MAX_LOADING_MS = 10 * SECOND;

interface ServerState {
  position: Position;
  /** The oid of the database, the same on each server of a cluster. */
  database: string;
  isReplica: boolean;
  /** Of the primary: the last position of the outbox. */
  outbox: number | null;
}

const IDENTITY = sql`(select system_identifier::text from pg_control_system()) as system,
  (select oid::text from pg_database where datname = current_database()) as database`;

/**
 * The insert position: a commit with synchronous_commit off is answered before it is written. It is after everything that
 * was written by the transactions of the events up to `outbox`.
 */
const PRIMARY = sql`select false as "isReplica", (pg_current_wal_insert_lsn() - '0/0')::text as lsn,
  (select position::float8 from outbox_head) as outbox,
  ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline, ${IDENTITY}`;

/** Without pg_monitor an account does not see received_tli; the control file has a promotion from the next restart point. */
const REPLICA = sql`select pg_is_in_recovery() as "isReplica", null as outbox,
  (coalesce(pg_last_wal_replay_lsn(), '0/0') - '0/0')::text as lsn,
  coalesce((select received_tli from pg_stat_wal_receiver),
           greatest((select min_recovery_end_timeline from pg_control_recovery()),
                    (select timeline_id from pg_control_checkpoint())))::int as timeline, ${IDENTITY}`;

async function stateOf(db: Database, statement: typeof PRIMARY): Promise<ServerState> {
  const [row] = await rows<{
    isReplica: boolean;
    lsn: string;
    timeline: number;
    system: string;
    database: string;
    outbox: number | null;
  }>(db, statement);
  const { isReplica, lsn, timeline, system, database, outbox } = present(
    row,
    'the state of a database server',
  );
  // A system identifier is unsigned, and bigint in SQL is not.
  const position = { system: BigInt.asUintN(64, BigInt(system)), timeline, lsn: BigInt(lsn) };
  return { isReplica, database, position, outbox };
}

type Primary = ReturnType<typeof watchPrimary>;

/**
 * The primary's position and its recent ones. They are read on a separate connection, where requests that wait for a
 * connection do not delay them. All who ask while the position is being read share the next read.
 */
function watchPrimary(url: string, maxLagMs: number) {
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

/** Why reads must not go to a server, whatever it has replayed; null for a replica of this primary. */
function reasonAgainst(found: ServerState, primary: ServerState): string | null {
  if (found.position.system !== primary.position.system) return 'it is of another cluster';
  if (found.database !== primary.database) return 'it is another database of the cluster';
  if (found.position.timeline !== primary.position.timeline)
    return `it is on timeline ${found.position.timeline}, the primary on ${primary.position.timeline}`;
  // Its position was read first, so on the primary's history it cannot be the higher one.
  return isLater(found.position, primary.position) ? 'it is ahead of the primary' : null;
}

interface ReplicaOptions {
  primary: Primary;
  pool: number;
  timeoutMs: number | null;
  report: (state: ReplicaState) => void;
}

/** Host, port and database of an address, without its account. */
function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname;
}

function connect(
  url: string,
  { pool, timeoutMs, onclose }: Omit<ReplicaOptions, 'primary' | 'report'> & { onclose: () => void },
) {
  const limits = timeoutMs === null ? { connection: sessionSettings } : timeLimits(timeoutMs);
  const client = postgres(url, {
    ...driverSettings,
    ...limits,
    max: pool,
    connect_timeout: CHECK_TIMEOUT_SECONDS,
  });
  // Open for as long as the replica is used: when it closes, the server is lost. One of a pool may just be refused.
  const checking = postgres(url, { ...driverSettings, ...CHECK_LIMITS, max: 1, max_lifetime: null, onclose });
  return {
    db: drizzle({ client: preparingAll(client) }) as unknown as Database,
    checks: drizzle({ client: checking }) as unknown as Database,
    end: () =>
      Promise.all([
        client.end({ timeout: END_TIMEOUT_SECONDS }),
        checking.end({ timeout: END_TIMEOUT_SECONDS }),
      ]),
  };
}

const LOST = 'a replica was lost while it was read';
const UNCHECKED = 'it was not checked yet';

/** Reads that fail all together when their replica is lost. */
function pendingReads() {
  const rejections = new Set<() => void>();
  return {
    run: <Answer>(work: () => Promise<Answer>) =>
      new Promise<Answer>((resolve, reject) => {
        const rejectLost = () => reject(new Error(LOST));
        rejections.add(rejectLost);
        work()
          .then(resolve, reject)
          .finally(() => rejections.delete(rejectLost));
      }),
    rejectAll() {
      for (const rejectLost of [...rejections]) rejectLost();
    },
  };
}

/** One replica, checked for as long as it is open. */
function openReplica(url: string, { primary, report, ...options }: ReplicaOptions) {
  const name = nameOf(url);
  const reads = pendingReads();
  let replayed: Position | null = null;
  let reason: string | null = UNCHECKED;
  let losses = 0;
  let isOpen = true;
  let pauseMs = FIRST_PAUSE_MS;
  let timer: NodeJS.Timeout | undefined;

  // A restarted server may have replayed less than before. It closes the checking connection before it accepts new ones.
  const lose = () => {
    losses += 1;
    replayed = null;
    replica = asReplica();
    reads.rejectAll();
  };
  const { db, checks, end } = connect(url, { ...options, onclose: lose });

  function change(to: string | null): void {
    if (to === reason || !isOpen) return;
    reason = to;
    report({ replica: name, reason });
  }

  function setAside(why: string): number {
    lose();
    change(why);
    const pause = pauseMs;
    pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
    return pause;
  }

  /** @returns the milliseconds until the next check */
  async function check(): Promise<number> {
    const lossesBefore = losses;
    const found = await stateOf(checks, REPLICA);
    if (!found.isReplica) return setAside('it is no replica, or was promoted');
    const now = await primary.now().catch(() => null);
    if (losses !== lossesBefore) return CHECK_INTERVAL_MS;
    const why = now && reasonAgainst(found, now);
    if (why !== null) return setAside(why);
    pauseMs = FIRST_PAUSE_MS;
    const required = primary.requiredPosition();
    if (required !== null && !hasReplayed(found.position, required)) {
      replayed = null;
      change('it is too far behind');
    } else if (now !== null) {
      replayed = found.position;
      change(null);
    }
    // Without an answer of the primary, `replayed` stays: it is still true, if older than it could be.
    return CHECK_INTERVAL_MS;
  }

  async function checkAndContinue(): Promise<void> {
    const pause = await check().catch((error: NodeJS.ErrnoException) =>
      setAside(`it does not answer (${codeOf(error)})`),
    );
    if (isOpen) timer = setTimeout(checkAndContinue, pause).unref();
  }
  /** Reads coalesce by `db`: with a new object, later reads do not wait for one that the lost replica never answers. */
  const asReplica = (): Replica => ({ name, db: Object.create(db), read: reads.run });
  let replica = asReplica();
  void checkAndContinue();

  return {
    get replica() {
      return replica;
    },
    get replayed() {
      return replayed;
    },
    state: (): ReplicaState => ({ replica: name, reason }),
    async close() {
      isOpen = false;
      clearTimeout(timer);
      await end();
    },
  };
}

function codeOf(error: NodeJS.ErrnoException): string {
  const { cause } = error;
  return error.code ?? (cause instanceof Error ? codeOf(cause) : error.message);
}

/** Spreads readers over replicas, each always to the same one (FNV-1a). */
function hashOf(reader: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < reader.length; at += 1) {
    hash = Math.imul(hash ^ reader.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}

/**
 * Connects to the replicas of a primary and checks them until they are closed.
 * @param options.primaryUrl the address of the primary, whose migrations have run
 */
export function openReplicas({
  urls,
  primaryUrl,
  maxLagMs = MAX_LAG_MS,
  ...options
}: {
  urls: readonly string[];
  primaryUrl: string;
  pool: number;
  timeoutMs: number | null;
  maxLagMs?: number;
}): ReplicaSet {
  const primary = watchPrimary(primaryUrl, maxLagMs);
  let report: (state: ReplicaState) => void = () => undefined;
  const all = urls.map((url) => openReplica(url, { ...options, primary, report: (state) => report(state) }));
  const states = () => all.map((one) => one.state());
  return {
    choose(seen, reader): Replica | NoReplica {
      const first = hashOf(reader) % all.length;
      let none: NoReplica = 'aside';
      for (const one of [...all.slice(first), ...all.slice(0, first)]) {
        const { replayed, replica } = one;
        if (replayed === null) continue;
        if (seen === null || hasReplayed(replayed, seen)) return replica;
        none = 'behind';
      }
      return none;
    },
    position: async () => (await primary.now()).position,
    streamStart: primary.streamStart,
    isOwn: ({ system }) => system === primary.system,
    states,
    onChange(callback) {
      report = callback;
      for (const state of states()) if (state.reason !== UNCHECKED) callback(state);
    },
    async close() {
      await Promise.all([primary.close(), ...all.map((one) => one.close())]);
    },
  };
}
