import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { createBatcher, type Outcome } from './batcher.ts';
import { actorId, type UserActor } from './caller.ts';
import { columnRows, rows, type Transaction, withRetries } from './db.ts';
import { domainErrorOf, parseInput } from './error-mapping.ts';
import type { Platform } from './platform.ts';
import { appendRecords, type NewEvent } from './records.ts';
import { type CommandContext, hashOf, REPLAYED_HEADER, requireAccess } from './run-command.ts';

/** One request of a batch. */
export interface BatchItem<Input> {
  operationId: string;
  actor: UserActor;
  input: Input;
  now: Date;
}

/** What one item of a batch came to: its answer, what is written for it, and what is told of it. */
export interface Decision<Result, Row> {
  result: Result;
  row: Row;
  subject: string;
  details: Record<string, unknown>;
  events: NewEvent[];
}

/** An item together with its decision, as it is written. */
export type Decided<Input, Result, Row> = BatchItem<Input> & Decision<Result, Row>;

interface BatchedDefinition<Schema extends z.ZodType<{ requestId: string }>, State, Result, Row> {
  name: string;
  input: Schema;
  /** Locks every balance that any item may change, in the one lock order, before anything else is read. */
  lock(tx: Transaction, items: readonly BatchItem<z.output<Schema>>[], platform: Platform): Promise<State>;
  /** Pure: decides an item on the state and takes its effect from the state, or throws a DomainError and takes nothing. */
  decide(item: BatchItem<z.output<Schema>>, state: State): Decision<Result, Row>;
  /** Writes all accepted items, set-based. */
  write(tx: Transaction, decided: readonly Decided<z.output<Schema>, Result, Row>[]): Promise<void>;
}

interface Keyed<Input> extends BatchItem<Input> {
  key: string;
  inputHash: string;
}

interface Answer<Result> {
  result: Result;
  replayed: boolean;
}

const MOST = 128;
const LANES = 2;

/**
 * A batch finds rows by their keys alone. Without this, a plan that was made while a table was new and small goes on
 * reading all of it, until Postgres gathers statistics a minute later.
 */
const FIND_BY_INDEX = sql`set local enable_seqscan = off`;

/**
 * Defines a hot command: the same guarantees, order and answers as `defineCommand`, but everything that waits runs
 * as one transaction with one lock and one commit. A batch of one is the single form; there is no other code.
 *
 * Keys are looked up after the balances of their actors are locked, so that a replay is exact.
 * @throws DomainError for every foreseen refusal
 */
export function defineBatchedCommand<Schema extends z.ZodType<{ requestId: string }>, State, Result, Row>(
  definition: BatchedDefinition<Schema, State, Result, Row>,
) {
  type Input = z.output<Schema>;
  const batchers = new WeakMap<Platform, (item: Keyed<Input>) => Promise<Answer<Result>>>();

  const batcherOf = (platform: Platform) => {
    const known = batchers.get(platform);
    if (known) return known;
    const batcher = createBatcher<Keyed<Input>, Answer<Result>>({
      lanes: platform.embedded ? 1 : LANES,
      most: MOST,
      run: (items) =>
        withRetries(() => platform.db.transaction((tx) => runBatch(definition, tx, items, platform))),
    });
    batchers.set(platform, batcher);
    return batcher;
  };

  return async function command(ctx: CommandContext, rawInput: z.input<Schema>): Promise<Result> {
    const { platform, caller } = ctx;
    try {
      const input = parseInput(definition.input, rawInput);
      requireAccess('signedIn', caller.actor);
      const now = platform.clock.now();
      const { result, replayed } = await batcherOf(platform)({
        operationId: newId(now.getTime()),
        actor: caller.actor as UserActor,
        input,
        now,
        key: input.requestId,
        inputHash: hashOf(definition.name, input),
      });
      platform.metrics.countCommand(definition.name, replayed ? 'replayed' : 'done');
      if (replayed) ctx.responseHeaders?.set(REPLAYED_HEADER, 'true');
      else platform.wake();
      return result;
    } catch (error) {
      platform.metrics.countCommand(definition.name, domainErrorOf(error) ? 'refused' : 'failed');
      throw error;
    }
  };
}

interface KnownKey {
  inputHash: string;
  result: unknown;
}

const keyOf = ({ actor, key }: { actor: UserActor; key: string }) => `${actorId(actor)}\n${key}`;

async function runBatch<Schema extends z.ZodType<{ requestId: string }>, State, Result, Row>(
  definition: BatchedDefinition<Schema, State, Result, Row>,
  tx: Transaction,
  items: readonly Keyed<z.output<Schema>>[],
  platform: Platform,
): Promise<Outcome<Answer<Result>>[]> {
  const [, state, known] = await Promise.all([
    rows(tx, FIND_BY_INDEX),
    definition.lock(tx, items, platform),
    knownKeys(tx, items),
  ]);
  const decided: (Keyed<z.output<Schema>> & Decision<Result, Row>)[] = [];
  const outcomes = items.map((item): Outcome<Answer<Result>> => {
    try {
      const earlier = known.get(keyOf(item));
      if (earlier) return { ok: true, answer: { result: replayOf<Result>(earlier, item), replayed: true } };
      const decision = definition.decide(item, state);
      decided.push({ ...item, ...decision });
      known.set(keyOf(item), { inputHash: item.inputHash, result: decision.result });
      return { ok: true, answer: { result: decision.result, replayed: false } };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { ok: false, error };
    }
  });
  if (decided.length > 0) {
    await Promise.all([
      definition.write(tx, decided),
      recordKeys(tx, decided),
      appendRecords(
        tx,
        decided.map((one) => ({ ...one, action: definition.name })),
        platform.jobs,
      ),
    ]);
  }
  return outcomes;
}

function replayOf<Result>(earlier: KnownKey, { inputHash }: { inputHash: string }): Result {
  if (earlier.inputHash !== inputHash) throw new DomainError(commonErrors.KEY_REUSED);
  return earlier.result as Result;
}

async function knownKeys(tx: Transaction, items: readonly Keyed<unknown>[]): Promise<Map<string, KnownKey>> {
  const wanted = items.map(({ actor, key }) => ({ actor: actorId(actor), key }));
  const found = await rows<{ actor: string; key: string; inputHash: string; result: unknown }>(
    tx,
    sql`select k.actor_id as actor, k.key, k.input_hash as "inputHash", k.result
        from ${columnRows('w', wanted, { actor: 'text', key: 'text' })}
        cross join lateral (
          select * from idempotency_keys i where i.actor_id = w.actor and i.key = w.key limit 1) k`,
  );
  return new Map(
    found.map(({ actor, key, inputHash, result }) => [`${actor}\n${key}`, { inputHash, result }]),
  );
}

async function recordKeys(
  tx: Transaction,
  decided: readonly (Keyed<unknown> & { result: unknown })[],
): Promise<void> {
  const kept = decided.map(({ actor, key, inputHash, operationId, result, now }) => ({
    actor: actorId(actor),
    key,
    inputHash,
    operationId,
    result,
    at: now,
  }));
  await rows(
    tx,
    sql`insert into idempotency_keys (actor_id, key, input_hash, operation_id, result, created_at)
        select * from ${columnRows('k', kept, {
          actor: 'text',
          key: 'text',
          inputHash: 'text',
          operationId: 'uuid',
          result: 'jsonb',
          at: 'timestamptz',
        })}`,
  );
}
