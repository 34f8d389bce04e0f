import type { Database } from './db.ts';

/** A place in the history of a Postgres cluster: everything that was committed before it. */
export interface Position {
  /** The system identifier of the cluster. */
  system: bigint;
  /** Raised by each promotion. */
  timeline: number;
  /** The place in the write-ahead log. */
  lsn: bigint;
}

/** Whether a position comes after another one of the same cluster. */
export function isLater(position: Position, other: Position): boolean {
  if (position.timeline !== other.timeline) return position.timeline > other.timeline;
  return position.lsn > other.lsn;
}

/**
 * Whether what is on `position.timeline` and replayed up to `position.lsn` has everything before `seen`. What an earlier
 * timeline had beyond the promotion is lost on the primary too, so only its place in the log counts. A later timeline
 * than ours may have left our history anywhere.
 */
export function hasReplayed(position: Position, seen: Position): boolean {
  return position.system === seen.system && seen.timeline <= position.timeline && seen.lsn <= position.lsn;
}

/** A replica that may answer a read now. */
export interface Replica {
  /** Host, port and database. */
  name: string;
  db: Database;
  /**
   * Runs a read, and fails as soon as the replica is lost: nobody waits for one that does not answer, and no answer of one
   * that was restarted or promoted meanwhile is used.
   */
  read<Answer>(work: () => Promise<Answer>): Promise<Answer>;
}

/** Why a read goes to the primary: no replica is in use, or none has replayed what the caller has seen. */
export type NoReplica = 'aside' | 'behind';

export interface ReplicaState {
  replica: string;
  /** Why it is not used; null while it is. */
  reason: string | null;
}

/** The replicas of the settings, which are checked several times a second. */
export interface ReplicaSet {
  /**
   * A replica that has replayed this position, or any that is in use for null. The same reader gets the same replica
   * while it can, so that reads seldom go back in time.
   */
  choose(seen: Position | null, reader: string): Replica | NoReplica;
  /** The primary's position now, after everything that was committed before the call. */
  position(): Promise<Position>;
  /**
   * A position of the outbox: each replica that was in use within the last ten seconds had the changes of the events up to
   * it. Null while the primary has not answered yet.
   */
  outboxBeforeLoading(): number | null;
  /** Whether a position is of the cluster that the primary was last seen to be of. */
  isOwn(position: Position): boolean;
  states(): ReplicaState[];
  /** Calls back when a replica is set aside, and when it is used again. */
  onChange(report: (state: ReplicaState) => void): void;
  close(): Promise<void>;
}

/** Positions as text that callers carry: signed, and compared as text where they are of one cluster. */
export interface PositionTokens {
  write(position: Position): string;
  /** Null for a text that was not written with one of our keys. */
  read(token: string): Position | null;
}

/** Reads on replicas, as the transport uses them. */
export interface Replicas extends ReplicaSet {
  tokens: PositionTokens;
}
