import { sql } from 'drizzle-orm';
import { present } from '#kernel/assert.ts';
import { SECOND } from '#kernel/time.ts';
import { type Database, rows } from '../../database/db.ts';
import type { Position } from '../../database/replicas.ts';
import { timeLimits } from './session-settings.ts';

export const CHECK_INTERVAL_MS = 200;
export const CHECK_TIMEOUT_SECONDS = 1;
/** Of the connections on which the states of servers are read. */
export const CHECK_LIMITS = {
  ...timeLimits(CHECK_TIMEOUT_SECONDS * SECOND),
  answer_timeout: CHECK_TIMEOUT_SECONDS,
};

/** What a database server says of itself. */
export interface ServerState {
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
export const PRIMARY = sql`select false as "isReplica", (pg_current_wal_insert_lsn() - '0/0')::text as lsn,
  (select position::float8 from outbox_head) as outbox,
  ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline, ${IDENTITY}`;

/** Without pg_monitor an account does not see received_tli; the control file has a promotion from the next restart point. */
export const REPLICA = sql`select pg_is_in_recovery() as "isReplica", null as outbox,
  (coalesce(pg_last_wal_replay_lsn(), '0/0') - '0/0')::text as lsn,
  coalesce((select received_tli from pg_stat_wal_receiver),
           greatest((select min_recovery_end_timeline from pg_control_recovery()),
                    (select timeline_id from pg_control_checkpoint())))::int as timeline, ${IDENTITY}`;

export async function stateOf(db: Database, statement: typeof PRIMARY): Promise<ServerState> {
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
