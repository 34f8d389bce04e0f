import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anApprovedProperty, api, aUser, type Person } from '#tests/support/actors.ts';
import { type TestPlatform, testPlatform } from '#tests/support/platform.ts';
import { freePort } from '#tests/support/postgres-server.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { CommonholdError, createCommonholdClient, isReplay } from './index.ts';

let product: TestPlatform;
let server: TestServer;
let investor: Person;
let token: string;
let propertyId: number;

beforeAll(async () => {
  product = await testPlatform();
  product.platform.jobs.start();
  server = await startTestServer(product.platform);
  investor = await aUser(product.platform, { cash: 1_000_000 });
  token = (await api(investor).identity.createToken({ name: 'test', scope: 'write', expiresInDays: 1 }))
    .secret;
  ({ id: propertyId } = await anApprovedProperty(product.platform));
});

afterAll(async () => {
  await server?.close();
  await product?.close();
});

const client = (fetch = globalThis.fetch) => createCommonholdClient({ baseUrl: server.url, token, fetch });

async function failureOf(call: Promise<unknown>): Promise<CommonholdError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(CommonholdError);
  return error as CommonholdError;
}

/** A network that loses the answers of the first `losses` calls after the server has done its work. */
function losingAnswers(losses: number) {
  const seen: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const answer = await globalThis.fetch(input, init);
    seen.push(String(init?.body ?? ''));
    if (seen.length > losses) return answer;
    await answer.text();
    throw new TypeError('fetch failed', { cause: new Error('socket hang up') });
  };
  return { fetch, seen };
}

describe('calls', () => {
  test('read and buy with the types of the server', async () => {
    const { investing, portfolio } = client();
    const receipt = await investing.invest.mutate({ propertyId, shares: 2, requestId: randomUUID() });
    expect(receipt).toMatchObject({ shares: 2, amountCents: 20_000, feeCents: 500, totalCents: 20_500 });
    const { holdings } = await portfolio.overview.query();
    expect(holdings).toMatchObject([{ propertyId, shares: 2, valueCents: 20_000 }]);
  });

  test('read the public market without a token', async () => {
    const { items } = await createCommonholdClient({ baseUrl: `${server.url}/` }).properties.list.query({});
    expect(items.map(({ id }) => id)).toContain(propertyId);
  });

  test('mark a replay, unlike a first answer', async () => {
    const { invest } = client().investing;
    const order = { propertyId, shares: 1, requestId: randomUUID() };
    const first = await invest.mutate(order);
    const second = await invest.mutate(order);
    expect([isReplay(first), isReplay(second)]).toEqual([false, true]);
    expect(second).toEqual(first);
  });
});

test('a replay is marked as one also in a batch of one call, but not in one whose calls share their headers', async () => {
  const order = { propertyId, shares: 1, requestId: randomUUID() };
  await client().investing.invest.mutate(order);
  const send = (path: string, body: unknown) =>
    server.client({ authorization: `Bearer ${token}` }).post(`/api/trpc/investing.invest${path}`, body);
  const answers = [
    await send('', order),
    await send('?batch=1', { 0: order }),
    await send(',investing.invest?batch=1', { 0: order, 1: { ...order, requestId: randomUUID() } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual(['true', 'true', null]);
});

describe('errors', () => {
  test('carry status, code and the text "status: body"', async () => {
    const order = { propertyId, shares: 99, requestId: randomUUID() };
    const poor = await aUser(product.platform);
    const { secret } = await api(poor).identity.createToken({ name: 'p', scope: 'write', expiresInDays: 1 });
    const other = createCommonholdClient({ baseUrl: server.url, token: secret });
    expect(await failureOf(other.investing.invest.mutate({ ...order, shares: 1 }))).toMatchObject({
      status: 402,
      code: 'INSUFFICIENT_FUNDS',
      message: '402: Insufficient funds. Please add money to your account.',
    });
    expect(await failureOf(client().investing.invest.mutate(order))).toMatchObject({
      status: 409,
      code: 'NOT_ENOUGH_SHARES',
    });
  });

  test('name the field that is wrong', async () => {
    const order = { propertyId, shares: 0, requestId: randomUUID() };
    const { status, issues } = await failureOf(client().investing.invest.mutate(order));
    expect(status).toBe(400);
    expect(issues).toMatchObject([{ path: 'shares' }]);
  });

  test('say that a token is refused', async () => {
    const stranger = createCommonholdClient({ baseUrl: server.url, token: 'chp_wrong' });
    const { status, message } = await failureOf(stranger.portfolio.overview.query());
    expect([status, message]).toEqual([401, '401: Unauthorized']);
  });

  test('say that nobody answers, without inventing a status', async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`;
    const nobody = createCommonholdClient({ baseUrl, token });
    const { status, code, message } = await failureOf(nobody.portfolio.overview.query());
    expect([status, code]).toEqual([null, 'UNREACHABLE']);
    expect(message).toBe(`${baseUrl} could not be reached (ECONNREFUSED)`);
  });

  test('say that another program answers', async () => {
    const other = createServer((_, answer) =>
      answer.setHeader('content-type', 'text/html').end('<h1>Hi</h1>'),
    );
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const { code, message } = await failureOf(
      createCommonholdClient({ baseUrl: `http://127.0.0.1:${port}` }).properties.stats.query(),
    );
    other.close();
    expect([code, message]).toEqual(['NOT_COMMONHOLD', '200: <h1>Hi</h1>']);
  });

  test('refuse an address that is none', () => {
    expect(() => createCommonholdClient({ baseUrl: 'localhost:3000' })).toThrow(TypeError);
    expect(() => createCommonholdClient({ baseUrl: 'nowhere' })).toThrow(TypeError);
  });
});

describe('repeats', () => {
  test('a purchase whose answer was lost has one effect', async () => {
    const network = losingAnswers(2);
    const before = (await client().portfolio.overview.query()).totalShares;
    const order = { propertyId, shares: 3, requestId: randomUUID() };
    const receipt = await client(network.fetch).investing.invest.mutate(order);
    expect(new Set(network.seen)).toEqual(new Set([JSON.stringify(order)]));
    expect([network.seen.length, isReplay(receipt)]).toEqual([3, true]);
    expect((await client().portfolio.overview.query()).totalShares).toBe(before + 3);
  });

  test('after a change without an answer the position is asked for again', async () => {
    const token = (place: number) => `${'a'.repeat(16)}${place}`;
    const carried: (string | null)[] = [];
    const outcomes = [token(2), 'lost', token(3), 504, token(4)];
    const network: typeof fetch = async (_, init) => {
      carried.push(new Headers(init?.headers).get('commonhold-position'));
      const outcome = outcomes.shift();
      if (outcome === 'lost') throw new TypeError('fetch failed');
      if (typeof outcome === 'number') return new Response('Gateway timeout', { status: outcome });
      return Response.json({ result: { data: null } }, { headers: { 'commonhold-position': outcome ?? '' } });
    };
    const { me, updateProfile } = client(network).identity;
    const change = () => updateProfile.mutate({ firstName: 'A', lastName: 'B' });
    for (const call of [me.query, change, me.query, change, me.query]) await call().catch(() => undefined);
    expect(carried).toEqual(['new', token(2), 'new', token(3), 'new']);
  });

  test('a mutation without a requestId is tried once', async () => {
    const network = losingAnswers(1);
    const { createToken } = client(network.fetch).identity;
    const { code } = await failureOf(createToken.mutate({ name: 'x', scope: 'read', expiresInDays: 1 }));
    expect([code, network.seen.length]).toEqual(['UNREACHABLE', 1]);
  });

  test('a busy server is asked again, a refusal is not', async () => {
    const statuses = [503, 200, 422];
    const asked: number[] = [];
    const busy: typeof fetch = async () => {
      const status = statuses[asked.length] ?? 500;
      asked.push(status);
      const error = {
        message: 'no',
        code: -32_000,
        data: { httpStatus: status, domainCode: 'X', issues: [] },
      };
      const body = status === 200 ? { result: { data: null } } : { error };
      return Response.json(body, { status });
    };
    await client(busy).identity.me.query();
    await failureOf(client(busy).identity.me.query());
    expect(asked).toEqual(statuses);
  });
});

describe('changes', () => {
  test('arrive as they happen, and resume after the last one seen', async () => {
    const ending = new AbortController();
    const seen: string[] = [];
    const listening = (async () => {
      for await (const change of client().changes({ signal: ending.signal })) {
        if (!change.mine) continue;
        seen.push(change.id);
        if (change.type === 'investing.invested' && change.propertyId === propertyId) return change;
      }
      return null;
    })();
    await expect
      .poll(() => product.platform.metrics.streams.get().then(({ values }) => values[0]?.value))
      .toBe(1);
    await client().investing.invest.mutate({ propertyId, shares: 1, requestId: randomUUID() });
    const first = await listening;
    expect(first).toMatchObject({ mine: true, propertyId });
    await client().investing.invest.mutate({ propertyId, shares: 1, requestId: randomUUID() });
    for await (const change of client().changes({ after: first?.id ?? '', signal: ending.signal })) {
      expect(seen).not.toContain(change.id);
      if (change.type === 'investing.invested') break;
    }
    ending.abort();
  });

  test('end with an error when the token is refused', async () => {
    const stranger = createCommonholdClient({ baseUrl: server.url, token: 'chp_wrong' });
    expect(await failureOf(stranger.changes().next())).toMatchObject({ status: 401 });
  });
});
