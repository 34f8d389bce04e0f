import { createServer, type IncomingMessage, type Server } from 'node:http';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog, jobs, outboxEvents } from '#db/schema/platform.ts';
import { waitlistEntries } from '#db/schema/waitlist.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import { httpWebhooks } from '#platform/server/adapters/http-webhooks.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { anAdmin, api, contextOf, newKey, type Person } from '#tests/support/actors.ts';
import { allPages, outcomes, refusalOf } from '#tests/support/checks.ts';
import { secondPlatform, testPlatform } from '#tests/support/platform.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let admin: Person;
beforeAll(async () => {
  t = await testPlatform();
  admin = await anAdmin(t.platform);
});
beforeEach(async () => {
  await t.platform.jobs.drain();
  await t.platform.db.delete(waitlistEntries);
  await t.platform.db.delete(jobs);
});
afterAll(() => t.close());

const visitorOf = (platform: Platform) => api(contextOf(platform)).waitlist;
const join = (email: string, more: { name?: string; requestId?: string } = {}, platform = t.platform) =>
  visitorOf(platform).joinWaitlist({ email, requestId: newKey(), ...more });
const entries = async () => (await api(admin).waitlist.entries({})).items;

describe('joining', () => {
  test('stores the email and the name, trimmed', async () => {
    expect(await join('  Ada@Example.Test ', { name: '  Ada Quill ' })).toEqual({ joined: true });
    expect(await entries()).toEqual([
      {
        id: expect.any(String),
        email: 'Ada@Example.Test',
        name: 'Ada Quill',
        timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
  });

  test('the name may be missing or blank', async () => {
    await join('a@example.test');
    await join('b@example.test', { name: '   ' });
    expect((await entries()).map(({ name }) => name)).toEqual([null, null]);
  });

  test('an email joins once, whatever its case, and the first entry stays as it is', async () => {
    await join('ada@example.test', { name: 'Ada' });
    const before = await entries();
    expect(await refusalOf(join('ADA@example.TEST ', { name: 'Mallory' }))).toBe('ALREADY_REGISTERED');
    expect(await entries()).toEqual(before);
  });

  test('a repeated request is answered as the first time', async () => {
    const requestId = newKey();
    expect(await join('ada@example.test', { requestId })).toEqual({ joined: true });
    expect(await join('ada@example.test', { requestId })).toEqual({ joined: true });
    expect(await entries()).toHaveLength(1);
  });

  test.each([
    { email: '' },
    { email: 'no-at-sign' },
    { email: 'two words@example.test' },
    { email: 'nul\u0000@example.test' },
    { email: `${'a'.repeat(250)}@b.cd` },
    { email: 'a@example.test', name: 'x'.repeat(121) },
    { email: 'a@example.test', role: 'admin' },
  ])('refuses %j', async (input) => {
    expect(await refusalOf(visitorOf(t.platform).joinWaitlist({ requestId: newKey(), ...input }))).toBe(
      'MALFORMED',
    );
    expect(await entries()).toEqual([]);
  });

  test('neither the audit log nor an event holds the email', async () => {
    const email = `${newKey()}@example.test`;
    await join(email);
    const stored = [
      await t.platform.db.select().from(auditLog),
      await t.platform.db.select().from(outboxEvents),
    ];
    expect(JSON.stringify(stored)).not.toContain(email);
  });

  test('one network address may try twenty times an hour, and learns nothing about emails after that', async () => {
    const platform = secondPlatform(t, { env: { RATE_LIMITS: 'on' } });
    await join('known@example.test');
    const tries = await outcomes(
      Array.from({ length: 20 }, (_, at) => join(`${at}@example.test`, {}, platform)),
    );
    expect(tries.done).toHaveLength(20);
    expect(await refusalOf(join('known@example.test', {}, platform))).toBe('RATE_LIMITED');
    expect(await refusalOf(join('unknown@example.test', {}, platform))).toBe('RATE_LIMITED');
  });
});

describe('a form that is sent before scripts run', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(t.platform);
  });
  afterAll(() => server.close());

  const send = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/waitlist/form`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
      headers,
    });

  test.each([
    [{ email: ' new@example.test', name: 'Ada' }, 'joined'],
    [{ email: 'KNOWN@example.test' }, 'already-registered'],
    [{ email: ' ' }, 'email-required'],
    [{}, 'email-required'],
    [{ email: 'no-at-sign' }, 'invalid-email'],
    [{ email: 'nul\u0000@example.test' }, 'invalid-email'],
    [{ email: 'a@example.test', name: 'x'.repeat(121) }, 'failed'],
  ])('%j leads to the page that says "%s"', async (fields, outcome) => {
    await join('known@example.test');
    const answer = await send(fields as Record<string, string>);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/waitlist?outcome=${outcome}`]);
    const joined = (await entries()).map(({ email, name }) => [email, name]);
    expect(joined).toEqual([
      ...(outcome === 'joined' ? [['new@example.test', 'Ada']] : []),
      ['known@example.test', null],
    ]);
  });

  test('another site cannot send it', async () => {
    const answer = await send({ email: 'a@example.test' }, { 'sec-fetch-site': 'cross-site' });
    expect(answer.status).toBe(403);
    expect(await entries()).toEqual([]);
  });
});

interface Receiver {
  url: string;
  calls: { headers: IncomingMessage['headers']; method: string | undefined; body: unknown }[];
  /** Answers to the next calls: a status, or silence. Later calls succeed. */
  answers: (number | 'silence')[];
  close(): Promise<void>;
}

async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = { url: '', calls: [], answers: [], close: async () => undefined };
  const server: Server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    receiver.calls.push({ headers: request.headers, method: request.method, body: JSON.parse(text) });
    const answer = receiver.answers.shift() ?? 204;
    if (answer === 'silence') return;
    response.writeHead(answer, answer === 302 ? { location: '/elsewhere' } : {}).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.');
  receiver.url = `http://127.0.0.1:${address.port}/hook?token=1`;
  receiver.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return receiver;
}

describe('the webhook', () => {
  let receiver: Receiver;
  let platform: Platform;
  beforeEach(async () => {
    receiver = await startReceiver();
    platform = secondPlatform(t, {
      env: { WAITLIST_WEBHOOK_URL: receiver.url },
      replace: { webhooks: httpWebhooks({ timeoutMs: 2_000 }) },
    });
  });
  afterEach(() => receiver.close());

  /** Runs due jobs until none is left to repeat, moving the clock past each pause. */
  async function runUntilNothingRepeats() {
    for (let round = 0; round < 8; round += 1) {
      await platform.jobs.drain();
      t.clock.advance(HOUR);
    }
  }
  const webhookJobs = () => t.platform.db.select().from(jobs).where(eq(jobs.kind, 'waitlist.callWebhook'));

  test('gets the email as typed, and the part before the at sign', async () => {
    await join(' Ada.Quill@Example.Test ', { name: 'Someone Else' }, platform);
    await runUntilNothingRepeats();
    expect(receiver.calls.map(({ method, body }) => [method, body])).toEqual([
      ['POST', { email: 'Ada.Quill@Example.Test', name: 'Ada.Quill' }],
    ]);
    expect(receiver.calls[0]?.headers['content-type']).toBe('application/json');
  });

  test('is called once for a request that was repeated, and not for a refused one', async () => {
    const requestId = newKey();
    await join('ada@example.test', { requestId }, platform);
    await join('ada@example.test', { requestId }, platform);
    await refusalOf(join('ADA@example.test', {}, platform));
    await runUntilNothingRepeats();
    expect(receiver.calls).toHaveLength(1);
  });

  test.each([
    ['an error', 500],
    ['a redirect', 302],
    ['silence', 'silence'],
  ] as const)(
    'that answers with %s is called again, with the same key, until it takes it',
    async (_, answer) => {
      receiver.answers = [answer, answer, answer];
      await join('ada@example.test', {}, platform);
      await runUntilNothingRepeats();
      expect(receiver.calls).toHaveLength(4);
      const keys = receiver.calls.map(({ headers }) => headers['idempotency-key']);
      expect(new Set(keys)).toEqual(new Set([(await entries())[0]?.id]));
      expect(await webhookJobs()).toMatchObject([{ status: 'done' }]);
    },
  );

  test('that always fails is given up after five calls, and the entry stays', async () => {
    receiver.answers = Array(9).fill(503);
    expect(await join('ada@example.test', {}, platform)).toEqual({ joined: true });
    await runUntilNothingRepeats();
    expect(receiver.calls).toHaveLength(5);
    expect(await webhookJobs()).toMatchObject([{ status: 'dead', lastError: 'the webhook answered 503' }]);
    expect(await entries()).toHaveLength(1);
  });

  test('that is down does not prevent anyone from joining', async () => {
    await receiver.close();
    expect(await join('ada@example.test', {}, platform)).toEqual({ joined: true });
    await runUntilNothingRepeats();
    expect(await webhookJobs()).toMatchObject([{ status: 'dead' }]);
    expect(await entries()).toHaveLength(1);
  });

  test('is not called for an entry that was deleted first', async () => {
    await join('ada@example.test', {}, platform);
    await api(admin).waitlist.clear({ requestId: newKey() });
    await runUntilNothingRepeats();
    expect(receiver.calls).toEqual([]);
  });

  test('is not called when no address is set', async () => {
    platform = secondPlatform(t, {});
    await join('ada@example.test', {}, platform);
    await runUntilNothingRepeats();
    expect(receiver.calls).toEqual([]);
    expect(await webhookJobs()).toMatchObject([{ status: 'done' }]);
  });
});

describe('for admins', () => {
  test('the entries come newest first, page by page', async () => {
    for (let at = 0; at < 5; at += 1) await join(`${at}@example.test`);
    const all = await allPages((cursor) =>
      api(admin).waitlist.entries({ limit: 2, ...(cursor === null ? {} : { cursor }) }),
    );
    expect(all.map(({ email }) => email)).toEqual([4, 3, 2, 1, 0].map((at) => `${at}@example.test`));
  });

  test('a search finds part of an email or of a name, literally', async () => {
    await join('ada@example.test', { name: 'Ada Quill' });
    await join('bob_quill@example.test');
    await join('cyd@example.test', { name: '100%' });
    const found = async (q: string) =>
      (await api(admin).waitlist.entries({ q })).items.map(({ email }) => email.split('@')[0]);
    expect(await found('QUILL')).toEqual(['bob_quill', 'ada']);
    expect(await found('b_q')).toEqual(['bob_quill']);
    expect(await found('%')).toEqual(['cyd']);
    expect(await found(' ')).toHaveLength(3);
  });

  test('the export quotes every cell, marks missing names and contains no formulas', async () => {
    await join('ada@example.test', { name: 'Ada "Quill", Esq.' });
    await join('=cmd@example.test');
    const day = t.clock.now().toISOString().slice(0, 10);
    expect(await api(admin).waitlist.exportEntries({})).toEqual({
      fileName: `waitlist-${day}.csv`,
      entries: 2,
      csv: [
        '"Email","Name","Date Joined"',
        `"'=cmd@example.test","Not provided","${day}"`,
        `"ada@example.test","Ada ""Quill"", Esq.","${day}"`,
        '',
      ].join('\r\n'),
    });
    expect(await api(admin).waitlist.exportEntries({ q: 'ada' })).toMatchObject({ entries: 1 });
    expect(await api(admin).waitlist.exportEntries({ q: 'nobody' })).toMatchObject({ entries: 0 });
  });

  test('the audit log says who has downloaded the export, of which search, and how many entries', async () => {
    await join('ada@example.test', {});
    await api(admin).waitlist.exportEntries({ q: 'ada@example.test' });
    const [entry] = (await api(admin).audit.log({ action: 'waitlist.exportEntries' })).items;
    const details = [
      { field: 'q', value: 'ada@example.test' },
      { field: 'entries', value: '1' },
    ];
    expect(entry?.runs).toMatchObject([{ actor: { id: admin.id }, subject: 'waitlist', details }]);
  });

  test('the figures count names, seven days and one calendar month', async () => {
    await join('long-ago@example.test', { name: 'Ada' });
    t.clock.advance(33 * DAY);
    await join('this-month@example.test', { name: 'Bob' });
    t.clock.advance(8 * DAY);
    await join('this-week@example.test');
    expect(await api(admin).waitlist.stats()).toEqual({
      total: 3,
      withNames: 2,
      thisWeek: 1,
      thisMonth: 2,
    });
  });

  test('one entry can be removed, and its email may join again', async () => {
    await join('ada@example.test');
    await join('bob@example.test');
    const [, ada] = await entries();
    expect(await api(admin).waitlist.removeEntry({ id: ada?.id ?? '' })).toEqual({ removed: true });
    expect((await entries()).map(({ email }) => email)).toEqual(['bob@example.test']);
    expect(await refusalOf(api(admin).waitlist.removeEntry({ id: ada?.id ?? '' }))).toBe('NOT_FOUND');
    expect(await join('ada@example.test')).toEqual({ joined: true });
  });

  test('clearing removes all entries, and a repeated request leaves those that joined since', async () => {
    await join('ada@example.test');
    const requestId = newKey();
    expect(await api(admin).waitlist.clear({ requestId })).toEqual({ removed: 1 });
    await join('bob@example.test');
    expect(await api(admin).waitlist.clear({ requestId })).toEqual({ removed: 1 });
    expect(await entries()).toHaveLength(1);
  });
});
