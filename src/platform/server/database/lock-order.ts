/** A lock that a transaction takes. */
interface TakenLock {
  name: string;
  /** In the order of all locks. */
  ordinal: number;
  /** Of those of one name; undefined where the order of ids does not matter. */
  id?: number | string | undefined;
}

/** By what runs the statements of a transaction: the last lock that it holds, in their order. */
const lastLocks = new WeakMap<object, TakenLock>();

/**
 * Records a lock that a transaction is about to take.
 * @throws when the transaction holds a lock that comes later: it could wait for a transaction that waits for it
 */
export function recordLock(tx: object, lock: TakenLock): void {
  const last = lastLocks.get(tx);
  if (last && isBefore(lock, last))
    throw new Error(`The lock ${textOf(lock)} comes before ${textOf(last)}, which is taken already.`);
  lastLocks.set(tx, { ...lock, id: lock.id ?? (last?.name === lock.name ? last.id : undefined) });
}

function isBefore(one: TakenLock, other: TakenLock): boolean {
  if (one.ordinal !== other.ordinal) return one.ordinal < other.ordinal;
  return one.id !== undefined && other.id !== undefined && one.id < other.id;
}

const textOf = ({ name, id }: TakenLock) => (id === undefined ? name : `${name} of ${id}`);

/** Carries over which locks are held to another object that runs statements of the same transaction. */
export function continueLocks(from: object, to: object): void {
  const last = lastLocks.get(from);
  if (last) lastLocks.set(to, last);
}
