import { and, eq, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { idempotencyKeys } from '#db/schema/platform.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { writeAll } from '../database/columns.ts';
import { type Transaction, withRetries } from '../database/db.ts';
import { domainErrorOf, parseInput } from '../errors/error-mapping.ts';
import type { Platform } from '../runtime/platform.ts';
import { requireAdmin } from '../security/admin-access.ts';
import { type Actor, actorId, type Caller } from '../security/caller.ts';
import { frozenAmong, frozenError } from '../security/frozen-accounts.ts';
import { requireRecentAuthentication } from '../security/recent-authentication.ts';
import { sha256 } from '../security/sha256.ts';
import { emitForEach, type NewEvent, recordsOf, withAudiences } from './records.ts';

/** What every command is called with; a tRPC or REST context fits. */
export interface CommandContext {
  platform: Platform;
  caller: Pick<Caller, 'actor'>;
  /** Where a replay is announced, when the command runs for an HTTP request. */
  responseHeaders?: Headers;
}

/** Tells a caller that the answer was recorded by an earlier call with the same key. */
export const REPLAYED_HEADER = 'idempotent-replayed';

/** What `run` works with. It never gets the root database nor a port that does I/O. */
export interface Run<RunActor extends Actor = Actor> {
  tx: Transaction;
  actor: RunActor;
  operationId: string;
  now: Date;
  newId(): string;
  emit(event: NewEvent): void;
  /** Tells each person whom a query of (user_id) names the same. */
  emitEach(event: Omit<NewEvent, 'userId' | 'broadcast'>, people: SQL): Promise<void>;
}

type ActorOf<Access> = Access extends 'signedIn' | 'admin' | 'adminRoutine'
  ? Extract<Actor, { kind: 'user' }>
  : Access extends 'system'
    ? Extract<Actor, { kind: 'system' }>
    : Actor;

/** `admin` asks for a recent proof of identity; `adminRoutine` is for what moves neither money nor power. */
type Access = 'public' | 'signedIn' | 'admin' | 'adminRoutine' | 'system' | 'adminOrSystem';

interface CommandDefinition<Schema extends z.ZodType, Result, Who extends Access, Prepared> {
  /** `slice.verb`, the same name as the procedure's and the audit action's. */
  name: string;
  input: Schema;
  access: Who;
  /** Whether the owner of a frozen account may do it too: nothing that moves money, shares or rights. */
  whileFrozen?: true;
  /** Slow, pure work before the transaction begins, such as hashing a password. */
  prepare?: (ctx: CommandContext, input: z.output<Schema>) => Promise<Prepared>;
  run: (run: Run<ActorOf<Who>>, input: z.output<Schema>, prepared: Prepared) => Promise<Result>;
  /** What the audit row names; never secrets. */
  audit: (
    input: z.output<Schema>,
    result: Result,
    actor: Actor,
  ) => { subject: string; details?: Record<string, unknown> };
}

/**
 * Defines a command: the one way to change anything. The order is fixed: parse → access → begin → idempotency →
 * run → audit row → outbox rows → commit, all in one transaction that is tried again when it loses a race.
 *
 * An input with a `requestId` is idempotent: the key has at most one effect for ever (per actor), a replay gets
 * the recorded answer, and the same key with other input is refused with KEY_REUSED. A refused run rolls back
 * and frees its key.
 * @throws DomainError for every foreseen refusal
 */
export function defineCommand<Schema extends z.ZodType, Result, Who extends Access, Prepared = undefined>(
  definition: CommandDefinition<Schema, Result, Who, Prepared>,
) {
  return async function command(ctx: CommandContext, rawInput: z.input<Schema>): Promise<Result> {
    const { platform, caller } = ctx;
    try {
      const input = parseInput(definition.input, rawInput);
      requireAccess(definition.access, caller.actor, platform.clock.now());
      const prepared = (await definition.prepare?.(ctx, input)) as Prepared;
      const { result, replayed, told } = await withRetries(() => transact(definition, ctx, input, prepared));
      platform.metrics.countCommand(definition.name, replayed ? 'replayed' : 'done');
      if (replayed) ctx.responseHeaders?.set(REPLAYED_HEADER, 'true');
      publishCommit(platform, told);
      return result;
    } catch (error) {
      platform.metrics.countCommand(definition.name, domainErrorOf(error) ? 'refused' : 'failed');
      throw error;
    }
  };
}

/** Refuses a caller that a command is not for. */
export function requireAccess(access: Access, actor: Actor, now: Date): void {
  if (access === 'public') return;
  if (actor.kind === 'system') {
    if (access === 'system' || access === 'adminOrSystem') return;
    throw new DomainError(commonErrors.UNAUTHORIZED);
  }
  if (actor.kind === 'visitor') throw new DomainError(commonErrors.UNAUTHORIZED);
  if (actor.scope === 'read') throw new DomainError(commonErrors.READ_ONLY_TOKEN);
  if (access === 'signedIn') return;
  if (access === 'system') throw new DomainError(commonErrors.ADMIN_REQUIRED);
  requireAdmin(actor);
  if (access !== 'adminRoutine') requireRecentAuthentication(actor, now);
}

type Told = Pick<NewEvent, 'type'>;

/** Wakes those who wait for what a command has told, in every process; nobody when it has told nothing. */
export function publishCommit(platform: Platform, told: readonly Told[]): void {
  if (told.length > 0)
    platform.publishCommit({ work: told.some(({ type }) => platform.jobs.hasSubscribers(type)) });
}

async function transact<Schema extends z.ZodType, Result, Who extends Access, Prepared>(
  definition: CommandDefinition<Schema, Result, Who, Prepared>,
  { platform, caller }: CommandContext,
  input: z.output<Schema>,
  prepared: Prepared,
): Promise<{ result: Result; replayed: boolean; told: readonly Told[] }> {
  const { actor } = caller;
  const now = platform.clock.now();
  const operationId = newId(now.getTime());
  const key = requestIdOf(input);
  const inputHash = key === null ? '' : hashOf(definition.name, input);

  return platform.db.transaction(async (tx) => {
    const frozen = await reasonOfFreeze(tx, definition, actor);
    if (key !== null) {
      const earlier = await claimKey(tx, { actor, key, inputHash, operationId, now });
      if (earlier) return { result: earlier.result as Result, replayed: true, told: [] };
    }
    if (frozen !== undefined) throw frozenError(frozen);
    const events: NewEvent[] = [];
    const toEach: Told[] = [];
    const run: Run = {
      tx,
      actor,
      operationId,
      now,
      newId: () => newId(now.getTime()),
      emit: (event) => events.push(event),
      emitEach: (event, people) => {
        toEach.push(event);
        return emitForEach(tx, { operationId, now }, event, people, platform.jobs);
      },
    };
    const result = await definition.run(run as Run<ActorOf<Who>>, input, prepared);
    if (key !== null) await recordResult(tx, { actor, key, result });
    const { subject, details = {} } = definition.audit(input, result, actor);
    const record = {
      operationId,
      actor,
      action: definition.name,
      subject,
      details,
      events: await withAudiences(tx, events, platform.propertyVisibility),
    };
    await writeAll(tx, recordsOf([record], now, platform.jobs));
    return { result, replayed: false, told: [...events, ...toEach] };
  });
}

/** Why the caller may not act, when the command is not for frozen accounts. */
async function reasonOfFreeze(
  tx: Transaction,
  { access, whileFrozen }: { access: Access; whileFrozen?: true },
  actor: Actor,
): Promise<string | undefined> {
  if (actor.kind !== 'user' || access === 'public' || whileFrozen) return undefined;
  return (await frozenAmong(tx, [actor.userId])).get(actor.userId);
}

interface Claim {
  actor: Actor;
  key: string;
  inputHash: string;
  operationId: string;
  now: Date;
}

/** Takes the key for this run, waiting for a concurrent run with the same key; answers an earlier run's record. */
async function claimKey(tx: Transaction, claim: Claim): Promise<{ result: unknown } | null> {
  const who = actorId(claim.actor);
  const taken = await tx
    .insert(idempotencyKeys)
    .values({
      actorId: who,
      key: claim.key,
      inputHash: claim.inputHash,
      operationId: claim.operationId,
      createdAt: claim.now,
    })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  if (taken.length > 0) return null;
  const [earlier] = await tx
    .select({ inputHash: idempotencyKeys.inputHash, result: idempotencyKeys.result })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.actorId, who), eq(idempotencyKeys.key, claim.key)));
  if (!earlier || earlier.inputHash !== claim.inputHash) throw new DomainError(commonErrors.KEY_REUSED);
  return { result: earlier.result };
}

async function recordResult(
  tx: Transaction,
  record: { actor: Actor; key: string; result: unknown },
): Promise<void> {
  await tx
    .update(idempotencyKeys)
    .set({ result: record.result })
    .where(and(eq(idempotencyKeys.actorId, actorId(record.actor)), eq(idempotencyKeys.key, record.key)));
}

function requestIdOf(input: unknown): string | null {
  if (typeof input !== 'object' || input === null || !('requestId' in input)) return null;
  return typeof input.requestId === 'string' ? input.requestId : null;
}

/** What stands for a command's input behind its idempotency key. */
export function hashOf(name: string, input: unknown): string {
  const { requestId: _, ...rest } = input as Record<string, unknown>;
  return sha256(`${name}\n${JSON.stringify(sorted(rest))}`);
}

/** With sorted keys all through, so that the same input always has the same JSON. */
function sorted(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if ('toJSON' in value && typeof value.toJSON === 'function') return sorted(value.toJSON());
  if (Array.isArray(value)) return value.map(sorted);
  const parts = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.keys(parts)
      .sort()
      .map((key) => [key, sorted(parts[key])]),
  );
}
