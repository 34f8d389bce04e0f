import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { propertyEntity } from '#features/properties/properties.contract.ts';
import {
  anAdmin,
  anApprovedProperty,
  aPendingProperty,
  aUser,
  newKey,
  PASSWORD,
  type Person,
} from '#tests/support/actors.ts';
import { expectBooksBalance, ledgerState } from '#tests/support/checks.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { type Answer, startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts';
import { restRoutes } from './slices.ts';
import { createApi } from './web.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let server: TestServer;
let admin: Person;
let owner: Person;
let document: OpenApi;
beforeAll(async () => {
  t = await testPlatform();
  server = await startTestServer(t.platform);
  admin = await anAdmin(t.platform);
  owner = await aUser(t.platform);
  document = (await server.client().get('/api/openapi.json')).json;
});
afterAll(async () => {
  await server.close();
  await t.close();
});
afterAll(() => expectBooksBalance(t.platform));

type Schema = Parameters<typeof z.fromJSONSchema>[0];
interface Operation {
  responses: Record<string, { description?: string; content: { 'application/json': { schema: Schema } } }>;
  parameters: { name: string; in: string }[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
  security?: unknown[];
}
interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: { Error: Schema }; securitySchemes: Record<string, { description?: string }> };
}

/** The answer, once it was checked against what the document promises for this path and status. */
function documented(method: string, path: string, answer: Answer): Answer {
  const operation = document.paths[path]?.[method.toLowerCase()];
  const response = operation?.responses[String(answer.status)];
  if (!response)
    throw new Error(`${method} ${path} answers ${answer.status} (${answer.text}), which is not documented.`);
  const { schema } = response.content['application/json'];
  const refers = typeof schema === 'object' && '$ref' in schema;
  const parsed = z.fromJSONSchema(refers ? document.components.schemas.Error : schema).safeParse(answer.json);
  if (!parsed.success) throw new Error(`${method} ${path} breaks its schema: ${parsed.error.message}`);
  return answer;
}

const idOf = (path: string) => path.replace(/\/\d+(?=$|\?)/, '/{id}').replace(/\?.*/, '');
const call = async (client: TestClient, method: string, path: string, body?: unknown, headers = {}) =>
  documented(method, idOf(path), await client.send(method, path, body, headers));

async function as(person: Person | null): Promise<TestClient> {
  const client = server.client();
  if (person) await client.signIn(person.email);
  return client;
}
const refusal = (status: number, code: string) => ({ status, json: { code, message: expect.any(String) } });

describe('the document', () => {
  test('describes every path of the API that is served, and serves every path it describes', () => {
    const served = createApi(t.platform)
      .routes.filter(
        ({ path, method }) => path.startsWith('/api/') && method !== 'ALL' && !path.includes('*'),
      )
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    const navigations = ['openapi.json', 'login', 'logout', 'auth/provider']
      .map((path) => `GET /api/${path}`)
      .concat(
        'POST /api/auth/sign-in-form',
        'POST /api/auth/sign-up-form',
        'POST /api/auth/password-reset-form',
        'POST /api/waitlist/form',
        'GET /api/unsubscribe',
        'POST /api/unsubscribe',
      );
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect([...new Set(served)].filter((one) => !navigations.includes(one)).sort()).toEqual(described.sort());
    expect(document.openapi).toBe('3.1.0');
  });

  test('is valid OpenAPI by the recommended rules of Redocly', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const source = JSON.stringify(document);
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, location[0]?.pointer, message])).toEqual(
      [],
    );
  });

  test('names the cookie of a session on https too', () => {
    expect(document.components.securitySchemes.session?.description).toContain('__Host-commonhold');
  });

  test('has the paths that were promised', () => {
    const paths = restRoutes.map(({ method, path }) => `${method} ${path}`);
    expect(paths).toEqual(
      expect.arrayContaining([
        'POST /api/auth/sign-up',
        'POST /api/auth/sign-in',
        'POST /api/auth/sign-in/confirm',
        'GET /api/auth/user',
        'GET /api/properties',
        'GET /api/properties/{id}',
        'POST /api/properties',
        'PATCH /api/properties/{id}',
        'GET /api/admin/properties',
        'GET /api/portfolio/summary',
        'POST /api/investments',
        'GET /api/investments/user',
        'POST /api/wallet/deposits',
      ]),
    );
  });

  test('says who must sign in, what may be sent again, and which fields a path has', () => {
    expect(document.paths['/api/properties']?.get?.security).toEqual([]);
    expect(document.paths['/api/investments']?.post?.security).toHaveLength(2);
    const names = (path: string, method: string) =>
      document.paths[path]?.[method]?.parameters.map((one) => `${one.in} ${one.name}`);
    expect(names('/api/investments', 'post')).toEqual(['header Idempotency-Key']);
    expect(names('/api/properties/{id}', 'get')).toEqual(['path id']);
    expect(names('/api/properties', 'get')).toEqual(
      ['type', 'minYield', 'maxYield', 'location', 'q', 'sort', 'limit', 'cursor'].map(
        (name) => `query ${name}`,
      ),
    );
  });

  test('names the refusals that the platform has for commands: a frozen account, and terms that are not accepted', () => {
    const described = (path: string, status: number) =>
      document.paths[path]?.post?.responses[status]?.description ?? '';
    for (const path of ['/api/investments', '/api/wallet/deposits']) {
      expect(described(path, 403)).toContain('ACCOUNT_FROZEN');
      expect(described(path, 409)).toContain('CONSENT_REQUIRED');
    }
    expect(described('/api/auth/sign-up', 403)).not.toContain('ACCOUNT_FROZEN');
  });
});

describe('/api/auth', () => {
  const person = () => ({
    email: `${newKey()}@example.test`,
    password: PASSWORD,
    firstName: 'A',
    lastName: 'B',
  });

  test('sign-up, sign-in and the user', async () => {
    const someone = person();
    const client = await as(null);
    expect((await call(client, 'GET', '/api/auth/user')).json.code).toBe('UNAUTHORIZED');
    expect((await call(client, 'POST', '/api/auth/sign-up', someone)).status).toBe(201);
    expect((await call(client, 'GET', '/api/auth/user')).json.email).toBe(someone.email);
    const { email, password } = someone;
    expect((await call(await as(null), 'POST', '/api/auth/sign-in', { email, password })).status).toBe(200);
    const wrong = { email, password: 'wrong' };
    expect(await call(client, 'POST', '/api/auth/sign-in', wrong)).toMatchObject(
      refusal(401, 'WRONG_CREDENTIALS'),
    );
    expect(await call(client, 'POST', '/api/auth/sign-up', someone)).toMatchObject(
      refusal(409, 'EMAIL_TAKEN'),
    );
    expect(await call(await as(null), 'POST', '/api/auth/sign-in/confirm', { code: '123456' })).toMatchObject(
      refusal(401, 'SIGN_IN_EXPIRED'),
    );
    const weak = { ...person(), password: 'password1' };
    expect(await call(client, 'POST', '/api/auth/sign-up', weak)).toMatchObject(
      refusal(422, 'WEAK_PASSWORD'),
    );
    expect(await call(client, 'POST', '/api/auth/sign-up', {})).toMatchObject(refusal(400, 'MALFORMED'));
  });
});

describe('/api/properties', () => {
  const submission = {
    name: 'Harbour Lofts',
    location: 'Portland, OR',
    propertyType: 'residential',
    pricePerShare: '100.00',
    totalShares: 50,
    annualYield: '7',
  };

  test('GET lists approved properties as full entities, by every filter', async () => {
    const place = `Place ${newKey()}`;
    const made = { owner, admin, location: place };
    const low = await anApprovedProperty(t.platform, {
      ...made,
      annualYield: '5.00',
      propertyType: 'commercial',
    });
    const high = await anApprovedProperty(t.platform, {
      ...made,
      annualYield: '9.00',
      price: 5_000,
      name: 'Birch Row',
    });
    await aPendingProperty(t.platform, { owner, location: place });
    const client = await as(null);
    const ids = async (query: string) => {
      const { json } = await call(
        client,
        'GET',
        `/api/properties?location=${encodeURIComponent(place)}${query}`,
      );
      return json.map(({ id }: { id: number }) => id);
    };
    expect(await ids('')).toEqual([high.id, low.id]);
    expect(await ids('&sort=newest')).toEqual([high.id, low.id]);
    expect(await ids('&sort=price')).toEqual([high.id, low.id]);
    expect(await ids('&type=commercial')).toEqual([low.id]);
    expect(await ids('&minYield=5.01')).toEqual([high.id]);
    expect(await ids('&maxYield=5')).toEqual([low.id]);
    expect(await ids('&q=birch')).toEqual([high.id]);
    const entity = propertyEntity.parse(high);
    expect((await call(client, 'GET', `/api/properties/${high.id}`)).json).toEqual(entity);
  });

  test.each([
    'type=castle',
    'minYield=-1',
    'minYield=7.123',
    'limit=0',
    'limit=501',
    'limit=x',
    'sort=best',
    'cursor=x',
    'color=red',
    `q=${'x'.repeat(101)}`,
    'q=%00',
  ])('GET with %s is malformed', async (query) => {
    expect(await call(await as(null), 'GET', `/api/properties?${query}`)).toMatchObject(
      refusal(400, 'MALFORMED'),
    );
  });

  test('GET is paged by the Link header, without gaps or doubles', async () => {
    const place = `Link ${newKey()}`;
    const made: number[] = [];
    for (let many = 0; many < 5; many += 1) {
      made.push((await anApprovedProperty(t.platform, { owner, admin, location: place })).id);
    }
    const client = await as(null);
    const seen: number[] = [];
    let path: string | null = `/api/properties?location=${encodeURIComponent(place)}&limit=2`;
    while (path !== null) {
      const answer: Answer = await call(client, 'GET', path);
      seen.push(...answer.json.map(({ id }: { id: number }) => id));
      path = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1] ?? null;
    }
    expect(seen).toEqual(made.toReversed());
  });

  test('POST submits for the caller, whomever the payload names', async () => {
    const client = await as(owner);
    const body = { ...submission, ownerId: admin.id };
    const answer = await call(client, 'POST', '/api/properties', body);
    expect(answer.json).toMatchObject({ ownerId: owner.id, status: 'pending', annualYield: '7.00' });
    const before = await ledgerState(t.platform);
    expect(await call(await as(null), 'POST', '/api/properties', submission)).toMatchObject(
      refusal(401, 'UNAUTHORIZED'),
    );
    for (const change of [
      { totalShares: '50' },
      { status: 'approved' },
      { name: '' },
      { pricePerShare: 100 },
    ]) {
      const refused = await call(client, 'POST', '/api/properties', { ...submission, ...change });
      expect(refused).toMatchObject(refusal(400, 'MALFORMED'));
    }
    expect(await ledgerState(t.platform)).toEqual(before);
  });

  test('GET of one that is invisible or missing is 404, of no id 400', async () => {
    const { id } = await aPendingProperty(t.platform, { owner });
    const client = await as(null);
    const hidden = await call(client, 'GET', `/api/properties/${id}`);
    const missing = await call(client, 'GET', '/api/properties/2000000000');
    expect(hidden).toMatchObject(refusal(404, 'PROPERTY_NOT_FOUND'));
    expect(missing.text).toBe(hidden.text);
    expect((await call(await as(owner), 'GET', `/api/properties/${id}`)).status).toBe(200);
    for (const path of [
      '/api/properties/abc',
      '/api/properties/1.5',
      '/api/properties/99999999999',
      '/api/properties/0',
    ]) {
      expect((await client.get(path)).status).toBe(400);
    }
  });

  test('PATCH is for admins and follows the status rules', async () => {
    const { id } = await aPendingProperty(t.platform, { owner });
    const path = `/api/properties/${id}`;
    const approve = { status: 'approved' };
    expect(await call(await as(null), 'PATCH', path, approve)).toMatchObject(refusal(401, 'UNAUTHORIZED'));
    expect(await call(await as(owner), 'PATCH', path, approve)).toMatchObject(refusal(403, 'ADMIN_REQUIRED'));
    const client = await as(admin);
    expect((await call(client, 'PATCH', path, approve)).json).toMatchObject({ id, status: 'approved' });
    expect(await call(client, 'PATCH', path, approve)).toMatchObject(refusal(409, 'STATUS_UNCHANGED'));
    expect(await call(client, 'PATCH', path, { status: 'rejected', reason: 'No deed.' })).toMatchObject(
      refusal(422, 'STATUS_NOT_ALLOWED'),
    );
    expect(await call(client, 'PATCH', path, { status: 'rejected' })).toMatchObject(
      refusal(400, 'MALFORMED'),
    );
    expect(await call(client, 'PATCH', path, { status: 'sold' })).toMatchObject(refusal(400, 'MALFORMED'));
    expect(await call(client, 'PATCH', path, { ...approve, ownerId: 'x' })).toMatchObject(
      refusal(400, 'MALFORMED'),
    );
    expect(await call(client, 'PATCH', '/api/properties/2000000000', approve)).toMatchObject(
      refusal(404, 'PROPERTY_NOT_FOUND'),
    );
  });

  test('GET /api/admin/properties lists every status, for admins', async () => {
    const { id } = await aPendingProperty(t.platform, { owner });
    const answer = await call(await as(admin), 'GET', '/api/admin/properties?limit=1');
    expect(answer.json).toMatchObject([{ id, status: 'pending' }]);
    expect(answer.headers.get('link')).toContain(`cursor=${id}`);
    expect(await call(await as(owner), 'GET', '/api/admin/properties')).toMatchObject(
      refusal(403, 'ADMIN_REQUIRED'),
    );
    expect(await call(await as(null), 'GET', '/api/admin/properties')).toMatchObject(
      refusal(401, 'UNAUTHORIZED'),
    );
  });
});

describe('/api/wallet/deposits, /api/investments and /api/portfolio/summary', () => {
  let ada: Person;
  let client: TestClient;
  let propertyId: number;
  beforeEach(async () => {
    ada = await aUser(t.platform);
    client = await as(ada);
    ({ id: propertyId } = await anApprovedProperty(t.platform, { owner, admin, shares: 10 }));
  });

  test('a person adds money, buys, and sees it', async () => {
    const added = await call(client, 'POST', '/api/wallet/deposits', { amount: '500.00' });
    expect(added).toMatchObject({
      status: 201,
      json: { status: 'completed', amount: '500.00', availableCash: '500.00' },
    });
    const bought = await call(client, 'POST', '/api/investments', { propertyId, shares: 3 });
    expect(bought).toMatchObject({
      status: 201,
      json: { userId: ada.id, propertyId, shares: 3, totalAmount: '300.00', transactionFee: '7.50' },
    });
    expect((await call(client, 'GET', '/api/investments/user')).json).toMatchObject([
      { id: bought.json.id, property: { id: propertyId } },
    ]);
    expect((await call(client, 'GET', '/api/portfolio/summary')).json).toMatchObject({
      totalValue: '300.00',
      propertyCount: 1,
      availableCash: '192.50',
    });
  });

  test.each([
    { amount: '0.99' },
    { amount: '100000.01' },
    { amount: '5.001' },
    { amount: '-5.00' },
    { amount: 5 },
    { amount: '1e3' },
    {},
    { amount: '5.00', userId: 'x' },
  ])('a deposit of %j is malformed', async (body) => {
    const before = await ledgerState(t.platform);
    expect(await call(client, 'POST', '/api/wallet/deposits', body)).toMatchObject(refusal(400, 'MALFORMED'));
    expect(await ledgerState(t.platform)).toEqual(before);
  });

  test.each(['0.99', '100000.01', '5.001'])(
    'a refused deposit of %s names the field of the request',
    async (amount) => {
      const { json } = await call(client, 'POST', '/api/wallet/deposits', { amount });
      expect(json.issues).toMatchObject([{ path: 'amount' }]);
    },
  );

  test('a refused idempotency key is named as the header', async () => {
    const headers = { 'idempotency-key': 'short' };
    const { json } = await call(client, 'POST', '/api/wallet/deposits', { amount: '5.00' }, headers);
    expect(json.issues).toMatchObject([{ path: 'Idempotency-Key' }]);
  });

  test('a purchase is refused with the documented statuses, and nothing changes', async () => {
    const { id: closed } = await aPendingProperty(t.platform, { owner });
    const ofOwner = await as(owner);
    const before = await ledgerState(t.platform);
    const buy = (body: unknown) => call(client, 'POST', '/api/investments', body);
    expect(await buy({ propertyId, shares: 1 })).toMatchObject(refusal(402, 'INSUFFICIENT_FUNDS'));
    expect(await buy({ propertyId, shares: 11 })).toMatchObject(refusal(409, 'NOT_ENOUGH_SHARES'));
    const [hidden, missing] = [
      await buy({ propertyId: closed, shares: 1 }),
      await buy({ propertyId: 2_000_000_000, shares: 1 }),
    ];
    expect(hidden).toMatchObject(refusal(404, 'PROPERTY_NOT_FOUND'));
    expect(missing.json).toEqual(hidden.json);
    expect(await call(ofOwner, 'POST', '/api/investments', { propertyId: closed, shares: 1 })).toMatchObject(
      refusal(422, 'NOT_OPEN'),
    );
    expect(await buy({ propertyId, shares: 0 })).toMatchObject(refusal(400, 'MALFORMED'));
    expect(await buy({ propertyId, shares: 1, pricePerShare: '0.01' })).toMatchObject(
      refusal(400, 'MALFORMED'),
    );
    expect(await call(await as(null), 'POST', '/api/investments', { propertyId, shares: 1 })).toMatchObject(
      refusal(401, 'UNAUTHORIZED'),
    );
    expect(await ledgerState(t.platform)).toEqual(before);
  });

  test('the buyer is the caller, whomever the payload names', async () => {
    await call(client, 'POST', '/api/wallet/deposits', { amount: '500.00' });
    const answer = await call(client, 'POST', '/api/investments', {
      propertyId,
      shares: 1,
      userId: owner.id,
    });
    expect(answer.json.userId).toBe(ada.id);
  });

  test('the same Idempotency-Key is one purchase, with other input a conflict', async () => {
    await call(client, 'POST', '/api/wallet/deposits', { amount: '500.00' });
    const key = { 'idempotency-key': newKey() };
    const body = { propertyId, shares: 1 };
    const first = await call(client, 'POST', '/api/investments', body, key);
    const second = await call(client, 'POST', '/api/investments', body, key);
    expect([second.status, second.json]).toEqual([201, first.json]);
    expect([first.headers.get('idempotent-replayed'), second.headers.get('idempotent-replayed')]).toEqual([
      null,
      'true',
    ]);
    const other = await call(client, 'POST', '/api/investments', { ...body, shares: 2 }, key);
    expect(other).toMatchObject(refusal(409, 'KEY_REUSED'));
    const bad = await call(client, 'POST', '/api/investments', body, { 'idempotency-key': 'short' });
    expect(bad).toMatchObject(refusal(400, 'MALFORMED'));
    expect((await call(client, 'GET', '/api/investments/user')).json).toHaveLength(1);
  });

  test('without a key each request is a purchase of its own', async () => {
    await call(client, 'POST', '/api/wallet/deposits', { amount: '500.00' });
    for (const _ of [1, 2]) await call(client, 'POST', '/api/investments', { propertyId, shares: 1 });
    expect((await call(client, 'GET', '/api/investments/user')).json).toHaveLength(2);
  });
});
