import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { SECOND } from '#kernel/time.ts';
import { api, aUser, type Person } from '#tests/support/actors.ts';
import { attach, personal } from '#tests/support/applicants.ts';
import { refusalOf } from '#tests/support/checks.ts';
import { secondPlatform, testPlatform } from '#tests/support/platform.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { answerInTurn, type Download } from './download-slots.ts';

/** Larger than what the network takes for a client that reads nothing. */
const large = new Uint8Array(32 * 1024 * 1024);

let t: Awaited<ReturnType<typeof testPlatform>>;
let server: TestServer;
let ada: Person;
let reads = 0;
beforeAll(async () => {
  t = await testPlatform();
  const get = async () => {
    reads += 1;
    return large;
  };
  const files = { value: { ...t.platform.files, get } };
  server = await startTestServer(Object.create(t.platform, { files }));
  ada = await aUser(t.platform);
  await api(ada).kyc.savePersonal(personal);
  await attach(ada, 'idDocument');
});
afterAll(async () => {
  await server.close();
  await t.close();
});

test('of files that a person asks for and does not read, a server has four in memory', async () => {
  const { secret } = await api(ada).identity.createToken({ name: 'x', scope: 'read', expiresInDays: 30 });
  const authorization = `Bearer ${secret}`;
  const path = `/api/kyc/files/${(await api(ada).kyc.application()).documents.idDocument?.id}`;
  const { hostname, port } = new URL(server.url);
  reads = 0;
  const unread: Socket[] = [];
  for (let asked = 0; asked < 8; asked += 1) {
    const socket = connect(Number(port), hostname);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: ${authorization}\r\n\r\n`);
    await once(socket, 'connect');
    unread.push(socket);
  }
  await expect.poll(() => reads).toBe(4);
  const later = server.client({ authorization }).fetch(path);
  // Whatever was asked before has been taken up once others are answered.
  for (let asked = 0; asked < 20; asked += 1) await server.client({ authorization }).get('/api/auth/user');
  expect(reads).toBe(4);
  for (const socket of unread) socket.destroy();
  expect((await (await later).arrayBuffer()).byteLength).toBe(large.length);
});

test('files that were asked for on one connection give their turns back when it is closed', async () => {
  const { secret } = await api(ada).identity.createToken({ name: 'y', scope: 'read', expiresInDays: 30 });
  const authorization = `Bearer ${secret}`;
  const path = `/api/kyc/files/${(await api(ada).kyc.application()).documents.idDocument?.id}`;
  const { hostname, port } = new URL(server.url);
  reads = 0;
  const socket = connect(Number(port), hostname);
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: ${authorization}\r\n\r\n`.repeat(4),
  );
  await expect.poll(() => reads).toBe(4);
  socket.destroy();
  const later = [1, 2, 3, 4].map(() => server.client({ authorization }).fetch(path));
  for (const answer of later) expect((await (await answer).arrayBuffer()).byteLength).toBe(large.length);
});

describe('a file', () => {
  afterEach(() => vi.useRealTimers());

  /** Begins to send this many files that never arrive, and answers the refusal of one more. */
  async function refusalAfter(
    kind: Download,
    many: number,
    receiver: (index: number) => { person: string; address: string },
  ) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const send = answerInTurn(secondPlatform(t, {}));
    const sent = () => new Promise<void>(() => undefined);
    const begin = (index: number) => send(kind, { ...receiver(index), sent }, async () => new Response('x'));
    for (let index = 0; index < many; index += 1) await begin(index);
    const refused = refusalOf(begin(many));
    await vi.advanceTimersByTimeAsync(20 * SECOND);
    return refused;
  }

  test('waits for its turns with the person and with everyone no longer than one of them may take', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const send = answerInTurn(secondPlatform(t, {}));
    const never = () => new Promise<void>(() => undefined);
    let end: () => void = () => undefined;
    const sent = () =>
      new Promise<void>((resolve) => {
        end = resolve;
      });
    const answer = async () => new Response('x');
    for (const one of ['ben', 'cat']) await send('large', { person: one, address: one, sent: never }, answer);
    for (let many = 0; many < 3; many += 1)
      await send('file', { person: 'ada', address: 'ada', sent: never }, answer);
    await send('file', { person: 'ada', address: 'ada', sent }, answer);
    let refusal: unknown;
    refusalOf(send('large', { person: 'ada', address: 'ada', sent: never }, answer)).then((code) => {
      refusal = code;
    });
    await vi.advanceTimersByTimeAsync(15 * SECOND);
    end();
    await vi.advanceTimersByTimeAsync(4 * SECOND);
    expect(refusal).toBeUndefined();
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(refusal).toBe('UNAVAILABLE');
  });

  test.each([
    ['file', 4, 'a person', () => ({ person: 'ada', address: crypto.randomUUID() }), 'RATE_LIMITED'],
    ['file', 8, 'a network', (n: number) => ({ person: `${n}`, address: '192.0.2.1' }), 'RATE_LIMITED'],
    ['file', 32, 'everyone', (n: number) => ({ person: `${n}`, address: `${n}` }), 'UNAVAILABLE'],
    ['large', 2, 'everyone', (n: number) => ({ person: `${n}`, address: `${n}` }), 'UNAVAILABLE'],
  ] as const)('of kind %s is refused while %i are sent to %s', async (kind, many, _, receiver, refusal) => {
    expect(await refusalAfter(kind, many, receiver)).toBe(refusal);
  });
});
