import { SECOND } from '#kernel/time.ts';
import {
  hasReplayed,
  type NoReplica,
  type Replica,
  type ReplicaSet,
  type ReplicaState,
} from '../../database/replicas.ts';
import { openReplica, UNCHECKED } from './replica.ts';
import { watchPrimary } from './watched-primary.ts';

/** A replica that is further behind than this is not used. */
const MAX_LAG_MS = 10 * SECOND;

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
      let none: NoReplica = 'none_in_use';
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
