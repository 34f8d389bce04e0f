import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectBooksBalance } from '../support/checks.ts';
import { inParallel } from '../support/in-parallel.ts';
import { size } from '../support/sizes.ts';
import { deposit, invest, type Reply, type Request, send, submit } from './requests.ts';
import { type Buyer, buyersIn, countOf, offer, type Scene, startScene } from './scene.ts';

const REPLAYS = size('replays');
const MAX_COPIES = 20;
const CONCURRENT_KEYS = 6;
const ROUND = 1_000;
const PEOPLE = 40;
/** Fields of a deposit's answer that may differ in a replay: the balance, and whether the deposit has settled. */
const CHANGING_DEPOSIT_FIELDS = ['availableCash', 'status', 'settledAt'];
const SEED = Number(process.env.TEST_SEED ?? 1);

let scene: Scene;
beforeAll(async () => {
  scene = await startScene();
});
afterAll(() => scene.close());

const how = fc.record({
  over: fc.constantFrom('trpc' as const, 'rest' as const),
  with: fc.constantFrom('cookie' as const, 'token' as const),
});
const draw = fc.record({
  kind: fc.constantFrom(invest, invest, invest, deposit, submit),
  who: fc.nat(1_000),
  // Small deposits only: they are settled before the answer, or soon after where the machine is busy.
  a: fc.integer({ min: 1, max: 9 }),
  b: fc.nat(1_000_000),
  copies: fc.array(how, { minLength: 2, maxLength: MAX_COPIES, size: 'max' }),
  server: fc.nat(1),
});
type Draw = typeof draw extends fc.Arbitrary<infer Value> ? Value : never;

/** A key and its recorded answers: one for tRPC and one for REST. */
interface RecordedRequest {
  request: Request;
  id: unknown;
  answers: Map<Request['over'], unknown>;
}

function createRun(people: readonly Buyer[], propertyId: number) {
  const recorded: RecordedRequest[] = [];
  const url = (server: number) => scene.servers[server % 2]?.url ?? '';

  function expectSame(one: RecordedRequest, request: Request, { code, result }: Reply): void {
    expect([request.kind.name, code, result?.id]).toEqual([request.kind.name, null, one.id]);
    const { over } = request;
    expect(result).toMatchObject(one.answers.get(over) ?? {});
    const ofTheMoment = request.kind === deposit ? CHANGING_DEPOSIT_FIELDS : [];
    const lasting = Object.entries(result).filter(([name]) => !ofTheMoment.includes(name));
    one.answers.set(over, Object.fromEntries(lasting));
  }

  return {
    recorded,
    /** All copies at once, every other one to the other server. */
    async sendCopies({ kind, who, a, b, copies, server }: Draw): Promise<void> {
      const by = people[who % people.length] as Buyer;
      const input = kind.input({ propertyIds: [propertyId], a, b });
      const [first, ...rest] = copies.map((one) => ({ ...one, kind, input, by, key: randomUUID() }));
      if (!first) return;
      const requests = [first, ...rest.map((one) => ({ ...one, key: first.key }))];
      const answers = await Promise.all(requests.map((one, at) => send(url(server + at), one)));
      const one: RecordedRequest = { request: first, id: answers[0]?.result?.id, answers: new Map() };
      for (const [at, answer] of answers.entries()) expectSame(one, requests[at] ?? first, answer);
      expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
      recorded.push(one);
    },
    async sendAgain(one: RecordedRequest, at: number): Promise<void> {
      const answer = await send(url(at), one.request);
      expectSame(one, one.request, answer);
      expect(answer.replayed).toBe(true);
    },
  };
}

test(`${REPLAYS} requests, each in 2 to ${MAX_COPIES} copies at once to two servers and again after a restart: one effect, and the same answer to all`, async () => {
  const { db } = scene.product.platform;
  const people = await buyersIn(scene, PEOPLE, 100_000_000_000);
  const { id } = await offer(scene, 10_000_000);
  const run = createRun(people, id);
  const counts = () =>
    Promise.all(
      (['investments', 'bank_transfers', 'properties'] as const).map((table) => countOf(db, table)),
    );
  const before = await counts();
  const plan = fc.sample(draw, { numRuns: REPLAYS, seed: SEED });
  while (plan.length > 0) {
    const round = plan.splice(0, ROUND);
    await inParallel(round, CONCURRENT_KEYS, (one) => run.sendCopies(one));
    await scene.restart();
    await inParallel(run.recorded.slice(-round.length), CONCURRENT_KEYS, (one, at) => run.sendAgain(one, at));
    await expectBooksBalance(scene.product.platform);
  }
  const of = (kind: Request['kind']) => run.recorded.filter(({ request }) => request.kind === kind).length;
  const effects = (await counts()).map((many, at) => many - (before[at] ?? 0));
  expect(effects).toEqual([of(invest), of(deposit), of(submit)]);
});
