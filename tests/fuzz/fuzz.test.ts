import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { appRouter } from '#app/server/app-router.ts';
import { restRoutes } from '#app/server/slices.ts';
import { createSession } from '#features/identity/server/sessions/sessions.ts';
import { WAITLIST_FORM_PATH } from '#features/waitlist/waitlist.rules.ts';
import { anAdmin, anApprovedProperty, api, aUser, fund, newKey, type Person } from '../support/actors.ts';
import { expectBooksBalance } from '../support/checks.ts';
import { testPlatform } from '../support/platform.ts';
import { type Answer, startTestServer, type TestClient, type TestServer } from '../support/server.ts';
import { size } from '../support/sizes.ts';
import { fitting, mutated, nasty } from './arbitrary.ts';

const SEED = 20_240_117;
const BIGGEST_QUERY = 6_000;
/** Inputs that fit the contract, tried until one is accepted. */
const MAX_GUESSES = 500;
/** More than one, since an admin's guess may take one off the market. */
const PROPERTIES = 5;

let t: Awaited<ReturnType<typeof testPlatform>>;
let server: TestServer;
let client: () => TestClient;
let admin: Person;
const unhandled: unknown[] = [];
const remember = (error: unknown) => unhandled.push(error);

beforeAll(async () => {
  process.on('unhandledRejection', remember);
  process.on('uncaughtException', remember);
  t = await testPlatform();
  admin = await anAdmin(t.platform);
  await fund(admin, 900_000_000);
  t.platform.jobs.start();
  const holder = await aUser(t.platform, { cash: 100_000 });
  const owner = await aUser(t.platform);
  const offering = { shares: 100_000, price: 100, admin };
  for (let left = PROPERTIES; left > 0; left -= 1) {
    // Some commands are for the owner only, and some are for admins on the properties of others.
    const offered = { ...offering, owner: left % 2 === 0 ? admin : owner };
    const { id: propertyId } = await anApprovedProperty(t.platform, offered);
    await api(admin).investing.invest({ propertyId, shares: 10_000, requestId: newKey() });
    await api(holder).investing.invest({ propertyId, shares: 1, requestId: newKey() });
  }
  server = await startTestServer(t.platform);
  // A session, because a token may not withdraw.
  const opening = { userId: admin.id, device: 'fuzz', now: t.platform.clock.now() };
  const { token } = await createSession(t.platform.db, opening);
  client = () => server.client({ cookie: `commonhold=${token}` });
});
afterAll(async () => {
  await expectBooksBalance(t.platform);
  await server.close();
  await t.close();
  process.off('unhandledRejection', remember);
  process.off('uncaughtException', remember);
  expect(unhandled).toEqual([]);
});

const SIGN_IN = ['identity.signUp', 'identity.signIn'];
/** Signing in comes from a browser without the session, which it would end. */
const clientFor = (name: string) => (SIGN_IN.includes(name) ? server.client() : client());

/** Half of the inputs fit the contract, half are broken. */
const inputOf = (schema: z.ZodType | undefined): fc.Arbitrary<unknown> =>
  schema ? fc.oneof(fitting(schema), mutated(schema)) : fc.constantFrom(undefined, ...nasty);

type Drawn<Source> = Source extends fc.Arbitrary<infer Value> ? Value : never;

const attempts = <Value>(
  arbitrary: fc.Arbitrary<Value>,
  attempt: (value: Value) => Promise<void>,
  numRuns = size('fuzzedInputs'),
) =>
  fc.assert(fc.asyncProperty(arbitrary, attempt), {
    numRuns,
    seed: SEED,
    endOnFailure: true,
  });

function expectSound(answer: Answer, output: z.ZodType | undefined, data: unknown): void {
  expect(answer.status, answer.text.slice(0, 500)).toBeLessThan(500);
  expect(answer.text).not.toMatch(/at .*\.ts:\d+|Failed query|select "/);
  if (answer.status < 300 && output) expect(output.safeParse(data).error?.issues).toBeUndefined();
}

/** What a refusal may name: fields of the request that was sent, never those of the command behind the path. */
function fieldsOf({ params, query, body }: (typeof restRoutes)[number]): string[] {
  const fields = [params, query, body].flatMap((schema) => {
    const { properties = {} } = schema ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) : {};
    return Object.keys(properties);
  });
  return ['', 'Idempotency-Key', ...fields];
}

interface Procedure {
  _def: { type: string; inputs: z.ZodType[]; output?: z.ZodType };
}
const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, Procedure>);

/** What these are about is a secret, or does not exist in this world in the state that they need. */
const NEED_WHAT_EXISTS = [
  'identity.signIn',
  'identity.confirmSignIn',
  'identity.signInWithPasskey',
  'identity.beginProviderSignIn',
  'identity.signUpWithProvider',
  'identity.connectProvider',
  'identity.disconnectProvider',
  'identity.mailLink',
  'identity.confirmEmail',
  'identity.resetPassword',
  'identity.confirmIdentity',
  'identity.enableSecondFactor',
  'identity.renewRecoveryCodes',
  'identity.disableSecondFactor',
  'identity.addPasskey',
  'identity.renamePasskey',
  'identity.removePasskey',
  'identity.changePassword',
  'identity.revokeSession',
  'identity.revokeToken',
  'properties.setStatus',
  'properties.resubmit',
  'offerings.setOfferingTerms',
  'offerings.holdRelease',
  'offerings.liftHold',
  'approvals.object',
  'backOffice.user',
  'identity.endSessionsOf',
  'identity.resetSecondFactor',
  'registers.releaseRegister',
  'registers.downloadRegister',
  'tax.classify',
  'tax.releaseExport',
  'tax.downloadExport',
  'jobs.retryJob',
  'jobs.setAsideJob',
  'offerings.payLender',
  'freezes.freezeAccount',
  'freezes.unfreezeAccount',
  'wallet.holdWithdrawal',
  'wallet.releaseWithdrawal',
  'wallet.rejectWithdrawal',
  'investing.cancelPurchase',
  'distributions.statement',
  'distributions.reportMonth',
  'distributions.monthDraft',
  'distributions.saveMonthDraft',
  'distributions.reportMonthDraft',
  'distributions.statementEntries',
  'distributions.statementFiles',
  'distributions.approve',
  'distributions.returnStatement',
  'governance.ballots',
  'governance.vote',
  'governance.followUp',
  'valuations.file',
  'valuations.approve',
  'valuations.reject',
  'learn.article',
  'learn.adminArticle',
  'learn.updateArticle',
  'learn.publishArticle',
  'learn.unpublishArticle',
  'learn.removeArticle',
  'resale.listing',
  'resale.repriceListing',
  'resale.cancelListing',
  'resale.buyShares',
  'resale.cancelBid',
  'resale.placeBid',
  'notifications.markRead',
  'notifications.removeNotification',
  'documents.withdraw',
  'kyc.submit',
  'kyc.startAgain',
  'kyc.reviewed',
  'kyc.decide',
  'kyc.compareDateOfBirth',
  'submissions.dateDocument',
  'submissions.removeDocument',
  'submissions.submit',
  'submissions.own',
  'submissions.answer',
  'intake.calculateValuation',
  'intake.submit',
  'referrals.chooseReward',
  'autoInvest.allocation',
  'autoInvest.allocationFile',
  'intake.discardDraft',
  'intake.startAgain',
  'reports.statement',
  'reports.statementFile',
  // The names that "identity.updateProfile" was given have letters that no certificate can show.
  'certificates.issue',
  'certificates.verify',
  'documentCenter.file',
  'documentCenter.archive',
  'audit.exportLog',
  'autoInvest.skip',
  'autoInvest.simulate',
  'identity.grantAdminRole',
  'identity.takeAdminRole',
  'approvals.request',
  'approvals.execute',
  'approvals.decline',
  'approvals.withdraw',
  'watchlist.watchProperty',
  'watchlist.setPropertyAlerts',
  'submissions.reviewed',
  'submissions.judgeDocument',
  'submissions.confirm',
  'submissions.ask',
  'submissions.recordContact',
  'submissions.approve',
  'submissions.reject',
  'waitlist.removeEntry',
  'ownData.openExport',
  'ownData.closeAccount',
];

describe('procedures', () => {
  const calls = procedures.filter(([, { _def }]) => _def.type !== 'subscription');
  const accepted = new Set<string>();

  const attempt = async (path: string, { _def }: Procedure, input: unknown) => {
    const text = JSON.stringify(input) ?? 'null';
    const byGet = _def.type === 'query' && text.length < BIGGEST_QUERY;
    const answer = byGet
      ? await clientFor(path).query(path, input)
      : await clientFor(path).send('POST', `/api/trpc/${path}`, input ?? {});
    if (answer.status < 300) accepted.add(path);
    expectSound(answer, _def.output, answer.json?.result?.data);
  };

  test.each(calls)('%s answers any input without breaking', async (path, procedure) => {
    const [schema] = procedure._def.inputs;
    await attempts(inputOf(schema), (input) => attempt(path, procedure, input));
    if (!schema || NEED_WHAT_EXISTS.includes(path)) return;
    for (const input of fc.sample(fitting(schema), { numRuns: MAX_GUESSES, seed: SEED })) {
      if (accepted.has(path)) break;
      await attempt(path, procedure, input);
    }
  });

  test('of each procedure some inputs were accepted, so that more than its contract was tried', () => {
    const never = calls
      .map(([path]) => path)
      .filter((path) => !accepted.has(path) && !NEED_WHAT_EXISTS.includes(path));
    expect(never).toEqual([]);
    expect(new Set(NEED_WHAT_EXISTS).size).toBe(NEED_WHAT_EXISTS.length);
  });

  test('live.changes takes any input without breaking', async () => {
    const subscription = procedures.find(([path]) => path === 'live.changes')?.[1];
    await attempts(inputOf(subscription?._def.inputs[0]), async (input) => {
      const stop = new AbortController();
      const opening = api(admin, stop.signal).live.changes(input as never) as Promise<AsyncIterable<unknown>>;
      const stream = await opening.catch((error) => {
        expect(error.code).toBe('BAD_REQUEST');
        return null;
      });
      if (!stream) return;
      const first = stream[Symbol.asyncIterator]().next();
      for (const _ of [1, 2, 3]) await t.platform.db.execute('select 1');
      stop.abort();
      await first;
    });
  });
});

describe('REST paths', () => {
  const queryText = (query: unknown): string => {
    if (typeof query !== 'object' || query === null) return '';
    const pairs = Object.entries(query).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    const text = new URLSearchParams(pairs as [string, string][]).toString();
    return text && text.length < BIGGEST_QUERY ? `?${text}` : '';
  };
  const pathPart = fc.oneof(
    fc.constantFrom(
      '1',
      '2',
      '0',
      '-1',
      '1.5',
      'abc',
      '%00',
      '%ff',
      '%2e%2e',
      '2147483648',
      '9'.repeat(400),
      "'",
      '%F0%9F%99%82',
    ),
    fc.integer({ min: 1, max: 5 }).map(String),
  );

  test.each(restRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s answers any request without breaking',
    async (_, route) => {
      const fields = fieldsOf(route);
      const request = fc.record({
        part: pathPart,
        query: route.query ? inputOf(route.query) : fc.constantFrom({}, { x: '1' }),
        body: inputOf(route.body),
        key: fc.constantFrom(undefined, 'fuzz-key-1', 'short', 'x'.repeat(200), newKey()),
      });
      const send = async ({ part, query, body, key }: Drawn<typeof request>) => {
        const path = `${route.path.replace('{id}', part)}${queryText(query)}`;
        const headers = key && route.isIdempotent ? { 'idempotency-key': key } : {};
        const answer = await clientFor(route.name).send(
          route.method,
          path,
          route.body ? (body ?? {}) : undefined,
          headers as Record<string, string>,
        );
        expectSound(answer, route.answer, answer.json);
        if (route.upload) return;
        for (const { path: named } of answer.json?.issues ?? [])
          expect(fields).toContain(named.split('.')[0]);
      };
      await attempts(request, send, size('fuzzedRequests'));
    },
  );

  test.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
    '%s of any path at all is answered',
    async (method) => {
      const path = fc.webPath().map((text) => `/api${text.startsWith('/') ? '' : '/'}${text}`);
      await attempts(path, async (one) => {
        const answer = await client().send(method, one);
        expect(answer.status).toBeLessThan(500);
      });
    },
  );
});

describe('bodies that are no JSON', () => {
  test('are refused wherever they are sent', async () => {
    const body = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '{',
        '[',
        '{"a":',
        `${'['.repeat(50_000)}`,
        `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
        '\ufeff{}',
        'NaN',
      ),
    );
    await attempts(
      fc.tuple(body, fc.constantFrom('/api/investments', '/api/trpc/investing.invest')),
      async ([text, path]) => {
        const init = { method: 'POST', body: text, headers: { 'content-type': 'application/json' } };
        const response = await client().fetch(path, init);
        await response.text();
        expect(response.status).toBe(400);
      },
    );
  });
});

describe('forms', () => {
  test('are answered or refused, whatever is sent as one', async () => {
    const types = [
      'multipart/form-data; boundary=x',
      'multipart/form-data',
      'application/x-www-form-urlencoded',
      'text/plain',
    ];
    const body = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '--x',
        '--x\r\n\r\n',
        '--x\r\ncontent-disposition: form-data; name="email"\r\n\r\nada@example.test\r\n--x--',
        'email=ada%40example.test&name=%00',
        'email=%ff&email=b',
      ),
    );
    await attempts(fc.tuple(body, fc.constantFrom(...types)), async ([text, type]) => {
      const init = { method: 'POST', body: text, headers: { 'content-type': type } };
      const response = await client().fetch(WAITLIST_FORM_PATH, init);
      await response.text();
      expect([303, 400]).toContain(response.status);
    });
  });
});
