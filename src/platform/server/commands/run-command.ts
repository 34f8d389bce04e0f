import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { idempotencyKeys } from '#db/schema/platform.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Transaction } from '../database/db.ts';
import { withRetries } from '../database/retries.ts';
import { parseInput } from '../errors/error-mapping.ts';
import type { Platform } from '../runtime/platform.ts';
import { handleInTransaction, type Run } from '../runtime/run.ts';
import { type Access, requireAccess } from '../security/access.ts';
import { type Actor, actorId, type UserActor } from '../security/caller.ts';
import { type Freeze, frozenError, lockAndReadFreezes } from '../security/frozen-accounts.ts';
import { sha256 } from '../security/sha256.ts';
import { answering } from './answer.ts';
import { type ApprovalRule, approvalRefusals, type DeclaredApproval } from './approval.ts';
import type { CommandContext } from './command-context.ts';
import { registerCommand } from './command-registry.ts';
import { type AddressedEvent, emitForEach, type NewEvent, withAudiences, writeRecord } from './records.ts';

export type { CommandContext, Run };

type ActorOf<Access> = Access extends 'signedIn' | 'admin' | 'adminRoutine'
  ? Extract<Actor, { kind: 'user' }>
  : Access extends 'system'
    ? Extract<Actor, { kind: 'system' }>
    : Actor;

/** A context whose caller has the access that a command requires. */
type ContextOf<RequiredAccess> = Omit<CommandContext, 'caller'> & {
  caller: { actor: ActorOf<RequiredAccess> };
};

interface CommandDefinition<Schema extends z.ZodType, Result, RequiredAccess extends Access, Prepared> {
  /** `slice.verb`: also the name of the procedure and the action in the audit log. */
  name: string;
  input: Schema;
  access: RequiredAccess;
  needsApproval?: false | ApprovalRule<z.output<Schema>>;
  /** Set for commands that a frozen account may still run. They must move neither money, shares nor rights. */
  whileFrozen?: true;
  /** Set for commands that put money in: refused while the person has not accepted the current legal documents. */
  needsConsent?: true;
  /**
   * Slow work before the transaction begins, such as hashing a password. It stores nothing; at most it counts
   * towards a rate limit, also when the key was used before. Its refusal takes the place of `run`, so that such a key is
   * answered first.
   */
  prepare?: (ctx: ContextOf<RequiredAccess>, input: z.output<Schema>) => Promise<Prepared>;
  run: (run: Run<ActorOf<RequiredAccess>>, input: z.output<Schema>, prepared: Prepared) => Promise<Result>;
  /** Subject and details of the audit entry. Never secrets. */
  audit: (
    input: z.output<Schema>,
    result: Result,
    actor: ActorOf<RequiredAccess>,
  ) => { subject: string; details?: Record<string, unknown> };
}

/**
 * Defines a command: the only way to change anything. Each call goes through the same steps:
 * 1. parse the input, check access, and `prepare` (outside the transaction);
 * 2. begin a transaction, and delay freezes of the caller's account until it ends;
 * 3. claim the idempotency key; a key that was used before ends here with the recorded answer;
 * 4. refuse a frozen account, and for `needsConsent` a person who has not accepted the current legal documents;
 * 5. for `needsApproval`, decide the approval request that is carried out, or refuse a call without one, and refuse
 *    a caller whom the command pays;
 * 6. throw the refusal of `prepare`, if there is one; else `run`, then the in-transaction handlers of other slices for
 *    its events;
 * 7. write the audit entry and the outbox events, and commit.
 *
 * The transaction is retried after a deadlock, a serialization failure or a race for the same key.
 *
 * The idempotency key is the input's `requestId`, if there is one. Per actor it has at most one effect, forever. The
 * same key with other input is refused with KEY_REUSED. A refused run is rolled back and leaves its key free. When a
 * request is carried out, its id is the key.
 * @throws DomainError for every expected refusal
 */
export function defineCommand<
  Schema extends z.ZodType,
  Result,
  RequiredAccess extends Access,
  Prepared = undefined,
>(
  definition: CommandDefinition<Schema, Result, RequiredAccess, Prepared> &
    DeclaredApproval<RequiredAccess, z.output<Schema>>,
) {
  async function command(ctx: CommandContext, rawInput: z.input<Schema>): Promise<Result> {
    const { platform, caller } = ctx;
    return answering(ctx, definition.name, async () => {
      const input = parseInput(definition.input, rawInput);
      requireAccess(definition.access, caller.actor, { isWrite: true, now: platform.clock.now() });
      const preparation = await preparationOf(definition, ctx, input);
      const { result, replayed, emitted } = await withRetries(() =>
        transact(definition, ctx, input, preparation),
      );
      const { operationId, events, toEach } = emitted;
      publishCommit(platform, [...events, ...toEach]);
      return { result, replayed, emitted: { events, operationOf: () => operationId } };
    });
  }

  registerCommand({
    name: definition.name,
    access: definition.access,
    isAllowedWhileFrozen: definition.whileFrozen ?? false,
    input: definition.input,
    needsApproval: definition.needsApproval as false | ApprovalRule<unknown> | undefined,
    isKeyed: 'shape' in definition.input && 'requestId' in (definition.input.shape as object),
    parse: (rawInput) => parseInput(definition.input, rawInput),
    hashOf: (input) => hashOf(definition.name, input),
    call: (ctx, rawInput) => command(ctx, rawInput as z.input<Schema>),
    rehearsal: {
      async prepare(ctx, input) {
        const now = ctx.platform.clock.now();
        requireAccess(definition.access, ctx.caller.actor, { isWrite: true, now });
        return preparationOf(definition, ctx, input as z.output<Schema>);
      },
      async run(run, input, preparation) {
        const runAsCaller = run as Run<ActorOf<RequiredAccess>>;
        const prepared = preparedIn(preparation as Preparation<Prepared>);
        await definition.run(runAsCaller, input as z.output<Schema>, prepared);
      },
    },
  });
  return command;
}

/** The audit entry of a command that concerns its caller, and needs no details. */
export const auditOfCaller = (_input: unknown, _result: unknown, { userId }: UserActor) => ({
  subject: `user:${userId}`,
});

/** What `prepare` returned, or its refusal. */
type Preparation<Prepared> = { prepared: Prepared } | { refusal: DomainError };

async function preparationOf<Schema extends z.ZodType, Result, RequiredAccess extends Access, Prepared>(
  { prepare }: CommandDefinition<Schema, Result, RequiredAccess, Prepared>,
  ctx: CommandContext,
  input: z.output<Schema>,
): Promise<Preparation<Prepared>> {
  try {
    return { prepared: (await prepare?.(ctx as ContextOf<RequiredAccess>, input)) as Prepared };
  } catch (error) {
    if (error instanceof DomainError) return { refusal: error };
    throw error;
  }
}

function preparedIn<Prepared>(preparation: Preparation<Prepared>): Prepared {
  if ('refusal' in preparation) throw preparation.refusal;
  return preparation.prepared;
}

type EmittedEvent = Pick<NewEvent, 'type'>;

/** Lets every process know that a command has committed events: live streams read them, workers start their jobs. */
export function publishCommit(platform: Platform, emitted: readonly EmittedEvent[]): void {
  if (emitted.length === 0) return;
  platform.publishCommit({ hasWork: emitted.some(({ type }) => platform.jobs.hasSubscribers(type)) });
}

/** Events that a run emitted. */
interface RunEvents {
  operationId: string;
  events: readonly AddressedEvent[];
  /** Events for each of the people whom a query names. */
  toEach: readonly EmittedEvent[];
}

async function transact<Schema extends z.ZodType, Result, RequiredAccess extends Access, Prepared>(
  definition: CommandDefinition<Schema, Result, RequiredAccess, Prepared>,
  { platform, caller, approval }: CommandContext,
  input: z.output<Schema>,
  preparation: Preparation<Prepared>,
): Promise<{ result: Result; replayed: boolean; emitted: RunEvents }> {
  const { actor } = caller;
  const now = platform.clock.now();
  const operationId = newId(now.getTime());
  const key = approval?.id ?? requestIdOf(input);
  const inputHash = key === null ? '' : hashOf(definition.name, input);

  return platform.db.transaction(async (tx) => {
    const frozen = await freezeAgainst(tx, definition, actor);
    if (key !== null) {
      const earlier = await claimKey(tx, { actor, key, inputHash, operationId, now });
      if (earlier) {
        const emitted = { operationId, events: [], toEach: [] };
        return { result: earlier.result as Result, replayed: true, emitted };
      }
    }
    if (frozen !== undefined) throw frozenError(frozen);
    if (definition.needsConsent && actor.kind === 'user') {
      const refusal = await platform.consent.refusalFor(tx, actor.userId, now);
      if (refusal) throw refusal;
    }
    const events: NewEvent[] = [];
    const emittedToEach: EmittedEvent[] = [];
    const run: Run = {
      tx,
      actor,
      operationId,
      now,
      config: platform.config,
      newId: () => newId(now.getTime()),
      emit: ({ type }, details) => events.push({ type, ...details }),
      emitEach: ({ type }, { payload }, recipients) => {
        emittedToEach.push({ type });
        return emitForEach(tx, { operationId, now }, { type, payload }, recipients, platform.jobs);
      },
    };
    await requireApproval(definition, platform, { run, input, inputHash, approval });
    const prepared = preparedIn(preparation);
    const result = await definition.run(run as Run<ActorOf<RequiredAccess>>, input, prepared);
    await handleInTransaction(platform.inTransaction, run, events);
    if (key !== null) await recordResult(tx, { actor, key, result });
    const { subject, details: ownDetails = {} } = definition.audit(
      input,
      result,
      actor as ActorOf<RequiredAccess>,
    );
    const details = approval ? { ...ownDetails, approvalId: approval.id } : ownDetails;
    const addressed = await withAudiences(tx, events, platform.propertyVisibility);
    const record = { operationId, actor, action: definition.name, subject, details, events: addressed };
    await writeRecord(tx, record, { now, jobs: platform.jobs });
    return { result, replayed: false, emitted: { operationId, events: addressed, toEach: emittedToEach } };
  });
}

/**
 * Decides the approved request that is carried out; without one, refuses what needs a second admin on this server.
 * Either way the caller is not someone whom the command pays.
 * @throws APPROVAL_REQUIRED, PAID_BY_IT, or why the request cannot be carried out
 */
async function requireApproval<Input>(
  { name, needsApproval }: { name: string; needsApproval?: false | ApprovalRule<Input> },
  { config, approvals }: Platform,
  {
    run,
    input,
    inputHash,
    approval,
  }: { run: Run; input: Input; inputHash: string; approval: CommandContext['approval'] },
): Promise<void> {
  const { tx, actor } = run;
  if (!needsApproval || actor.kind !== 'user') return;
  if (approval) {
    await approvals.admit(run as Run<UserActor>, {
      approvalId: approval.id,
      command: name,
      inputHash,
      waitHours: needsApproval.objection?.hours ?? 0,
    });
  } else if (config.approvals === 2 || needsApproval.always) {
    const takesTwo = needsApproval.when ? await needsApproval.when(run, input) : true;
    if (takesTwo) throw new DomainError(commonErrors.APPROVAL_REQUIRED);
  }
  if (await needsApproval.pays?.(tx, input, actor.userId)) throw new DomainError(approvalRefusals.PAID_BY_IT);
}

/**
 * The freeze, when the caller's account is frozen and the command is not for frozen accounts. A closed
 * account may do nothing: a request that was on its way while it was closed must not write anything of the person again.
 */
async function freezeAgainst(
  tx: Transaction,
  { access, whileFrozen }: { access: Access; whileFrozen?: true },
  actor: Actor,
): Promise<Freeze | undefined> {
  if (actor.kind !== 'user' || access === 'public') return undefined;
  const found = (await lockAndReadFreezes(tx, [actor.userId])).get(actor.userId);
  return whileFrozen && !found?.isClosed ? undefined : found;
}

interface Claim {
  actor: Actor;
  key: string;
  inputHash: string;
  operationId: string;
  now: Date;
}

/**
 * Claims the key for this run, after waiting for a concurrent run with the same key.
 * @returns the recorded answer when an earlier run has used the key
 */
async function claimKey(tx: Transaction, claim: Claim): Promise<{ result: unknown } | null> {
  const owner = actorId(claim.actor);
  const claimed = await tx
    .insert(idempotencyKeys)
    .values({
      actorId: owner,
      key: claim.key,
      inputHash: claim.inputHash,
      operationId: claim.operationId,
      createdAt: claim.now,
    })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  if (claimed.length > 0) return null;
  const [earlier] = await tx
    .select({ inputHash: idempotencyKeys.inputHash, result: idempotencyKeys.result })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.actorId, owner), eq(idempotencyKeys.key, claim.key)))
    // The lock makes this transaction write, so that its commit waits for the standby. Without it a replay could answer
    // from a row that the primary has not replicated yet, and that a failover would lose.
    .for('update');
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

/** The hash that an idempotency key is recorded with: the same key must come with the same input. */
export function hashOf(name: string, input: unknown): string {
  const { requestId: _, ...rest } = input as Record<string, unknown>;
  return sha256(`${name}\n${JSON.stringify(sorted(rest))}`);
}

/** Sorts keys at every level, so that equal inputs have equal JSON. */
function sorted(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if ('toJSON' in value && typeof value.toJSON === 'function') return sorted(value.toJSON());
  if (Array.isArray(value)) return value.map(sorted);
  const fields = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.keys(fields)
      .sort()
      .map((key) => [key, sorted(fields[key])]),
  );
}
