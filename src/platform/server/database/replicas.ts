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
 * Whether a server that has replayed up to `position` has everything that was committed before `seen`. If `seen` is on an
 * earlier timeline, what that timeline had beyond the promotion is lost on the primary too, so only the place in the log
 * counts. If it is on a later timeline, that one may have branched off at any place before `position`.
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
   * Runs a read that fails as soon as the replica is lost. So nobody waits for a replica that does not answer, and no
   * answer is used of one that was restarted or promoted during the read.
   */
  read<Answer>(work: () => Promise<Answer>): Promise<Answer>;
}

/** Why a read goes to the primary: no replica is in use, or none has replayed what the caller has seen. */
export type NoReplica = 'none_in_use' | 'behind';

export interface ReplicaState {
  replica: string;
  /** Why it is not used; null while it is. */
  reason: string | null;
}

/** The replicas of the settings, which are checked several times a second. */
export interface ReplicaSet {
  /**
   * A replica that has replayed this position, or any that is in use for null. The same reader gets the same replica
   * while that one is in use, so that a reader seldom sees an older state than before.
   */
  choose(seen: Position | null, reader: string): Replica | NoReplica;
  /** The primary's position now, after everything that was committed before the call. */
  position(): Promise<Position>;
  /**
   * The position of the outbox after which the stream of a page begins: every replica that was in use within the last ten
   * seconds, while the page was loaded, had the changes of the events up to it. Null until the primary has answered.
   */
  streamStart(): number | null;
  /** Whether a position is of the cluster that the primary belonged to when it last answered. */
  isOwn(position: Position): boolean;
  states(): ReplicaState[];
  /** Calls back when a replica is excluded, and when it is used again. */
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
