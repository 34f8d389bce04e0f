import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { clamd } from './clamd.ts';

const ending: (() => void)[] = [];
afterEach(() => {
  for (const end of ending.splice(0)) end();
});

/** A daemon that speaks the protocol on its own port; `judge` gives its answer for a file. */
async function aDaemon(judge: (content: Buffer) => string | null) {
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const content = streamed(received);
      if (content === null) return;
      const answer = judge(content);
      if (answer === null) socket.destroy();
      else if (answer !== '') socket.end(`${answer}\0`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ending.push(() => server.close());
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
}

/** The content of a whole INSTREAM command; null while it is not whole. */
function streamed(received: Buffer): Buffer | null {
  const command = Buffer.from('zINSTREAM\0');
  if (received.length < command.length) return null;
  expect(received.subarray(0, command.length)).toEqual(command);
  const chunks: Buffer[] = [];
  for (let at = command.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}

describe('a file that ClamAV scans', () => {
  test('arrives whole, and is clean, or infected with the name of the virus', async () => {
    const sent = Buffer.alloc(300_000, 'a page of rents ');
    let seen: Buffer = Buffer.alloc(0);
    const daemon = await aDaemon((content) => {
      seen = content;
      return content.includes('EICAR') ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK';
    });
    expect(await clamd(daemon).scan(sent)).toEqual({ result: 'clean' });
    expect(seen.equals(sent)).toBe(true);
    expect(await clamd(daemon).scan(Buffer.from('EICAR'))).toEqual({
      result: 'infected',
      signature: 'Eicar-Test-Signature',
    });
  });

  test('is refused with the answer of ClamAV when it could not be scanned', async () => {
    const answer = 'INSTREAM size limit exceeded. ERROR';
    const daemon = await aDaemon(() => answer);
    expect(await clamd(daemon).scan(Buffer.from('rents'))).toEqual({ result: 'refused', answer });
  });

  test.each([
    ['lost its connection', null, /ended the connection/],
    ['gets no answer', '', /did not answer in time/],
  ] as const)('is not called clean when it %s', async (_, answer, message) => {
    const daemon = await aDaemon(() => answer);
    await expect(clamd(daemon, { timeoutMs: 200 }).scan(Buffer.from('rents'))).rejects.toThrow(message);
  });

  test('is not called clean while no daemon runs', async () => {
    const daemon = await aDaemon(() => null);
    for (const end of ending.splice(0)) end();
    await expect(clamd(daemon).scan(Buffer.from('rents'))).rejects.toThrow(/ECONNREFUSED/);
  });
});
