import { commonErrors } from '#kernel/errors.ts';
import type { Database } from '../database/db.ts';
import { memoizePer } from '../database/memoize-per.ts';
import type { NoReplica, Position, Replica } from '../database/replicas.ts';
import { domainErrorOf } from '../errors/error-mapping.ts';
import type { Platform } from '../runtime/platform.ts';
import { actorId, type Caller } from '../security/caller.ts';

/** What a caller has seen of the database: everything before a position, nothing that matters (null), or it is unknown. */
export type SeenPosition = Position | null | 'unknown';

interface ReadContext {
  platform: Platform;
  caller: Pick<Caller, 'actor' | 'address'>;
  /** Without it the primary is read. */
  seen?: SeenPosition | undefined;
}

/**
 * Runs a query on a replica that has replayed what its caller has seen, else on the primary. Only an answer counts: what
 * fails or is refused on a replica is decided by the primary, so that nobody is refused what a replica does not have yet.
 * Only an input that does not fit the contract is refused anywhere.
 * @param options.onPrimary for queries that must not be answered by a replica
 */
export async function readFromReplicaIfFresh<Answer>(
  ctx: ReadContext,
  { onPrimary }: { onPrimary: boolean },
  query: (platform: Platform) => Promise<Answer>,
): Promise<Answer> {
  const { platform } = ctx;
  if (platform.replicas === null) return query(platform);
  const replica = onPrimary ? 'declared' : replicaFor(ctx);
  if (typeof replica === 'string') {
    platform.metrics.countRead('primary', replica);
    return query(platform);
  }
  try {
    const answer = await replica.read(() => query(viewsOn(replica.db)(platform)));
    platform.metrics.countRead('replica', 'fresh');
    return answer;
  } catch (error) {
    const refusal = domainErrorOf(error);
    if (refusal?.code === commonErrors.MALFORMED.code) {
      platform.metrics.countRead('replica', 'fresh');
      throw error;
    }
    platform.log.debug({ err: error, replica: replica.name }, 'a read is repeated on the primary');
    const isRefused = refusal !== null && refusal.kind !== 'unavailable';
    platform.metrics.countRead('primary', isRefused ? 'refused' : 'failed');
    return query(platform);
  }
}

function replicaFor({ platform, caller, seen = 'unknown' }: ReadContext): Replica | NoReplica | 'unknown' {
  if (seen === 'unknown') return 'unknown';
  const { actor, address } = caller;
  const reader = actor.kind === 'visitor' ? address : actorId(actor);
  return platform.replicas?.choose(seen, reader) ?? 'none_in_use';
}

/** The platform as a query on a replica sees it. One object for each replica, so that reads there are coalesced. */
const viewsOn = memoizePer((db: Database) =>
  memoizePer(
    (platform: Platform): Platform =>
      Object.create(platform, {
        db: { value: db, enumerable: true },
        replicas: { value: null, enumerable: true },
        isReadOnly: { value: true, enumerable: true },
      }),
  ),
);
