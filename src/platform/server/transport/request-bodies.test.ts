import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HttpEnv } from './http-env.ts';
import { limitBody } from './request-bodies.ts';

const BODY = '{"shares":5}';
let server: Server;
const errors: unknown[] = [];
beforeAll(async () => {
  const app = new Hono<HttpEnv>();
  app.onError((error, c) => {
    errors.push(error);
    return c.body(null, 400);
  });
  app.post('/', async (c) => {
    const { raw } = c.req;
    const answer = { isAsItCame: false, body: '' };
    await limitBody(c, async () => {
      answer.isAsItCame = c.req.raw === raw;
      answer.body = await c.req.text();
    });
    return c.json(answer);
  });
  server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }) as Server;
  if (!server.listening) await once(server, 'listening');
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const HEADERS = `POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${BODY.length}\r\n\r\n`;

const CHUNKED_HEADERS = HEADERS.replace(/Content-Length: .*/, 'Transfer-Encoding: chunked');

async function answerTo(send: (socket: Socket) => Promise<void>): Promise<unknown> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  const ended = once(socket, 'close');
  await send(socket);
  await ended;
  return JSON.parse(/\{.*\}/.exec(text)?.[0] ?? 'null');
}

test('a body that came with its headers is left to its reader', async () => {
  const answer = await answerTo(async (socket) => {
    socket.write(HEADERS + BODY);
  });
  expect(answer).toEqual({ isAsItCame: true, body: BODY });
});

test('a body that is still arriving is read first', async () => {
  const answer = await answerTo(async (socket) => {
    const begun = once(server, 'request');
    socket.write(HEADERS);
    await begun;
    socket.write(BODY.slice(0, 4));
    await new Promise(setImmediate);
    socket.write(BODY.slice(4));
  });
  expect(answer).toEqual({ isAsItCame: false, body: BODY });
});

test.each([
  ['with its length', HEADERS + BODY.slice(0, 4)],
  ['in chunks', `${CHUNKED_HEADERS}4\r\n${BODY.slice(0, 4)}\r\n`],
])('a body %s that breaks off is the fault of its sender', async (_, beginning) => {
  errors.length = 0;
  await answerTo(async (socket) => {
    const begun = once(server, 'request');
    socket.write(beginning);
    await begun;
    socket.resetAndDestroy();
  });
  await expect.poll(() => errors).toMatchObject([{ code: 'MALFORMED' }]);
});
