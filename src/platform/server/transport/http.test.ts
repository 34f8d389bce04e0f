import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApi } from '#app/server/web.ts';
import { SIGN_IN_FORM_PATH } from '#features/identity/identity.rules.ts';
import { WAITLIST_FORM_PATH } from '#features/waitlist/waitlist.rules.ts';
import { aUser, newKey, PASSWORD, type Person } from '#tests/support/actors.ts';
import { cashOf, ledgerState } from '#tests/support/checks.ts';
import { secondPlatform, testPlatform } from '#tests/support/platform.ts';
import { answerOf, startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let server: TestServer;
let ada: Person;
beforeAll(async () => {
  t = await testPlatform();
  server = await startTestServer(t.platform);
  ada = await aUser(t.platform);
});
afterAll(async () => {
  await server.close();
  await t.close();
});

const DEPOSITS = '/api/wallet/deposits';
const signedIn = async (headers: Record<string, string> = {}) => {
  const client = server.client(headers);
  expect((await client.signIn(ada.email)).status).toBe(200);
  return client;
};

/** A request as it is, without what fetch adds; answers status and headers. */
function raw(options: { method: string; path: string; headers?: Record<string, string>; body?: string }) {
  const { hostname, port } = new URL(server.url);
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const call = httpRequest({ hostname, port, ...options }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(parts).toString(),
          }),
        );
      });
      call.on('error', reject);
      call.end(options.body);
    },
  );
}

test('without replicas no answer carries a position', async () => {
  const client = await signedIn();
  const answer = await client.mutate('wallet.deposit', { amountCents: 100, requestId: newKey() });
  expect(answer.status).toBe(200);
  expect(answer.headers.has('commonhold-position')).toBe(false);
  expect([...client.cookies.keys()]).toEqual(['commonhold']);
});

describe('security headers', () => {
  test.each([
    ['GET', '/healthz', 200],
    ['GET', '/readyz', 200],
    ['GET', '/metrics', 200],
    ['GET', '/api/properties', 200],
    ['GET', '/api/openapi.json', 200],
    ['GET', '/api/auth/user', 401],
    ['GET', '/api/nothing', 404],
    ['GET', '/nothing', 404],
    ['POST', '/api/properties', 401],
    ['DELETE', '/api/properties', 405],
    ['GET', '/api/login', 302],
    ['GET', '/api/trpc/identity.me', 200],
    ['GET', '/api/trpc/no.such', 404],
    ['HEAD', '/api/properties', 200],
  ])('%s %s (%d) has all of them', async (method, path, status) => {
    const answer = await server.client().send(method, path, method === 'POST' ? {} : undefined);
    expect(answer.status).toBe(status);
    const expected: Record<string, RegExp> = {
      'content-security-policy': /default-src 'self'.*object-src 'none'.*frame-ancestors 'none'/,
      'strict-transport-security': /max-age=\d{8}/,
      'x-content-type-options': /^nosniff$/,
      'referrer-policy': /./,
      'permissions-policy': /camera=\(\)/,
      'cross-origin-opener-policy': /^same-origin$/,
      'cross-origin-resource-policy': /^same-origin$/,
      'x-frame-options': /^DENY$/,
      'x-request-id': /^[0-9a-f-]{36}$/,
    };
    for (const [name, value] of Object.entries(expected))
      expect([name, answer.headers.get(name)]).toEqual([name, expect.stringMatching(value)]);
    expect(answer.headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    if (path.startsWith('/api/')) expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('an error that nobody foresaw has them too, and says nothing of itself', async () => {
    const broken = { ...t.platform, db: undefined as never };
    const on = await startTestServer(broken);
    const answer = await on.client({ cookie: 'commonhold=x' }).get('/api/auth/user');
    const overTrpc = await on.client().query('properties.stats');
    await on.close();
    expect(answer).toMatchObject({ status: 500, json: { code: 'INTERNAL' } });
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(overTrpc).toMatchObject({ status: 500, json: { error: { data: { domainCode: 'INTERNAL' } } } });
    for (const { text } of [answer, overTrpc]) expect(text).not.toMatch(/undefined|TypeError|stack|\.ts/);
  });
});

describe('requests of other sites', () => {
  const own = () => server.url;
  test.each([
    [{}, 201],
    [{ 'sec-fetch-site': 'same-origin' }, 201],
    [{ 'sec-fetch-site': 'none' }, 201],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site', origin: 'OWN' }, 403],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.test' }, 201],
    [{ origin: 'OWN' }, 201],
    [{ origin: 'https://evil.test' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'OWN.evil.test' }, 403],
    [{ origin: 'https://evil.test', authorization: 'Basic YTpi' }, 403],
  ])('a deposit with %j gets %d', async (headers, status) => {
    const client = await signedIn();
    const sent = Object.fromEntries(
      Object.entries(headers as Record<string, string>).map(([name, value]) => [
        name,
        value.replace('OWN', own()),
      ]),
    );
    const before = await ledgerState(t.platform);
    const rest = await client.post(DEPOSITS, { amount: '5.00' }, sent);
    expect(rest.status).toBe(status);
    if (status === 403) {
      expect(rest.json.code).toBe('CROSS_SITE');
      expect(await ledgerState(t.platform)).toEqual(before);
    }
    const trpc = await client.send(
      'POST',
      '/api/trpc/identity.updateProfile',
      { firstName: 'A', lastName: 'B' },
      sent,
    );
    expect(trpc.status).toBe(status === 201 ? 200 : 403);
  });

  test('reading is not affected, and nothing changes by GET', async () => {
    const client = await signedIn();
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' };
    expect((await client.get('/api/properties', foreign)).status).toBe(200);
    const input = encodeURIComponent(JSON.stringify({ amountCents: 500, requestId: newKey() }));
    expect((await client.get(`/api/trpc/wallet.deposit?input=${input}`)).status).toBe(405);
  });

  test('a form of another site cannot send JSON', async () => {
    const client = await signedIn();
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const body = '{"amount":"5.00"}';
      const init = { method: 'POST', body, headers: { 'content-type': type } };
      expect((await client.fetch(DEPOSITS, init)).status).toBe(400);
      expect((await client.fetch('/api/trpc/identity.updateProfile', init)).status).toBe(400);
    }
  });
});

describe('limits of a request', () => {
  test.each([
    ['DELETE', '/api/properties', 'GET, POST'],
    ['PUT', '/api/properties/1', 'GET, PATCH'],
    ['GET', '/api/investments', 'POST'],
    ['POST', '/api/auth/user', 'GET'],
    ['OPTIONS', DEPOSITS, 'POST'],
    ['POST', '/api/openapi.json', 'GET'],
    ['POST', '/api/login', 'GET'],
    ['PUT', '/api/logout', 'GET'],
  ])('%s %s is 405 and names what is allowed: %s', async (method, path, allow) => {
    const answer = await server.client().send(method, path);
    expect(answer).toMatchObject({ status: 405, json: { code: 'METHOD_NOT_ALLOWED' } });
    expect(answer.headers.get('allow')).toBe(allow);
  });

  test.each(['/api', '/api/', '/api/nothing', '/api/properties/1/2', '/api/trpcx', '/api/admin'])(
    'an unknown path %s is 404 in JSON',
    async (path) => {
      for (const method of ['GET', 'POST']) {
        expect(await server.client().send(method, path)).toMatchObject({
          status: 404,
          json: { code: 'NOT_FOUND' },
        });
      }
    },
  );

  test('a body of more than 256 kB is 413, with and without a declared length', async () => {
    const client = await signedIn();
    const body = JSON.stringify({ amount: 'x'.repeat(300_000) });
    const declared = await client.post(DEPOSITS, { amount: 'x'.repeat(300_000) });
    expect(declared).toMatchObject({ status: 413, json: { code: 'TOO_LARGE' } });
    const cookie = `commonhold=${client.cookies.get('commonhold')}`;
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked', cookie };
    for (const path of [DEPOSITS, '/api/trpc/identity.updateProfile']) {
      expect((await raw({ method: 'POST', path, headers, body })).status).toBe(413);
    }
  });

  describe.each([
    ['REST', DEPOSITS, { amount: '5.00' }],
    ['tRPC', '/api/trpc/wallet.deposit', { amountCents: 500, requestId: newKey() }],
  ])('that arrives slowly over %s', (_, path, input) => {
    /** Sends the second half of the body once the server has begun with the first, and `meanwhile` is done. */
    async function sendSlowly(client: TestClient, meanwhile: () => Promise<unknown>) {
      const body = JSON.stringify(input);
      const { hostname, port } = new URL(server.url);
      const headers = {
        'content-type': 'application/json',
        'content-length': body.length,
        cookie: `commonhold=${client.cookies.get('commonhold')}`,
      };
      const call = httpRequest({ method: 'POST', hostname, port, path, headers });
      const status = new Promise<number | undefined>((resolve, reject) => {
        call.on('error', reject);
        call.on('response', (response) => resolve(response.resume().statusCode));
      });
      await new Promise((written) => call.write(body.slice(0, 9), written));
      // Its sign-in is looked up behind that of the slow call.
      expect((await client.get('/api/auth/user')).status).toBe(200);
      await meanwhile();
      call.end(body.slice(9));
      return status;
    }

    test('is refused when the session has ended meanwhile', async () => {
      const client = await signedIn();
      const before = await cashOf(t.platform.db, ada.id);
      expect(await sendSlowly(client, () => client.get('/api/logout'))).toBe(401);
      expect(await cashOf(t.platform.db, ada.id)).toBe(before);
    });

    test('is taken while the session lasts', async () => {
      expect([200, 201]).toContain(await sendSlowly(await signedIn(), async () => {}));
    });
  });

  test.each(['{', '', 'null', '[]', '"x"', '{"amount":}', '{"amount":"5.00"} x', '\u0000'])(
    'the body %j is 400',
    async (body) => {
      const client = await signedIn();
      const before = await ledgerState(t.platform);
      const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } };
      for (const path of [DEPOSITS, '/api/trpc/wallet.deposit'])
        expect((await client.fetch(path, init)).status).toBe(400);
      expect(await ledgerState(t.platform)).toEqual(before);
    },
  );

  test.each(['no part of it', '--x\r\n\r\n', '--y\r\n\r\na\r\n--y--', ''])(
    'the form %j, which breaks off, is 400',
    async (body) => {
      const init = { method: 'POST', body, headers: { 'content-type': 'multipart/form-data; boundary=x' } };
      const answer = await answerOf(await server.client().fetch(WAITLIST_FORM_PATH, init));
      expect(answer).toMatchObject({ status: 400, json: { code: 'MALFORMED' } });
    },
  );

  test('unknown fields and unknown query parameters are refused by name', async () => {
    const client = await signedIn();
    const field = await client.post(DEPOSITS, { amount: '5.00', userId: 'someone' });
    expect(field).toMatchObject({ status: 400, json: { code: 'MALFORMED' } });
    expect(field.text).toContain('userId');
    for (const path of ['/api/properties?color=red', '/api/auth/user?x=1', '/api/properties/1?x=1']) {
      const answer = await client.get(path);
      expect([path, answer.status, answer.json.code]).toEqual([path, 400, 'MALFORMED']);
    }
  });

  test('HEAD answers like GET without a body', async () => {
    const got = await raw({ method: 'GET', path: '/api/properties' });
    const head = await raw({ method: 'HEAD', path: '/api/properties' });
    expect([head.status, head.text]).toEqual([got.status, '']);
    expect(head.headers['content-type']).toBe(got.headers['content-type']);
  });

  test('a path that is no valid text is refused, not an error', async () => {
    for (const path of [
      '/api/properties/%ff',
      '/api/properties/%00',
      '/api/trpc/%ff',
      '/api/properties?q=%ff',
      '/%ff',
    ]) {
      expect((await raw({ method: 'GET', path })).status).toBeLessThan(500);
    }
  });

  test('large answers are compressed for those who accept it', async () => {
    const answer = await raw({
      method: 'GET',
      path: '/api/openapi.json',
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(answer.headers['content-encoding']).toBe('gzip');
  });

  test('an answer in parts is sent in parts, also to those who accept compression', async () => {
    const { headers } = await raw({
      method: 'GET',
      path: '/api/trpc/properties.stats?batch=1&input=%7B%7D',
      headers: { 'accept-encoding': 'gzip', 'trpc-accept': 'application/jsonl' },
    });
    expect([headers['transfer-encoding'], headers['content-length']]).toEqual(['chunked', undefined]);
  });

  test.each(['/api/auth/user', '/api/properties/none', '/api/trpc/identity.none'])(
    'a small answer, as that of %s, is sent whole and as it is, also to those who accept compression',
    async (path) => {
      const plain = await raw({ method: 'GET', path });
      const { headers, text } = await raw({ method: 'GET', path, headers: { 'accept-encoding': 'gzip' } });
      expect([headers['content-encoding'], headers.vary]).toEqual([undefined, plain.headers.vary]);
      expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
      expect(Object.keys(headers).sort()).toEqual(Object.keys(plain.headers).sort());
      expect(JSON.parse(text)).toBeDefined();
    },
  );
});

test('a call that nothing follows asks for no signal of its request, which would outlive it', async () => {
  const asked: string[] = [];
  const call = async (method: string, path: string, body?: string) => {
    const request = new Request(`http://localhost${path}`, {
      method,
      headers: { 'content-type': 'application/json', origin: 'http://localhost' },
      ...(body && { body }),
    });
    const readSignal = () => {
      asked.push(path);
      return new AbortController().signal;
    };
    Object.defineProperty(request, 'signal', { get: readSignal });
    return (await createApi(t.platform).fetch(request)).status;
  };
  expect(await call('GET', '/api/trpc/properties.stats')).toBe(200);
  expect(await call('POST', '/api/trpc/identity.signIn', '{}')).toBe(400);
  expect(asked).toEqual([]);
});

describe('batches', () => {
  const batch = (many: number) =>
    `/api/trpc/${Array(many).fill('properties.stats').join(',')}?batch=1&input=%7B%7D`;

  test('of ten are answered, of eleven refused', async () => {
    const ten = await server.client().get(batch(10));
    expect([ten.status, ten.json.length]).toEqual([200, 10]);
    const eleven = await server.client().get(batch(11));
    expect(eleven.status).toBe(400);
  });

  test('count each of their items against the limit, over which REST and forms are refused', async () => {
    const on = await startTestServer(secondPlatform(t, { env: { RATE_LIMITS: 'on' } }));
    const client = on.client();
    const statuses: number[] = [];
    for (let round = 0; round < 61; round += 1) {
      const items = (await client.get(batch(10))).json as { error?: { data: { httpStatus: number } } }[];
      statuses.push(...items.map((item) => item.error?.data.httpStatus ?? 200));
    }
    const rest = await client.get('/api/properties');
    const body = new URLSearchParams({ email: ada.email, password: PASSWORD, returnTo: '/wallet' });
    const form = await client.fetch(SIGN_IN_FORM_PATH, { method: 'POST', body });
    await on.close();
    expect(statuses.indexOf(429)).toBe(600);
    expect(rest).toMatchObject({ status: 429, json: { code: 'RATE_LIMITED' } });
    expect(Number(rest.headers.get('retry-after'))).toBeGreaterThan(0);
    expect([form.status, form.headers.get('location')]).toEqual([
      303,
      '/login?problem=limited&returnTo=%2Fwallet',
    ]);
    expect([...client.cookies.keys()]).toEqual(['commonhold-typed']);
  });

  test('one that fails does not fail its neighbours', async () => {
    const path = '/api/trpc/properties.stats,identity.sessions?batch=1&input=%7B%7D';
    const { status, json } = await server.client().get(path);
    expect(status).toBe(207);
    expect(json[0].result.data).toBeDefined();
    expect(json[1].error.data).toMatchObject({ domainCode: 'UNAUTHORIZED', httpStatus: 401 });
    expect(JSON.stringify(json[1])).not.toContain('stack');
  });
});

describe('the caller', () => {
  test('a bearer token wins over a cookie, and a wrong one is nobody', async () => {
    const client = await signedIn();
    const answer = await client.get('/api/auth/user', { authorization: 'Bearer chp_wrong' });
    expect(answer.status).toBe(401);
  });

  test('requests with a wrong bearer token are limited by their address', async () => {
    const on = await startTestServer(secondPlatform(t, { env: { RATE_LIMITS: 'on' } }));
    const client = on.client({ authorization: 'Bearer chp_wrong' });
    const statuses = new Set<number>();
    for (let round = 0; round < 300; round += 1) {
      statuses.add((await client.get('/api/auth/user')).status);
      statuses.add((await client.query('identity.me')).status);
    }
    const refused = [await client.get('/api/auth/user'), await client.query('identity.me')];
    await on.close();
    expect([...statuses]).toEqual([401]);
    expect(refused.map(({ status }) => status)).toEqual([429, 429]);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('addresses are believed from as many proxies as are configured', async () => {
    const chain = '203.0.113.9, 198.51.100.2, 192.0.2.3';
    const seen = async (env: Record<string, string>, forwarded = chain) => {
      const platform = secondPlatform(t, { env });
      const addresses: string[] = [];
      const limits = platform.limits;
      const spy = {
        ...platform,
        limits: {
          ...limits,
          consume: async (...args: Parameters<typeof limits.consume>) => {
            addresses.push(args[1].address);
          },
        },
      };
      const on = await startTestServer(spy);
      await on.client({ 'x-forwarded-for': forwarded }).get('/api/properties');
      await on.close();
      return addresses[0];
    };
    expect(await seen({})).toBe('127.0.0.1');
    expect(await seen({ PROXY_HOPS: '1' })).toBe('192.0.2.3');
    expect(await seen({ PROXY_HOPS: '2' })).toBe('198.51.100.2');
    expect(await seen({ PROXY_HOPS: '9' })).toBe('127.0.0.1');
    expect(await seen({ PROXY_HOPS: '1' }, '[2001:db8:1:2::3]:4711')).toBe('2001:db8:1:2::/64');
  });
});

describe('probes', () => {
  test('/metrics is for those who know its token', async () => {
    const on = await startTestServer(
      secondPlatform(t, { env: { METRICS_TOKEN: 'a-secret-of-more-than-16' } }),
    );
    const get = (authorization?: string) => on.client(authorization ? { authorization } : {}).get('/metrics');
    const statuses = [
      (await get()).status,
      (await get('Bearer wrong')).status,
      (await get('a-secret-of-more-than-16')).status,
    ];
    const answer = await get('Bearer a-secret-of-more-than-16');
    await on.close();
    expect(statuses).toEqual([401, 401, 401]);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('commonhold_commands_total');
  });

  test('/readyz says when the database does not answer, /healthz does not ask it', async () => {
    const db = { execute: () => Promise.reject(new Error('gone')) } as never;
    const on = await startTestServer({ ...t.platform, db });
    const [ready, health] = [await on.client().get('/readyz'), await on.client().get('/healthz')];
    await on.close();
    expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '1']);
    expect(health.status).toBe(200);
  });
});

describe('sign-in by navigation', () => {
  test.each([
    ['', '/login'],
    ['?returnTo=/dashboard', '/login?returnTo=%2Fdashboard'],
    ['?returnTo=/dashboard&mode=sign-up', '/login?mode=sign-up&returnTo=%2Fdashboard'],
    ['?mode=anything', '/login'],
    ['?returnTo=//evil.test', '/login'],
    ['?returnTo=https://evil.test', '/login'],
    ['?returnTo=/ok%0d%0aset-cookie:a=b', '/login'],
  ])('/api/login%s goes to %s', async (query, location) => {
    const answer = await server.client().get(`/api/login${query}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, location]);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });
});
