import { EventEmitter, once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { endUnreadAnswers } from './unread-answers.ts';

const SIZE = 32 * 1024 * 1024;

let server: Server;
beforeEach(async () => {
  server = createServer((_, answer) => void answer.end(Buffer.alloc(SIZE)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(async () => {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
});

/** Asks for the file and does not read it. */
async function ask(): Promise<{ client: Socket; connection: Socket }> {
  const { port } = server.address() as AddressInfo;
  const connected = once(server, 'connection');
  const client = connect(port, '127.0.0.1');
  client.on('error', () => undefined);
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [connection] = (await connected) as [Socket];
  return { client, connection };
}

test('a connection whose client reads nothing of its answer is closed', async () => {
  endUnreadAnswers(server, { idleMs: 50, baseMs: 60_000, bytesPerSecond: 1 });
  const { connection, client } = await ask();
  await once(connection, 'close');
  client.destroy();
});

test('a connection whose client reads a little at a time is closed when the time for all of it is over', async () => {
  endUnreadAnswers(server, { idleMs: 60_000, baseMs: 100, bytesPerSecond: SIZE * 10 });
  const { connection, client } = await ask();
  const reading = setInterval(() => client.read(1_000), 10);
  await once(connection, 'close');
  clearInterval(reading);
  client.destroy();
});

describe('an answer that is written part by part', () => {
  const baseMs = 60_000;
  const minBytes = 960_000;

  /** Writes the next part once the last one is taken, as a compressed answer is written, and never ends. */
  function writeForever() {
    server.removeAllListeners('request');
    server.on('request', (_, answer) => {
      const write = () => {
        if (!answer.destroyed && answer.write(Buffer.alloc(64 * 1024))) setImmediate(write);
      };
      answer.on('drain', write);
      write();
    });
  }

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => vi.useRealTimers());

  test('ends the connection of a client that reads nothing of it for a minute', async () => {
    writeForever();
    endUnreadAnswers(server);
    const { connection, client } = await ask();
    await expect.poll(() => connection.writableLength).toBeGreaterThan(0);
    vi.advanceTimersByTime(baseMs);
    expect(connection.destroyed).toBe(false);
    vi.advanceTimersByTime(baseMs);
    expect(connection.destroyed).toBe(true);
    client.destroy();
  });

  test.each([
    [32_000, 'ends the connection of'],
    [2 * minBytes, 'goes on for'],
  ])('of which a client takes %d bytes a minute %s it', (taken, outcome) => {
    // A socket's own buffers are larger than what such a client takes, so its counters are written here.
    const socket = { bytesWritten: 100_000, writableLength: 32_000 };
    let isEnded = false;
    const destroy = () => {
      isEnded = true;
    };
    const listening = new EventEmitter();
    endUnreadAnswers(listening as Server);
    listening.emit('request', {}, Object.assign(new EventEmitter(), { socket, destroy }));
    for (let minute = 0; minute < 3; minute += 1) {
      vi.advanceTimersByTime(baseMs);
      socket.bytesWritten += taken;
    }
    expect(isEnded).toBe(outcome.startsWith('ends'));
    listening.emit('close');
  });

  test('goes on for a client that reads as fast as it has to', async () => {
    writeForever();
    endUnreadAnswers(server);
    const { connection, client } = await ask();
    for (let minute = 0; minute < 3; minute += 1) {
      await expect.poll(() => connection.writableLength).toBeGreaterThan(0);
      vi.advanceTimersByTime(baseMs);
      const before = connection.bytesWritten;
      client.resume();
      await expect.poll(() => connection.bytesWritten).toBeGreaterThan(before + 2 * minBytes);
      client.pause();
    }
    expect(connection.destroyed).toBe(false);
    client.destroy();
  });

  test('goes on while it has nothing to send, as a live stream', async () => {
    server.removeAllListeners('request');
    server.on('request', (_, answer) => answer.write(': \n\n'));
    endUnreadAnswers(server);
    const { connection, client } = await ask();
    await once(client, 'data');
    for (let minute = 0; minute < 3; minute += 1) vi.advanceTimersByTime(baseMs);
    expect(connection.destroyed).toBe(false);
    client.destroy();
  });
});

test('a client that reads gets all of its answer', async () => {
  endUnreadAnswers(server);
  const { port } = server.address() as AddressInfo;
  const answer = await new Promise<IncomingMessage>((resolve) => void get({ port }, resolve));
  let length = 0;
  for await (const part of answer) length += (part as Buffer).length;
  expect(length).toBe(SIZE);
});
