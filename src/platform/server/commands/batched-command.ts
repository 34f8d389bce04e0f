import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { present } from '#kernel/assert.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { createBatcher, type Outcome } from '../database/batcher.ts';
import { columnRows, combineWrites, insertRows, type Write } from '../database/columns.ts';
import {
  awaitAll,
  readTogether,
  type StatementRunner,
  type Transaction,
  withRetries,
} from '../database/db.ts';
import { memoizePer } from '../database/memoize-per.ts';
import { domainErrorOf, parseInput } from '../errors/error-mapping.ts';
import type { Platform } from '../runtime/platform.ts';
import { actorId, type UserActor } from '../security/caller.ts';
import {
  delayFreezes,
  type FrozenAccount,
  frozenAccountsOf,
  frozenError,
  reasonsOf,
} from '../security/frozen-accounts.ts';
import { type AddressedEvent, recordsOf } from './records.ts';
import { type CommandContext, hashOf, publishCommit, REPLAYED_HEADER, requireAccess } from './run-command.ts';

/** One request of a batch; all of them happen at one moment. */
export interface BatchItem<Input> {
  operationId: string;
  actor: UserActor;
  input: Input;
  now: Date;
}

/** Requests that run as one transaction, at one moment. */
export interface Batch<Item> {
  items: readonly Item[];
  now: Date;
}

/** What one item of a batch came to: its answer, what the slice writes for it, and what is told of it. */
export interface Decision<Result, Row> {
  result: Result;
  row: Row;
  subject: string;
  details: Record<string, unknown>;
  events: AddressedEvent[];
}

/** An item together with its decision, as it is written. */
export type Decided<Input, Result, Row> = BatchItem<Input> & Decision<Result, Row>;

interface BatchedDefinition<Schema extends z.ZodType<{ requestId: string }>, State, Result, Row> {
  name: string;
  input: Schema;
  /**
   * What makes a request the same one when its key comes again: the input without what the caller was shown. A retry
   * after a lost answer may come with newer figures, and must get the first answer rather than a second effect.
   */
  intent?(input: z.output<Schema>): unknown;
  /** What requests compete for, as a number: those for the same one run together rather than at the same time. */
  contentionKey?(input: z.output<Schema>): number;
  /**
   * Locks every balance that any item may change, in the one lock order, before anything else is read. It leaves no
   * trace outside a transaction (`InTwoSteps`).
   */
  loadAndLock(
    tx: StatementRunner,
    batch: Batch<BatchItem<z.output<Schema>>>,
    platform: Platform,
  ): Promise<State>;
  /** Pure: decides an item on the state and takes its effect from the state, or throws a DomainError and takes nothing. */
  decide(item: BatchItem<z.output<Schema>>, state: State): Decision<Result, Row>;
  /** What is written for accepted items, set-based; the platform sends it as one statement with its own records. */
  writes(accepted: Batch<Decided<z.output<Schema>, Result, Row>>): Write[];
  /**
   * How answers are read back from what the slice has written, as a query of (operation_id, result) that is found by the
   * operation. Without it each key keeps a copy of its answer.
   */
  replayQuery?: SQL;
  /** What has to be written after that for all of them, such as a second change of the same rows. */
  afterWrite?(tx: Transaction, accepted: Batch<Decided<z.output<Schema>, Result, Row>>): Promise<unknown>;
}

/** A request as it waits for its batch. */
interface Request<Input> {
  actor: UserActor;
  input: Input;
  key: string;
  inputHash: string;
}

type Keyed<Input> = BatchItem<Input> & Request<Input>;
type Accepted<Input, Result, Row> = Keyed<Input> & Decision<Result, Row>;

interface Answer<Result> {
  result: Result;
  replayed: boolean;
}

const MAX_BATCH_ITEMS = 128;
const CONCURRENT_BATCHES = 2;
const MAX_WAIT_MS = 200;

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
  const batcherOf = memoizePer((platform: Platform) =>
    createBatcher<Request<Input>, Answer<Result>>({
      concurrency: platform.isEmbedded ? 1 : CONCURRENT_BATCHES,
      maxItems: MAX_BATCH_ITEMS,
      maxWaitMs: MAX_WAIT_MS,
      contentionKey: ({ input }) => definition.contentionKey?.(input) ?? 0,
      async run(requests) {
        const { outcomes, events } = await withRetries(() => runBatch(definition, requests, platform));
        publishCommit(platform, events);
        return outcomes;
      },
    }),
  );

  return async function command(ctx: CommandContext, rawInput: z.input<Schema>): Promise<Result> {
    const { platform, caller } = ctx;
    try {
      const input = parseInput(definition.input, rawInput);
      requireAccess('signedIn', caller.actor, platform.clock.now());
      const { result, replayed } = await batcherOf(platform)({
        actor: caller.actor as UserActor,
        input,
        key: input.requestId,
        inputHash: hashOf(definition.name, definition.intent?.(input) ?? input),
      });
      platform.metrics.countCommand(definition.name, replayed ? 'replayed' : 'done');
      if (replayed) ctx.responseHeaders?.set(REPLAYED_HEADER, 'true');
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

function runBatch<Schema extends z.ZodType<{ requestId: string }>, State, Result, Row>(
  definition: BatchedDefinition<Schema, State, Result, Row>,
  requests: readonly Request<z.output<Schema>>[],
  platform: Platform,
): Promise<{ outcomes: Outcome<Answer<Result>>[]; events: AddressedEvent[] }> {
  const now = platform.clock.now();
  // The request comes last: V8 adds each field to a copy for more than the copy costs.
  const items = requests.map((request) => ({ operationId: newId(now.getTime()), now, ...request }));
  return platform.pipelined(
    (tx) =>
      awaitAll([
        // Sent first: nothing waits for a freeze while it holds balances.
        delayFreezes(
          tx,
          items.map(({ actor }) => actor.userId),
        ),
        definition.loadAndLock(tx, { items, now }, platform),
        knownOf(tx, items, definition.replayQuery),
      ]),
    ([, state, { known, frozen }]) => {
      const accepted: Accepted<z.output<Schema>, Result, Row>[] = [];
      const outcomes = items.map((item) => outcomeOf(definition, item, { state, known, frozen, accepted }));
      const answer = { outcomes, events: accepted.flatMap(({ events }) => events) };
      if (accepted.length === 0) return { answer, write: null };
      const { afterWrite } = definition;
      const decided = { items: accepted, now };
      return {
        answer,
        write: combineWrites(writesOf(definition, decided, platform)),
        ...(afterWrite && { afterWrite: (tx: Transaction) => afterWrite(tx, decided) }),
      };
    },
  );
}

/** Decides an item, unless its key has an answer already. */
function outcomeOf<Schema extends z.ZodType<{ requestId: string }>, State, Result, Row>(
  definition: BatchedDefinition<Schema, State, Result, Row>,
  item: Keyed<z.output<Schema>>,
  {
    state,
    known,
    frozen,
    accepted,
  }: {
    state: State;
    known: Map<string, KnownKey>;
    frozen: Map<string, string>;
    accepted: Accepted<z.output<Schema>, Result, Row>[];
  },
): Outcome<Answer<Result>> {
  try {
    const earlier = known.get(keyOf(item));
    if (earlier) return { ok: true, answer: { result: replayOf<Result>(earlier, item), replayed: true } };
    const reason = frozen.get(item.actor.userId);
    if (reason !== undefined) throw frozenError(reason);
    const decision = definition.decide(item, state);
    accepted.push(Object.assign(item, decision));
    known.set(keyOf(item), { inputHash: item.inputHash, result: decision.result });
    return { ok: true, answer: { result: decision.result, replayed: false } };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { ok: false, error };
  }
}

/** All that is written for accepted items: what the slice writes, and what the platform keeps of each. */
function writesOf<Schema extends z.ZodType<{ requestId: string }>, State, Result, Row>(
  definition: BatchedDefinition<Schema, State, Result, Row>,
  accepted: Batch<Accepted<z.output<Schema>, Result, Row>>,
  platform: Platform,
): Write[] {
  const { items, now } = accepted;
  const runs = items.map(({ operationId, actor, subject, details, events }) => ({
    operationId,
    actor,
    action: definition.name,
    subject,
    details,
    events,
  }));
  const keys = keysOf(items, now, { withAnswers: definition.replayQuery === undefined });
  return [...definition.writes(accepted), keys, ...recordsOf(runs, now, platform.jobs)];
}

function replayOf<Result>(earlier: KnownKey, { inputHash }: { inputHash: string }): Result {
  if (earlier.inputHash !== inputHash) throw new DomainError(commonErrors.KEY_REUSED);
  return present(earlier.result, 'the answer of a known key') as Result;
}

/** Which keys have an answer already, and whose accounts are frozen. */
async function knownOf(
  tx: StatementRunner,
  items: readonly Keyed<unknown>[],
  answers?: SQL,
): Promise<{ known: Map<string, KnownKey>; frozen: Map<string, string> }> {
  const { keys, frozen } = await readTogether<{
    keys: (KnownKey & { actor: string; key: string })[];
    frozen: FrozenAccount[];
  }>(tx, {
    keys: knownKeys(items, answers),
    frozen: frozenAccountsOf(items.map(({ actor }) => actor.userId)),
  });
  const known = keys.map(({ actor, key, ...answered }) => [`${actor}\n${key}`, answered] as const);
  return { known: new Map(known), frozen: reasonsOf(frozen) };
}

function knownKeys(items: readonly Keyed<unknown>[], answers?: SQL): SQL {
  const answer = answers
    ? sql`coalesce(k.result, (select a.result from (${answers}) a where a.operation_id = k.operation_id))`
    : sql`k.result`;
  return sql`select k.actor_id as actor, k.key, k.input_hash as "inputHash", ${answer} as result
    from ${columnRows('wanted', items, {
      actor: ['text', ({ actor }) => actorId(actor)],
      key: ['text', ({ key }) => key],
    })}
    cross join lateral (
      select * from idempotency_keys i where i.actor_id = wanted.actor and i.key = wanted.key limit 1) k`;
}

function keysOf(
  decided: readonly (Keyed<unknown> & { result: unknown })[],
  now: Date,
  { withAnswers }: { withAnswers: boolean },
): Write {
  return insertRows('idempotency_keys', decided, {
    actor_id: ['text', ({ actor }) => actorId(actor)],
    key: ['text', ({ key }) => key],
    input_hash: ['text', ({ inputHash }) => inputHash],
    operation_id: ['uuid', ({ operationId }) => operationId],
    ...(withAnswers && { result: ['jsonb', ({ result }) => result] }),
    created_at: ['timestamptz', now],
  });
}
