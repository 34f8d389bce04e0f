import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { assert, present } from '#kernel/assert.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { createBatcher, type Outcome } from '../database/batcher.ts';
import { columnRows, combineWrites, insertRows, type Write } from '../database/columns.ts';
import { awaitAll, readTogether, type StatementRunner, type Transaction } from '../database/db.ts';
import { memoizePer } from '../database/memoize-per.ts';
import { withRetries } from '../database/retries.ts';
import { parseInput } from '../errors/error-mapping.ts';
import type { Platform } from '../runtime/platform.ts';
import { requireAccess } from '../security/access.ts';
import { actorId, type UserActor } from '../security/caller.ts';
import {
  delayFreezes,
  type Freeze,
  type FrozenAccount,
  freezesOf,
  frozenAccountsOf,
  frozenError,
} from '../security/frozen-accounts.ts';
import { type Answer, answering } from './answer.ts';
import { registerCommand } from './command-registry.ts';
import { type AddressedEvent, hasOwnRow, recordsOf } from './records.ts';
import { type CommandContext, hashOf, publishCommit } from './run-command.ts';

/** One request of a batch. All requests of a batch happen at the same moment. */
export interface BatchItem<Input> {
  operationId: string;
  actor: UserActor;
  input: Input;
  now: Date;
}

/** Requests that run in one transaction. */
export interface Batch<Item> {
  items: readonly Item[];
  now: Date;
}

/** Outcome of an accepted item: its answer, the row that the slice writes, its audit entry and its events. */
export interface Decision<Result, Row> {
  result: Result;
  row: Row;
  subject: string;
  details: Record<string, unknown>;
  events: AddressedEvent[];
}

/** An accepted item together with its decision. */
export type DecidedItem<Input, Result, Row> = BatchItem<Input> & Decision<Result, Row>;

/**
 * A command whose concurrent requests run as one transaction (group commit). Each batch goes through the same steps:
 * `loadAndLock`, then for each item either the recorded answer of its key or `decide`, then `writes`, then `afterWrite`.
 *
 * The contract of a definition:
 * 1. `loadAndLock` runs SELECT statements only; it may lock rows (`for update`) and take advisory locks. Its statements
 *    may go out before the transaction is known to have begun, so a write is refused at run time.
 * 2. `loadAndLock` first locks everything that the batch takes from, in the order of locks (docs/architecture.md).
 *    Only then it reads the facts that decisions depend on.
 * 3. `loadAndLock` sends its statements at once and waits with `awaitAll`. Each extra wait is a round trip per batch.
 * 4. All statements find rows by key: sequential scans, hash joins and merge joins are off (`KEY_LOOKUP_SETTINGS`).
 * 5. `decide` is deterministic and does no I/O. It updates the state in memory, so that the next item of the batch is
 *    decided on what this one leaves. If it throws, it has changed nothing; only a DomainError refuses the item alone.
 * 6. `writes` returns set-based statements that run as one (`combineWrites`): no two of them change the same row, and
 *    none sees what another writes. Pass rows as columns (`insertRows`, `columnRows`), not as JSON.
 * 7. `afterWrite` does what rule 6 forbids in one statement, such as reading the written rows. Each of its statements
 *    costs a round trip.
 * 8. A definition with `replay` builds the first answer by `replay.resultOf` too, so that a replay is equal to it.
 */
interface BatchedDefinition<
  Schema extends z.ZodType<{ requestId: string }>,
  State,
  Result,
  Row,
  Stored = never,
> {
  /** `slice.verb`: also the name of the procedure and the action in the audit log. */
  name: string;
  input: Schema;
  /**
   * Set for commands that put money in: refused while the person has not accepted the current legal documents. It is read
   * before the request joins a batch, so an acceptance that lapses meanwhile is still accepted.
   */
  needsConsent?: true;
  /**
   * The part of the input that must be the same when a key is used again. Leave out what only describes what the caller
   * was shown: a retry after a lost answer may bring newer figures, and must get the first answer.
   */
  intent?(input: z.output<Schema>): unknown;
  /** Key of the resource that requests compete for, such as a property: equal ones run in one batch instead of two. */
  contentionKey?(input: z.output<Schema>): number;
  loadAndLock(
    tx: StatementRunner,
    batch: Batch<BatchItem<z.output<Schema>>>,
    platform: Platform,
  ): Promise<State>;
  /** @throws DomainError to refuse the item */
  decide(item: BatchItem<z.output<Schema>>, state: State): Decision<Result, Row>;
  writes(accepted: Batch<DecidedItem<z.output<Schema>, Result, Row>>): Write[];
  afterWrite?(tx: Transaction, accepted: Batch<DecidedItem<z.output<Schema>, Result, Row>>): Promise<unknown>;
  /** Reads the answer of a replay from the slice's own rows. Without it the answer is stored with the key. */
  replay?: {
    /** Selects (operation_id, stored), where `stored` is JSON. It is filtered by operation_id. */
    query: SQL;
    resultOf(stored: Stored): Result;
  };
}

/** A request that waits for its batch. */
interface Request<Input> {
  actor: UserActor;
  input: Input;
  key: string;
  inputHash: string;
  refusal: DomainError | null;
}

type RequestItem<Input> = BatchItem<Input> & Request<Input>;
type AcceptedItem<Input, Result, Row> = RequestItem<Input> & Decision<Result, Row>;

const MAX_BATCH_ITEMS = 128;
const CONCURRENT_BATCHES = 2;
const MAX_WAIT_MS = 200;

/**
 * Defines a command for heavy traffic: the same guarantees and answers as `defineCommand`, but concurrent requests share
 * one transaction, its locks and its commit. A single request is a batch of one; there is no other code path.
 *
 * Keys are looked up after the first locks of `loadAndLock` (balances, or the books of resale), so a repeated request
 * waits for the first one and finds its key. Where requests with one key lock different rows, both may miss it: the
 * primary key refuses the key of the second one, and its batch runs again (`withRetries`).
 * @throws DomainError for every expected refusal
 */
export function defineBatchedCommand<
  Schema extends z.ZodType<{ requestId: string }>,
  State,
  Result,
  Row,
  Stored = never,
>(definition: BatchedDefinition<Schema, State, Result, Row, Stored>) {
  type Input = z.output<Schema>;
  const hashOfIntent = (input: Input) => hashOf(definition.name, definition.intent?.(input) ?? input);
  const batcherOf = memoizePer((platform: Platform) =>
    createBatcher<Request<Input>, Answer<Result>>({
      concurrency: platform.isEmbedded ? 1 : CONCURRENT_BATCHES,
      maxItems: MAX_BATCH_ITEMS,
      maxWaitMs: MAX_WAIT_MS,
      contentionKey: ({ input }) => definition.contentionKey?.(input) ?? 0,
      async runBatch(requests) {
        const { outcomes, events } = await withRetries(() => runBatch(definition, requests, platform));
        publishCommit(platform, events);
        return outcomes;
      },
    }),
  );

  function command(ctx: CommandContext, rawInput: z.input<Schema>): Promise<Result> {
    const { platform, caller } = ctx;
    return answering(ctx, definition.name, async () => {
      const input = parseInput(definition.input, rawInput);
      requireAccess('signedIn', caller.actor, { isWrite: true });
      const actor = caller.actor as UserActor;
      const refusal = definition.needsConsent
        ? await platform.consent.refusalFor(platform.db, actor.userId, platform.clock.now())
        : null;
      return batcherOf(platform)({
        actor,
        refusal,
        input,
        key: input.requestId,
        inputHash: hashOfIntent(input),
      });
    });
  }

  registerCommand({
    name: definition.name,
    access: 'signedIn',
    isAllowedWhileFrozen: false,
    input: definition.input,
    needsApproval: undefined,
    isKeyed: true,
    parse: (rawInput) => parseInput(definition.input, rawInput),
    hashOf: (input) => hashOfIntent(input as Input),
    call: (ctx, rawInput) => command(ctx, rawInput as z.input<Schema>),
  });
  return command;
}

/** A key that was used before, with its answer. */
interface UsedKey {
  inputHash: string;
  result: unknown;
}

const keyOf = (owner: string, key: string) => `${owner}\n${key}`;

function runBatch<Schema extends z.ZodType<{ requestId: string }>, State, Result, Row, Stored>(
  definition: BatchedDefinition<Schema, State, Result, Row, Stored>,
  requests: readonly Request<z.output<Schema>>[],
  platform: Platform,
): Promise<{ outcomes: Outcome<Answer<Result>>[]; events: AddressedEvent[] }> {
  const now = platform.clock.now();
  // V8 builds the object faster when the spread comes last.
  const items = requests.map((request) => ({ operationId: newId(now.getTime()), now, ...request }));
  const batchId = newId(now.getTime());
  return platform.pipelined(
    (tx) =>
      awaitAll([
        // First, so that no request waits for a freeze while it holds account locks.
        delayFreezes(
          tx,
          items.map(({ actor }) => actor.userId),
        ),
        definition.loadAndLock(tx, { items, now }, platform),
        loadKeysAndFreezes(tx, items, definition),
      ]),
    ([, state, { usedKeys, frozen }]) => {
      const accepted: AcceptedItem<z.output<Schema>, Result, Row>[] = [];
      const operationOf = ({ operationId }: BatchItem<unknown>, event: AddressedEvent) =>
        hasOwnRow(event, { runCount: accepted.length, jobs: platform.jobs }) ? operationId : batchId;
      const outcomes = items.map((item) =>
        outcomeOf(definition, item, { state, usedKeys, frozen, accepted, operationOf }),
      );
      const answer = { outcomes, events: accepted.flatMap(({ events }) => events) };
      if (accepted.length === 0) return { answer, write: null };
      const { afterWrite } = definition;
      const decided = { items: accepted, now, batchId };
      return {
        answer,
        write: combineWrites(writesOf(definition, decided, platform)),
        ...(afterWrite && { afterWrite: (tx: Transaction) => afterWrite(tx, decided) }),
      };
    },
  );
}

/** Decides an item, unless its key was used before. */
function outcomeOf<Schema extends z.ZodType<{ requestId: string }>, State, Result, Row, Stored>(
  definition: BatchedDefinition<Schema, State, Result, Row, Stored>,
  item: RequestItem<z.output<Schema>>,
  {
    state,
    usedKeys,
    frozen,
    accepted,
    operationOf,
  }: {
    state: State;
    usedKeys: Map<string, UsedKey>;
    frozen: ReadonlyMap<string, Freeze>;
    accepted: AcceptedItem<z.output<Schema>, Result, Row>[];
    operationOf(item: BatchItem<unknown>, event: AddressedEvent): string;
  },
): Outcome<Answer<Result>> {
  const emittedWith = (events: readonly AddressedEvent[]) => ({
    events,
    operationOf: (event: AddressedEvent) => operationOf(item, event),
  });
  try {
    const earlier = usedKeys.get(keyOf(actorId(item.actor), item.key));
    if (earlier) {
      const result = replayOf<Result>(earlier, item);
      return { ok: true, answer: { result, replayed: true, emitted: emittedWith([]) } };
    }
    const freeze = frozen.get(item.actor.userId);
    if (freeze) throw frozenError(freeze);
    if (item.refusal) throw item.refusal;
    const decision = definition.decide(item, state);
    accepted.push(Object.assign(item, decision));
    usedKeys.set(keyOf(actorId(item.actor), item.key), {
      inputHash: item.inputHash,
      result: decision.result,
    });
    const { result, events } = decision;
    return { ok: true, answer: { result, replayed: false, emitted: emittedWith(events) } };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { ok: false, error };
  }
}

/** Everything that a batch writes: the slice's rows, the idempotency keys, the audit entries and the events. */
function writesOf<Schema extends z.ZodType<{ requestId: string }>, State, Result, Row, Stored>(
  definition: BatchedDefinition<Schema, State, Result, Row, Stored>,
  accepted: Batch<AcceptedItem<z.output<Schema>, Result, Row>> & { batchId: string },
  { jobs, inTransaction }: Platform,
): Write[] {
  const { items, now, batchId } = accepted;
  for (const { type } of items.flatMap(({ events }) => events))
    assert(inTransaction[type] === undefined, `${type} of a batched command has a handler`);
  const runs = items.map(({ operationId, actor, subject, details, events }) => ({
    operationId,
    actor,
    action: definition.name,
    subject,
    details,
    events,
  }));
  const keys = keyWrites(items, now, { withResults: definition.replay === undefined });
  return [...definition.writes(accepted), keys, ...recordsOf(runs, { now, batchId, jobs })];
}

function replayOf<Result>(used: UsedKey, { inputHash }: { inputHash: string }): Result {
  if (used.inputHash !== inputHash) throw new DomainError(commonErrors.KEY_REUSED);
  return present(used.result, 'the answer of a used key') as Result;
}

/** Which keys were used before, and whose accounts are frozen. */
async function loadKeysAndFreezes<Stored, Result>(
  tx: StatementRunner,
  items: readonly RequestItem<unknown>[],
  { replay }: { replay?: { query: SQL; resultOf(stored: Stored): Result } },
): Promise<{ usedKeys: Map<string, UsedKey>; frozen: Map<string, Freeze> }> {
  const { keys, frozen } = await readTogether<{
    keys: (UsedKey & { actor: string; key: string })[];
    frozen: FrozenAccount[];
  }>(tx, {
    keys: usedKeysQuery(items, replay?.query),
    frozen: frozenAccountsOf(items.map(({ actor }) => actor.userId)),
  });
  const usedKeys = keys.map(({ actor, key, inputHash, result }) => {
    // Null for the key of another command, which is refused.
    const answer = replay && result !== null ? replay.resultOf(result as Stored) : result;
    return [keyOf(actor, key), { inputHash, result: answer }] as const;
  });
  return { usedKeys: new Map(usedKeys), frozen: freezesOf(frozen) };
}

function usedKeysQuery(items: readonly RequestItem<unknown>[], replayQuery?: SQL): SQL {
  const result = replayQuery
    ? sql`(select r.stored from (${replayQuery}) r where r.operation_id = k.operation_id)`
    : sql`k.result`;
  return sql`select k.actor_id as actor, k.key, k.input_hash as "inputHash", ${result} as result
    from ${columnRows('wanted', items, {
      actor: ['text', ({ actor }) => actorId(actor)],
      key: ['text', ({ key }) => key],
    })}
    cross join lateral (
      select * from idempotency_keys i where i.actor_id = wanted.actor and i.key = wanted.key limit 1) k`;
}

function keyWrites(
  accepted: readonly (RequestItem<unknown> & { result: unknown })[],
  now: Date,
  { withResults }: { withResults: boolean },
): Write {
  return insertRows('idempotency_keys', accepted, {
    actor_id: ['text', ({ actor }) => actorId(actor)],
    key: ['text', ({ key }) => key],
    input_hash: ['text', ({ inputHash }) => inputHash],
    operation_id: ['uuid', ({ operationId }) => operationId],
    ...(withResults && { result: ['jsonb', ({ result }) => result] }),
    created_at: ['timestamptz', now],
  });
}
