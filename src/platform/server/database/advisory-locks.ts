import { type SQL, sql } from 'drizzle-orm';
import { rows, type StatementRunner } from './db.ts';
import { recordLock } from './lock-order.ts';

/** The key of a lock in the database, and the type of the ids that it is taken for; without one there is one lock. */
interface AdvisoryLock {
  key: number | string;
  of?: 'integer' | 'text';
}

/**
 * All advisory locks, in the order in which a transaction takes several of them, so that no two wait for each other; another
 * order is refused. Locks of one name are taken in the order of their ids, but shared ones, which do not wait for each
 * other, in any.
 *
 * A key never changes, and none is used again: during an upgrade, servers of both versions must take the same lock. So some
 * keys are older than the names, and one name is the key of another lock.
 */
export const ADVISORY_LOCKS = {
  /** Servers that start: one of them migrates the database. */
  setup: { key: 7_203_411 },
  /** Of an account: its commands take it shared, so that a freeze waits for them. */
  freezes: { key: 70_431, of: 'text' },
  /** Of a person: the intake draft, which becomes a submission. */
  intakeDrafts: { key: 'intake draft', of: 'text' },
  /** Of an owner: how many submissions wait. */
  submissions: { key: 'filed submissions', of: 'text' },
  /** Of an owner: how many documents of submissions there are. */
  submissionDocuments: { key: 'submission documents', of: 'text' },
  /** Of an owner: how many properties without a submission wait. */
  pendingProperties: { key: 'submissions', of: 'text' },
  /** Of a property: how many documents it has. */
  propertyDocuments: { key: 'documents', of: 'integer' },
  /** Of a property: how many proposals are open. */
  proposals: { key: 'governance', of: 'integer' },
  /** Of a property: the versions of its classifications. */
  classifications: { key: 'tax', of: 'integer' },
  /** Of a property: its reports and statements. */
  statements: { key: 'distributions', of: 'integer' },
  /** Of a property: the value that the next one is compared with. An approved one may close the book's orders. */
  valuations: { key: 'valuations', of: 'integer' },
  /** Of a property: its order book. */
  orderBooks: { key: 'resale', of: 'integer' },
  /** Of a person: which properties they watch, by which levels. */
  watchlists: { key: 'watchlist', of: 'text' },
  /** Which monthly plans are due. */
  monthlyPlans: { key: 'autoInvest.recurring' },
  /** Of a person, by the first of their accounts: which tiers of referrals they were given. */
  referralTiers: { key: 'referrals.reachTier', of: 'text' },
  /** How much of the processing fees is set aside for promotions. */
  promotions: { key: 'referrals.fundPromotions' },
  /** The rollups and how far they have followed the outbox. */
  rollups: { key: 7_203_413 },
  /** The end of the audit chain. */
  auditSeals: { key: 7_203_412 },
  /** The archive of months. */
  archive: { key: 'archive' },
  /** Of the hash of a command's input, or of a command and its subject: whether its approval is requested already, after all that the command locks. */
  approvalRequests: { key: 'approvals', of: 'text' },
} as const satisfies Record<string, AdvisoryLock>;

type LockName = keyof typeof ADVISORY_LOCKS;
type LockFor<Lock> = {
  [Name in LockName]: (typeof ADVISORY_LOCKS)[Name] extends Lock ? Name : never;
}[LockName];
type LockForEach = LockFor<{ of: 'integer' | 'text' }>;
type LockForAll = Exclude<LockName, LockForEach>;

const NAMES = Object.keys(ADVISORY_LOCKS);

/** @throws when the transaction holds a lock that comes later */
function requireOrder(tx: StatementRunner, name: LockName, id?: number | string): void {
  recordLock(tx, { name, id, ordinal: NAMES.indexOf(name) });
}

/** Records that a transaction locks balances, which come after all advisory locks. */
export function recordBalances(tx: StatementRunner): void {
  recordLock(tx, { name: 'balances', ordinal: NAMES.length });
}

/** Takes a lock until the transaction ends, and waits while another transaction has it. */
export function lock(tx: StatementRunner, name: LockForAll): Promise<void>;
export function lock(tx: StatementRunner, name: LockFor<{ of: 'integer' }>, id: number): Promise<void>;
export function lock(tx: StatementRunner, name: LockFor<{ of: 'text' }>, id: string): Promise<void>;
export async function lock(tx: StatementRunner, name: LockName, id?: number | string): Promise<void> {
  requireOrder(tx, name, id);
  const keys = id === undefined ? keyOf(name) : keysOf(name as LockForEach, sql`${id}`);
  await tx.execute(sql`select pg_advisory_xact_lock(${keys})`);
}

/** Takes a lock until the transaction ends, unless another transaction has it. */
export async function tryLock(tx: StatementRunner, name: LockForAll): Promise<boolean> {
  requireOrder(tx, name);
  const [taken] = await rows<{ isLocked: boolean }>(
    tx,
    sql`select pg_try_advisory_xact_lock(${keyOf(name)}) as "isLocked"`,
  );
  return taken?.isLocked === true;
}

/**
 * Takes the lock of each id until the transaction ends.
 * @param ids a table expression of one column, in the one order in which everyone takes these locks
 */
export async function lockEach(
  tx: StatementRunner,
  name: LockForEach,
  ids: SQL,
  { shared = false } = {},
): Promise<void> {
  const keys = keysOf(name, sql.raw('wanted.id'));
  requireOrder(tx, name);
  if (shared) {
    await tx.execute(sql`select count(pg_advisory_xact_lock_shared(${keys})) from ${ids} as wanted (id)`);
    return;
  }
  const [taken] = await rows<{ first: number | string | null; last: number | string | null }>(
    tx,
    sql`select min(id) as first, max(id) as last, count(pg_advisory_xact_lock(${keys})) as locks
        from ${ids} as wanted (id)`,
  );
  for (const id of [taken?.first, taken?.last]) if (id != null) requireOrder(tx, name, id);
}

function keyOf(name: LockName): SQL {
  const { key } = ADVISORY_LOCKS[name];
  return sql.raw(typeof key === 'number' ? `${key}` : `hashtext('${key}')`);
}

function keysOf(name: LockForEach, id: SQL): SQL {
  const idKey = ADVISORY_LOCKS[name].of === 'integer' ? sql`${id}::int` : sql`hashtext(${id})`;
  return sql`${keyOf(name)}, ${idKey}`;
}
