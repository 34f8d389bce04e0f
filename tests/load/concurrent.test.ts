import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AUDIT_QUEUE } from '#platform/server/commands/records.ts';
import { insertQueued } from '#platform/server/database/columns.ts';
import { rows } from '#platform/server/database/db.ts';
import { expectBooksBalance } from '../support/checks.ts';
import { size } from '../support/sizes.ts';
import { isForeseen, type Kind, kinds, type Reply, type Request, send } from './requests.ts';
import { type Buyer, buyersIn, countOf, offer, type Scene, startScene } from './scene.ts';

const OPERATIONS = size('concurrentOperations');
const CHECK_EVERY = 500;
const CONCURRENCY = 32;
const PEOPLE = 6;
const SEED = Number(process.env.TEST_SEED ?? 1);

let scene: Scene;
beforeAll(async () => {
  scene = await startScene();
});
afterAll(() => scene.close());

const draw = fc.record({
  kind: fc.oneof(...kinds.map((kind) => ({ weight: kind.weight, arbitrary: fc.constant(kind) }))),
  who: fc.nat(1_000),
  a: fc.nat(10_000),
  b: fc.nat(1_000_000),
  over: fc.constantFrom('trpc' as const, 'rest' as const),
  with: fc.constantFrom('cookie' as const, 'token' as const),
  server: fc.nat(1),
  again: fc.option(fc.record({ which: fc.nat(200), otherInput: fc.boolean() }), { freq: 8 }),
});
type Draw = typeof draw extends fc.Arbitrary<infer Value> ? Value : never;

/** The one accepted request of a person's key, and the id of its row. */
interface Effect {
  request: Request;
  id: unknown;
}

const placeOf = ({ by, key }: Request) => `${by.id} ${key}`;

function createRun(people: readonly Buyer[], admin: Buyer, propertyIds: readonly number[]) {
  const sent: Request[] = [];
  const effects = new Map<string, Effect>();
  const tally = new Map<string, number>();

  function requestOf({ kind, who, a, b, again, ...rest }: Draw): Request {
    const numbers = { propertyIds, a, b };
    const earlier = again && sent.at(-1 - (again.which % Math.max(1, sent.length)));
    if (earlier) {
      const input = again.otherInput ? earlier.kind.input(numbers) : earlier.input;
      return { ...earlier, ...rest, input };
    }
    const by = kind.by === 'admin' ? admin : (people[who % people.length] as Buyer);
    const request = { kind, input: kind.input(numbers), key: randomUUID(), by, ...rest };
    if (kind.keyed) sent.push(request);
    return request;
  }

  function note(request: Request, reply: Reply): void {
    expect([request.kind.name, reply, isForeseen(request, reply)]).toEqual([request.kind.name, reply, true]);
    const line = `${request.kind.name} ${reply.code ?? 'accepted'}`;
    tally.set(line, (tally.get(line) ?? 0) + 1);
    if (!request.kind.keyed || reply.code !== null) return;
    const place = placeOf(request);
    const effect = effects.get(place) ?? { request, id: reply.result.id };
    effects.set(place, effect);
    expect([request.kind.name, request.input, reply.result.id]).toEqual([
      effect.request.kind.name,
      effect.request.input,
      effect.id,
    ]);
  }

  return {
    effects,
    tally,
    async one(one: Draw) {
      const request = requestOf(one);
      note(request, await send(scene.servers[one.server]?.url ?? '', request));
    },
  };
}

test(`${OPERATIONS} random requests at once to two servers: only foreseen answers, one effect for each key, and books that balance`, async () => {
  const { product } = scene;
  const people = await buyersIn(scene, PEOPLE, 60_000);
  const [admin] = (await buyersIn(scene, 1, 100)) as [Buyer];
  const since = product.platform.clock.now().toISOString();
  await product.platform.db.execute(
    sql`update users set role = 'admin', admin_since = ${since} where id = ${admin.id}`,
  );
  const granted = sql`insert into audit_log (operation_id, at, action, actor_kind, actor_id, subject, details)
    values (${randomUUID()}, ${since}, 'identity.grantAdmin', 'system', 'system:test', ${`user:${admin.id}`},
            '{"changed": true}')`;
  await product.platform.db.execute(insertQueued(granted, AUDIT_QUEUE));
  const propertyIds = [];
  for (const price of [100, 1_999, 333, 10_000]) propertyIds.push((await offer(scene, 2_000, price)).id);
  const before = await countsIn(kinds);
  const run = createRun(people, admin, propertyIds);
  const plan = fc.sample(draw, { numRuns: OPERATIONS, seed: SEED });
  let done = 0;
  const work = async () => {
    for (let next = plan.pop(); next; next = plan.pop()) {
      await run.one(next);
      done += 1;
      if (done % CHECK_EVERY === 0) await expectBooksBalance(product.platform);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  await scene.settled();
  await expectBooksBalance(product.platform);
  await expectOneRowEach(run.effects, before);
  const reached = kinds.filter(({ name }) => !run.tally.has(`${name} accepted`)).map(({ name }) => name);
  expect(reached).toEqual([]);
});

async function countsIn(all: readonly Kind[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { rows: table } of all) {
    if (table && !counts.has(table)) counts.set(table, await countOf(scene.product.platform.db, table));
  }
  return counts;
}

/** Each accepted key has its row, and there is no row without an accepted request. */
async function expectOneRowEach(effects: Map<string, Effect>, before: Map<string, number>): Promise<void> {
  const { db } = scene.product.platform;
  for (const [table, many] of before) {
    const accepted = [...effects.values()].filter(({ request }) => request.kind.rows === table);
    const after = await countOf(db, table as NonNullable<Kind['rows']>);
    expect([table, after - many]).toEqual([table, accepted.length]);
  }
  const stored = await rows<{ place: string }>(
    db,
    sql`select actor_id || ' ' || key as place from idempotency_keys
        where result is not null or operation_id in (select operation_id from investments)`,
  );
  const known = new Set(stored.map(({ place }) => place));
  expect([...effects.keys()].filter((place) => !known.has(place))).toEqual([]);
}
