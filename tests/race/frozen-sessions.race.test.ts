import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { integerArray } from '#platform/server/database/columns.ts';
import { rows } from '#platform/server/database/db.ts';
import { eventually } from '../support/eventually.ts';
import { type PostgresPlatform, postgresPlatform } from '../support/platform.ts';

const TIMEOUT_MS = 500;

let t: PostgresPlatform;
const sockets: Socket[] = [];
beforeAll(async () => {
  t = await postgresPlatform({ timeoutMs: TIMEOUT_MS });
  await t.platform.db.execute(sql`create table notes (id int primary key)`);
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await t.close();
});

const text = (value: string) => Buffer.from(`${value}\0`);
function sized(...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + body.length);
  return Buffer.concat([length, body]);
}
const message = (type: string, ...parts: Buffer[]) => Buffer.concat([Buffer.from(type), sized(...parts)]);

/** A session that has begun a transaction, has described a statement, and is silent from then on. */
async function silentSession(application: string, begin: string): Promise<Socket> {
  const { hostname, port, username, pathname } = new URL(t.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  socket.on('error', () => undefined).resume();
  await once(socket, 'connect');
  const settings = ['user', username, 'database', pathname.slice(1), 'application_name', application, ''];
  socket.write(sized(Buffer.from([0, 3, 0, 0]), ...settings.map(text)));
  socket.write(message('Q', text(begin)));
  const parse = message('P', text(''), text('select $1::int'), Buffer.alloc(2));
  socket.write(Buffer.concat([parse, message('D', Buffer.from('S'), text('')), message('H')]));
  await eventually(async () => (await silentAmong([socket])).length === 1);
  return socket;
}

/** Applications of those sessions that Postgres calls active while it waits for them. */
async function silentAmong(sessions: readonly Socket[]): Promise<string[]> {
  const ports = integerArray(sessions.map(({ localPort }) => localPort ?? 0));
  const found = await rows<{ application: string }>(
    t.platform.db,
    sql`select application_name as application from pg_stat_activity
        where client_port = any(${ports}) and state = 'active' and wait_event = 'ClientRead'`,
  );
  return found.map(({ application }) => application);
}

test('the session of a frozen server, whose locks no time limit of Postgres ends, is ended by another server', async () => {
  const ended = vi.fn();
  t.database.onFrozenSessionEnded(ended);
  const another = await silentSession('somebody-else', 'begin');
  const frozen = await silentSession('commonhold', 'begin; lock table notes in share mode');
  await eventually(() => ended.mock.calls.length > 0);
  expect(ended).toHaveBeenCalledWith({
    backendPid: expect.any(Number),
    silentSeconds: expect.any(Number),
  });
  await t.platform.db.execute(sql`insert into notes values (1)`);
  expect(await silentAmong([another, frozen])).toEqual(['somebody-else']);
});
