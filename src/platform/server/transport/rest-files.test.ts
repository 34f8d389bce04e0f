import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { revokeAdmin } from '#features/identity/server/index.ts';
import { commonErrors } from '#kernel/errors.ts';
import { MINUTE } from '#kernel/time.ts';
import { rows } from '#platform/server/database/db.ts';
import { anAdmin, anApprovedProperty, api, aUser, type Person, systemOf } from '#tests/support/actors.ts';
import { applyForReview } from '#tests/support/applicants.ts';
import { secondPlatform, testPlatform } from '#tests/support/platform.ts';
import { answerOf, startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts';
import { aPdf, aPhoto } from '#tests/support/uploads.ts';
import { readUpload } from './rest-files.ts';

const MEGABYTE = 1024 * 1024;
const PATH = '/api/kyc/documents/idDocument';

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

async function clientOf(person: Person, scope: 'read' | 'write' | 'admin' = 'write', to = server) {
  const { secret } = await api(person).identity.createToken({ name: 'x', scope, expiresInDays: 30 });
  return to.client({ authorization: `Bearer ${secret}` });
}

async function send(
  body: Uint8Array | ReadableStream,
  headers: Record<string, string> = {},
  person: Person | null = ada,
  to = server,
) {
  const client = person ? await clientOf(person, 'write', to) : to.client();
  const init = {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'x-file-name': 'my%20id.png', ...headers },
  };
  return answerOf(await client.fetch(PATH, init as RequestInit));
}

/** A body of unknown length that counts how much of it was asked for. */
function endless(chunks: number) {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent === chunks) return controller.close();
      sent += 1;
      controller.enqueue(new Uint8Array(MEGABYTE));
    },
  });
  return { body, sent: () => sent };
}

describe('a sent file', () => {
  test('is taken whole, up to far more than a JSON body may have', async () => {
    const photo = await aPhoto({ width: 3_000, height: 3_000, format: 'png' });
    const { status, json } = await send(Buffer.concat([photo, new Uint8Array(2 * MEGABYTE)]));
    expect([status, json.documents.idDocument.name]).toEqual([201, 'my id.jpg']);
  });

  test('is refused as too large by its length, and the connection is closed', async () => {
    const { status, headers, json } = await send(new Uint8Array(10 * MEGABYTE + 1));
    expect([status, json.code, headers.get('connection')]).toEqual([413, 'FILE_TOO_LARGE', 'close']);
  });

  test('of a length that it does not state is read no further than the limit', async () => {
    const { body, sent } = endless(200);
    // A connection that is closed while it is written to may fail before its answer is read.
    const answer = await send(body).catch((error: unknown) => {
      expect(String((error as Error).cause)).toMatch(/EPIPE|ECONNRESET|closed/);
      return null;
    });
    if (answer) expect([answer.status, answer.json.code]).toEqual([413, 'FILE_TOO_LARGE']);
    expect(sent()).toBeLessThan(100);
  });

  test('is one of four that a person sends at once, of eight from a network and of thirty-two from all', async () => {
    const proxied = secondPlatform(t, { env: { PROXY_HOPS: '1' } });
    const behindProxy = await startTestServer(proxied);
    const stalled: ReadableStreamDefaultController<Uint8Array>[] = [];
    const sendFrom = (address: string, person: Person, body: Uint8Array | ReadableStream) =>
      send(body, { 'x-forwarded-for': address }, person, behindProxy);
    const begin = async (address: string, person: Person) => {
      const asked = new Promise<void>((resolve) => {
        const body = new ReadableStream<Uint8Array>({
          pull(controller) {
            if (!stalled.includes(controller)) stalled.push(controller);
            controller.enqueue(new Uint8Array(1));
            resolve();
            return new Promise(() => undefined);
          },
        });
        answers.push(sendFrom(address, person, body));
      });
      await asked;
    };
    const answers: ReturnType<typeof send>[] = [];
    const people = await Promise.all(Array.from({ length: 8 }, () => aUser(t.platform)));
    for (const [index, person] of people.entries()) {
      for (let many = 0; many < 4; many += 1) await begin(`192.0.2.${index >> 1}`, person);
    }
    const more = async (address: string, person = ada) =>
      (await sendFrom(address, person, new Uint8Array(1))).json;
    await expect
      .poll(() => more('192.0.2.9', people[0]))
      .toMatchObject({
        code: 'RATE_LIMITED',
        message: expect.stringContaining('You are already uploading several files'),
      });
    await expect
      .poll(() => more('192.0.2.0'))
      .toMatchObject({
        code: 'RATE_LIMITED',
        message: expect.stringContaining('Your network is already uploading several files'),
      });
    await expect.poll(() => more('192.0.2.9')).toMatchObject({ code: 'UNAVAILABLE' });
    for (const controller of stalled) controller.close();
    expect(new Set((await Promise.all(answers)).map(({ json }) => json.code))).toEqual(
      new Set(['FILE_TYPE']),
    );
    expect(await more('192.0.2.0')).toMatchObject({ code: 'FILE_TYPE' });
    await behindProxy.close();
  });

  describe('that arrives slowly', () => {
    afterEach(() => vi.useRealTimers());

    /** Reads 10 MB that come at this speed. */
    async function arriving(bytesPerMinute: number, isScarce = false): Promise<number | string> {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      let left = 10 * MEGABYTE;
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          if (left === 0) return controller.close();
          const part = Math.min(left, bytesPerMinute / 4);
          left -= part;
          controller.enqueue(new Uint8Array(part));
          await vi.advanceTimersByTimeAsync(MINUTE / 4);
        },
      });
      const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
      const request = new Request('http://localhost/', init);
      const read = readUpload(request, 10 * MEGABYTE, commonErrors.TOO_LARGE, () => isScarce);
      return read.then(
        ({ bytes }) => bytes.length,
        (error: Error) => error.message,
      );
    }

    test('is taken from a phone line of 256 kbit/s', async () => {
      expect(await arriving(32_000 * 60)).toBe(10 * MEGABYTE);
    });

    test('is refused while many others send files, unless a minute brings eight megabytes', async () => {
      expect(await arriving(32_000 * 60, true)).toContain('too slowly');
      expect(await arriving(130_000 * 60, true)).toBe(10 * MEGABYTE);
    });

    test('is refused when a minute brings less than a megabyte', async () => {
      expect(await arriving(15_000 * 60)).toContain('too slowly');
    });

    test('is refused when it stops', async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      const body = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => undefined) });
      const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
      const read = readUpload(new Request('http://localhost/', init), MEGABYTE, commonErrors.TOO_LARGE);
      const refusal = expect(read).rejects.toThrow('too slowly');
      await vi.advanceTimersByTimeAsync(MINUTE);
      await refusal;
    });
  });

  test('of someone who may not send it is not read at all', async () => {
    const { body, sent } = endless(200);
    const { status, json } = await send(body, {}, null);
    expect([status, json.code]).toEqual([401, 'UNAUTHORIZED']);
    expect(sent()).toBeLessThan(100);
  });

  describe('of someone whose access ends while it is being sent', () => {
    let admitted: Promise<void>;
    let admit: () => void;
    let watched: TestServer;
    beforeAll(async () => {
      const consume: typeof t.platform.limits.consume = async (budget, ...rest) => {
        await t.platform.limits.consume(budget, ...rest);
        if (budget === 'upload') admit();
      };
      const limits = { value: { ...t.platform.limits, consume } };
      watched = await startTestServer(Object.create(t.platform, { limits }));
    });
    beforeEach(() => {
      admitted = new Promise((resolve) => {
        admit = resolve;
      });
    });
    afterAll(() => watched.close());

    /** Sends a photo, of which the second half goes out once the access has ended. */
    async function sendWhile(client: TestClient, end: () => Promise<unknown>, path = PATH) {
      const photo = await aPhoto();
      const halves = [photo.subarray(0, photo.length / 2), photo.subarray(photo.length / 2)];
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          const half = halves.shift();
          if (!half) return controller.close();
          if (halves.length === 0) {
            await admitted;
            await end();
          }
          controller.enqueue(half);
        },
      });
      const init = { method: 'POST', body, duplex: 'half', headers: { 'x-file-name': 'a.png' } };
      const { status, json } = await answerOf(await client.fetch(path, init as RequestInit));
      return [status, json.code];
    }

    test('it is refused when they have signed out', async () => {
      const person = await aUser(t.platform);
      const client = watched.client();
      await client.signIn(person.email);
      const ended = await sendWhile(client, () => client.get('/api/logout'));
      expect(ended).toEqual([401, 'UNAUTHORIZED']);
      expect((await api(person).kyc.application()).documents.idDocument).toBeNull();
    });

    test('it is refused when their token is revoked', async () => {
      const person = await aUser(t.platform);
      const client = await clientOf(person, 'write', watched);
      const ended = await sendWhile(client, async () => {
        const [token] = await api(person).identity.tokens();
        await api(person).identity.revokeToken({ id: token?.id ?? '' });
      });
      expect(ended).toEqual([401, 'UNAUTHORIZED']);
      expect((await api(person).kyc.application()).documents.idDocument).toBeNull();
    });

    test('it is refused when they are no admin any more, which revokes their token', async () => {
      const admin = await anAdmin(t.platform);
      const { id } = await anApprovedProperty(t.platform, { admin: await anAdmin(t.platform) });
      const path = `/api/properties/${id}/documents?kind=inspection&title=Report&dated=2026-01-01`;
      const client = await clientOf(admin, 'admin', watched);
      const ended = await sendWhile(
        client,
        () => revokeAdmin(systemOf(t.platform), { email: admin.email }),
        path,
      );
      expect(ended).toEqual([401, 'UNAUTHORIZED']);
    });
  });

  test('for an identity check that is locked is not read at all', async () => {
    const applicant = await aUser(t.platform);
    await applyForReview(applicant);
    const { body, sent } = endless(200);
    const { status, json } = await send(body, {}, applicant);
    expect([status, json.code]).toEqual([409, 'KYC_LOCKED']);
    expect(sent()).toBeLessThan(100);
  });

  test('of someone who has sent sixty within the hour is not read at all', async () => {
    const limited = secondPlatform(t, { env: { RATE_LIMITS: 'on' } });
    const on = await startTestServer(limited);
    const eager = await aUser(t.platform);
    for (let spent = 0; spent < 60; spent += 1) await limited.limits.consume('upload', eager.caller);
    const { body, sent } = endless(200);
    const { status, json } = await send(body, {}, eager, on);
    await on.close();
    expect([status, json.code]).toEqual([429, 'RATE_LIMITED']);
    expect(sent()).toBeLessThan(100);
  });

  test('is refused from another site, as every change is', async () => {
    const session = server.client();
    await session.signIn(ada.email);
    const headers = { 'sec-fetch-site': 'cross-site', 'x-file-name': 'a.png' };
    const init = { method: 'POST', body: await aPhoto(), headers } as RequestInit;
    const { status, json } = await answerOf(await session.fetch(PATH, init));
    expect([status, json.code]).toEqual([403, 'CROSS_SITE']);
  });

  test.each([
    ['%', 400],
    ['a'.repeat(1_001), 400],
    ['..%2F..%2Fetc%2Fpasswd', 201],
    ['', 201],
  ])('with the name %j is answered with %i', async (name, expected) => {
    const { status } = await send(await aPhoto(), { 'x-file-name': name });
    expect(status).toBe(expected);
  });

  test.each(['/api/kyc/documents/passport', `${PATH}?x=1`])('to %s is malformed', async (path) => {
    const client = await clientOf(ada);
    const response = await client.fetch(path, { method: 'POST', body: 'x' });
    expect(response.status).toBe(400);
  });
});

describe('an answered file', () => {
  let owner: Person;
  let id: string;
  beforeAll(async () => {
    owner = await aUser(t.platform);
    await applyForReview(owner);
    id = (await api(owner).kyc.application()).documents.idDocument?.id ?? '';
  });
  const get = async (person: Person | null, path = `/api/kyc/files/${id}`, scope?: 'read' | 'admin') =>
    (person ? await clientOf(person, scope) : server.client()).fetch(path);

  test('is saved and never shown, guessed or cached', async () => {
    const response = await get(owner);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': `attachment; filename="my id.jpg"; filename*=UTF-8''my%20id.jpg`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
  });

  test('may be read by reviewers, which is recorded, and with a read token, by nobody else', async () => {
    const admin = await anAdmin(t.platform);
    const codes = [await get(admin, undefined, 'admin'), await get(owner, undefined, 'read')];
    expect(codes.map(({ status }) => status)).toEqual([200, 200]);
    const opened = await rows(
      t.platform.db,
      sql`select actor_id, subject, details from audit_log where action = 'kyc.openDocument'`,
    );
    const byAdmin = { actor_id: admin.id, subject: `kyc:${owner.id}`, details: { documentId: id } };
    expect(opened).toEqual([byAdmin]);
    expect((await get(admin)).status).toBe(404);
    const stranger = await get(await aUser(t.platform));
    const missing = await get(owner, '/api/kyc/files/00000000-0000-7000-8000-000000000000');
    expect([stranger.status, missing.status, (await get(null)).status]).toEqual([404, 404, 401]);
    expect(await stranger.text()).toBe(await missing.text());
  });

  test('is gone once it was replaced', async () => {
    const other = await aUser(t.platform);
    const client = await clientOf(other);
    const upload = async (bytes: Uint8Array) =>
      (await answerOf(await client.fetch(PATH, { method: 'POST', body: bytes } as RequestInit))).json;
    const first = (await upload(await aPhoto())).documents.idDocument.id;
    await upload(aPdf());
    expect((await client.fetch(`/api/kyc/files/${first}`)).status).toBe(404);
  });

  test.each(['x', '..%2Fx', '%00', "1'"])('under the id %j is malformed', async (one) => {
    expect((await get(owner, `/api/kyc/files/${one}`)).status).toBe(400);
  });
});

test('the description says that files are sent and answered', async () => {
  const { json } = await server.client().get('/api/openapi.json');
  const upload = json.paths['/api/kyc/documents/{kind}'].post;
  expect(Object.keys(upload.requestBody.content)).toEqual(['application/octet-stream']);
  expect(upload.parameters.map(({ name }: { name: string }) => name)).toEqual(['kind', 'X-File-Name']);
  const download = json.paths['/api/kyc/files/{id}'].get;
  expect(Object.keys(download.responses['200'].content)).toEqual(['application/octet-stream']);
});
