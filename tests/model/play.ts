import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { REPLAYED_HEADER } from '#kernel/answer-headers.ts';
import { DomainError } from '#kernel/errors.ts';
import { SECOND } from '#kernel/time.ts';
import { rows } from '#platform/server/database/db.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import type { SeenPosition } from '#platform/server/transport/replica-reads.ts';
import { contextOf, newKey, type Person } from '../support/actors.ts';
import { eventually } from '../support/eventually.ts';
import { isFrozen } from './freezes.ts';
import { pick, type World } from './model.ts';
import { type Asked, type Operation, stopsWhenFrozen, takesTwo } from './operation.ts';
import { slices } from './operations/index.ts';
import { provenAt } from './proof.ts';
import { type Step, textOf } from './steps.ts';

type SentOperation = { operation: Operation; asked: Asked<unknown, unknown>; answer: unknown };

/** Count of each operation by outcome: accepted, or refused with a code. */
export type Tally = Map<string, number>;

const QUERIES_OF_A_WAIT = 2;

export class Mismatch extends Error {}

/** Plays a sequence against the product and the model at once, and compares all that both say. */
export async function play(world: World, steps: readonly Step[], tally: Tally): Promise<void> {
  const player = createPlayer(world, tally);
  for (const [at, step] of steps.entries()) {
    await player(step).catch((error: Error) => {
      throw new Mismatch(`step ${at + 1}, ${textOf(step)}: ${error.message}`, { cause: error });
    });
  }
  await compareEnd(world).catch((error: Error) => {
    throw new Mismatch(`at the end: ${error.message}`, { cause: error });
  });
}

async function compareEnd(world: World): Promise<void> {
  for (const { check } of slices) await check?.(world);
  await compareBalances(world);
}

function createPlayer(world: World, tally: Tally) {
  const { model } = world;
  const sent: SentOperation[] = [];
  const byKey = new Map<string, SentOperation>();
  const freed: { by: Person; requestId: string }[] = [];
  let calls = 0;
  let queries = 0;
  /** With replicas, what everybody has seen: each request carries the position after the one before. */
  let seen: SeenPosition = 'unknown';

  const count = (operation: Operation, outcome: string) => {
    const line = `${operation.name} ${outcome}`;
    tally.set(line, (tally.get(line) ?? 0) + 1);
  };

  /** Sends a request and compares its answer, whatever its key was used for before. */
  async function send(operation: Operation, asked: Asked<unknown, unknown>): Promise<void> {
    const place = `${asked.by.id} ${asked.requestId}`;
    const known = byKey.get(place);
    if (known) {
      const same = known.operation === operation && isDeepStrictEqual(known.asked.input, asked.input);
      if (!same) return expectRefusal(operation, asked, 'KEY_REUSED');
      const replayed = await answerTo(operation, asked, true);
      count(operation, 'replayed');
      return expectPart(operation.keyed?.replay?.(model, known.answer) ?? known.answer, replayed);
    }
    if (operation.repeats?.(model, asked)) {
      await answerTo(operation, asked, true);
      return count(operation, 'replayed');
    }
    const refusal = refusalOf(operation, asked);
    if (refusal) {
      if (operation.keyed) freed.push(asked);
      return expectRefusal(operation, asked, refusal);
    }
    const answer = await answerTo(operation, asked, false);
    count(operation, 'accepted');
    const countOutcome = (outcome: string) => count(operation, outcome);
    expectPart(operation.accept(world, asked, answer, countOutcome), answer);
    if (!operation.keyed) return;
    const record = { operation, asked, answer };
    sent.push(record);
    byKey.set(place, record);
  }

  /** Checks before all others: being an admin, then a frozen account, then the approval by two and whom it pays. */
  function refusalOf(operation: Operation, asked: Asked<unknown, unknown>): string | null {
    const refusal = operation.refuse(model, asked);
    if (refusal === 'ADMIN_REQUIRED') return refusal;
    if (isStopped(operation, asked.by)) return 'ACCOUNT_FROZEN';
    if (model.approvals === 2 && takesTwo(operation, model, asked.input)) return 'APPROVAL_REQUIRED';
    return operation.approval?.pays?.(model, asked.input, asked.by.id) ? 'PAID_BY_IT' : refusal;
  }

  const isStopped = (operation: Operation, by: Person) =>
    stopsWhenFrozen(operation) && isFrozen(model, by.id);

  async function answerTo(operation: Operation, asked: Asked<unknown, unknown>, replay: boolean) {
    await waitForReplica(operation);
    const by = { ...proven(asked.by), responseHeaders: new Headers() };
    calls += 1;
    const answer = await operation.call(world, { ...asked, by }).finally(seeIt);
    if (by.responseHeaders.has(REPLAYED_HEADER) !== replay) {
      throw new Error(replay ? 'it was not marked as a replay' : 'it was marked as a replay');
    }
    return answer;
  }

  const proven = (by: Person) => ({ ...provenAt(by, world.clock.now()), seen });

  /** Lets a replica answer every other query, as soon as it may. */
  async function waitForReplica({ kind }: Operation): Promise<void> {
    const { replicas } = world.platform;
    if (!replicas || kind !== 'query' || seen === 'unknown') return;
    queries += 1;
    if (queries % QUERIES_OF_A_WAIT !== 0) return;
    const needed = seen;
    await eventually(() => typeof replicas.choose(needed, 'anyone') === 'object', { withinMs: 60_000 });
  }

  async function seeIt(): Promise<void> {
    const { replicas } = world.platform;
    if (replicas) seen = await replicas.position();
  }

  async function expectRefusal(operation: Operation, asked: Asked<unknown, unknown>, code: string) {
    calls += 1;
    const refused = await operation
      .call(world, { ...asked, by: proven(asked.by) })
      .finally(seeIt)
      .then(
        (answer) => `the answer ${JSON.stringify(answer)}`,
        (error: unknown) => codeOf(error),
      );
    if (refused !== code) throw new Error(`expected ${code}, got ${refused}`);
    count(operation, code);
  }

  async function doNew({ do: operation, choice, as, onFreedKey }: Extract<Step, { do: Operation }>) {
    const found = operation.ask(model, choice);
    if (!found) return;
    const { by, input } = found;
    const asked = { by, input, choice, requestId: newKey() };
    if (as === 'visitor' && !operation.open) {
      const { caller } = contextOf(world.platform);
      return expectRefusal(operation, { ...asked, by: { ...by, caller } }, 'UNAUTHORIZED');
    }
    if (as === 'reader') {
      asked.by = withActor(by, { scope: 'read' });
      if (operation.kind === 'command') return expectRefusal(operation, asked, 'READ_ONLY_TOKEN');
    }
    if (as === 'unproven') {
      asked.by = withActor(by, { authenticatedAt: undefined });
      const isForAdmins = by.actor.role === 'admin' && operation.refusals.includes('ADMIN_REQUIRED');
      if (isForAdmins || (operation.needsProof?.(input) && !isStopped(operation, by)))
        return expectRefusal(operation, asked, 'CONFIRM_IDENTITY');
    }
    const at = onFreedKey && operation.keyed ? freed.findIndex((one) => one.by.id === by.id) : -1;
    const [free] = at < 0 ? [] : freed.splice(at, 1);
    return send(operation, free ? { ...asked, requestId: free.requestId } : asked);
  }

  async function doAgain({ again, how, who }: Extract<Step, { again: number }>) {
    const earlier = oneOf(sent, again);
    if (!earlier) return;
    const { operation, asked } = earlier;
    if (how === 'same') return send(operation, asked);
    if (how === 'otherInput') {
      const input = operation.keyed?.otherInput(asked.input);
      return send(operation, { ...asked, input });
    }
    if (how === 'stranger') {
      const by = pick(model.people, who);
      return by && send(operation, { ...asked, by });
    }
    const other = sent.find((one) => one.asked.by.id === asked.by.id && one.operation !== operation);
    return other && send(other.operation, { ...other.asked, requestId: asked.requestId });
  }

  return async (step: Step): Promise<void> => {
    const before = calls;
    await ('do' in step ? doNew(step) : doAgain(step));
    if (calls > before) await compareBalances(world);
    world.clock.advance(SECOND);
  };
}

/** One of them by any number; each command is as likely as every other, however often it was accepted. */
function oneOf(sent: readonly SentOperation[], which: number): SentOperation | undefined {
  const commands = [...new Set(sent.map(({ operation }) => operation))];
  const command = pick(commands, which);
  const same = sent.filter(({ operation }) => operation === command);
  return pick(same, Math.floor(which / Math.max(1, commands.length)));
}

function withActor(by: Person, change: Partial<UserActor>): Person {
  const actor = { ...by.actor, ...change };
  return { ...by, actor, caller: { ...by.caller, actor } };
}

function codeOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DomainError) return cause.code;
  }
  throw error;
}

function expectPart(expected: unknown, actual: unknown): void {
  for (const [key, value] of Object.entries(expected ?? {})) {
    const found = (actual as Record<string, unknown>)[key];
    if (isDeepStrictEqual(value, found)) continue;
    throw new Error(`expected ${key} ${JSON.stringify(value)}, got ${JSON.stringify(found)}`);
  }
}

/** Every balance of everyone and everything in this world is what the model says, and there is no other. */
async function compareBalances({ platform, model }: World): Promise<void> {
  const people = sql.join(
    model.people.map(({ id }) => sql`${id}`),
    sql`, `,
  );
  const properties = sql.join([sql`0`, ...model.properties.map(({ id }) => sql`${id}`)], sql`, `);
  const stored = await rows<{ id: string; balance: string }>(
    platform.db,
    sql`select id, balance::text as balance from ledger_accounts
        where (user_id in (${people}) or property_id in (${properties})) and balance <> 0`,
  );
  const actual = new Map(stored.map(({ id, balance }) => [id, Number(balance)]));
  for (const [id, expected] of model.balances) {
    const found = actual.get(id) ?? 0;
    if (found !== expected) throw new Error(`expected ${expected} in ${id}, got ${found}`);
    actual.delete(id);
  }
  const [extra] = actual;
  if (extra) throw new Error(`the model knows nothing of ${extra[1]} in ${extra[0]}`);
}
