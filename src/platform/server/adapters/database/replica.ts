import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { SECOND } from '#kernel/time.ts';
import type { Database } from '../../database/db.ts';
import {
  hasReplayed,
  isLater,
  type Position,
  type Replica,
  type ReplicaState,
} from '../../database/replicas.ts';
import { preparingAll } from './preparing.ts';
import {
  CHECK_INTERVAL_MS,
  CHECK_LIMITS,
  CHECK_TIMEOUT_SECONDS,
  REPLICA,
  type ServerState,
  stateOf,
} from './server-state.ts';
import { driverSettings, END_TIMEOUT_SECONDS, sessionSettings, timeLimits } from './session-settings.ts';
import type { WatchedPrimary } from './watched-primary.ts';

/** A replica that was excluded is checked again after this time, then after twice as long each time. */
const FIRST_PAUSE_MS = SECOND;
const MAX_PAUSE_MS = 15 * SECOND;

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
  primary: WatchedPrimary;
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
export const UNCHECKED = 'it was not checked yet';

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

/** What a check says of a replica: that it may be read up to a position, or why it is not read. */
type CheckResult =
  | { kind: 'usable'; replayed: Position }
  | { kind: 'behind' }
  | { kind: 'unfit'; reason: string }
  | { kind: 'unknown' };

/** @param primary its state, read after that of the replica; null when it did not answer */
function checkOf(found: ServerState, primary: ServerState | null, required: Position | null): CheckResult {
  if (!found.isReplica) return { kind: 'unfit', reason: 'it is no replica, or was promoted' };
  const reason = primary && reasonAgainst(found, primary);
  if (reason !== null) return { kind: 'unfit', reason };
  if (required !== null && !hasReplayed(found.position, required)) return { kind: 'behind' };
  return primary === null ? { kind: 'unknown' } : { kind: 'usable', replayed: found.position };
}

/** How long an unfit replica is left alone: twice as long after each check that fails. */
function createPauses() {
  let nextMs = FIRST_PAUSE_MS;
  return {
    next(): number {
      const pauseMs = nextMs;
      nextMs = Math.min(2 * nextMs, MAX_PAUSE_MS);
      return pauseMs;
    },
    reset() {
      nextMs = FIRST_PAUSE_MS;
    },
  };
}

/** One replica, checked for as long as it is open. */
export function openReplica(url: string, { primary, report, ...options }: ReplicaOptions) {
  const name = nameOf(url);
  const reads = pendingReads();
  const pauses = createPauses();
  let replayed: Position | null = null;
  let reason: string | null = UNCHECKED;
  let losses = 0;
  let isOpen = true;
  let timer: NodeJS.Timeout | undefined;

  // A restarted server may have replayed less than before. It closes the checking connection before it accepts new ones.
  const lose = () => {
    losses += 1;
    replayed = null;
    replica = asReplica();
    reads.rejectAll();
  };
  const { db, checks, end } = connect(url, { ...options, onclose: lose });
  /** Reads coalesce by `db`: with a new object, later reads do not wait for one that the lost replica never answers. */
  const asReplica = (): Replica => ({ name, db: Object.create(db), read: reads.run });
  let replica = asReplica();

  function changeReason(to: string | null): void {
    if (to === reason || !isOpen) return;
    reason = to;
    report({ replica: name, reason });
  }

  function exclude(why: string): number {
    lose();
    changeReason(why);
    return pauses.next();
  }

  /** @returns the milliseconds until the next check */
  async function check(): Promise<number> {
    const lossesBefore = losses;
    const found = await stateOf(checks, REPLICA);
    const now = found.isReplica ? await primary.now().catch(() => null) : null;
    if (found.isReplica && losses !== lossesBefore) return CHECK_INTERVAL_MS;
    const result = checkOf(found, now, primary.requiredPosition());
    if (result.kind === 'unfit') return exclude(result.reason);
    pauses.reset();
    if (result.kind === 'behind') {
      replayed = null;
      changeReason('it is too far behind');
    } else if (result.kind === 'usable') {
      replayed = result.replayed;
      changeReason(null);
    }
    // Otherwise the primary did not answer, and `replayed` stays: it is still true, if older than it could be.
    return CHECK_INTERVAL_MS;
  }

  async function checkAndContinue(): Promise<void> {
    const pauseMs = await check().catch((error: NodeJS.ErrnoException) =>
      exclude(`it does not answer (${codeOf(error)})`),
    );
    if (isOpen) timer = setTimeout(checkAndContinue, pauseMs).unref();
  }
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
