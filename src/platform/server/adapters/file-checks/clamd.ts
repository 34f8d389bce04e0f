import { connect, type Socket } from 'node:net';
import { SECOND } from '#kernel/time.ts';
import type { ScanResult, VirusScanner } from '../../ports/virus-scanner.ts';

const CHUNK_BYTES = 64 * 1024;
const MAX_ANSWER_BYTES = 4 * 1024;

/** Scans with a ClamAV daemon over TCP, by its command INSTREAM. One connection per file. */
export function clamd(
  { host, port }: { host: string; port: number },
  { timeoutMs = 60 * SECOND }: { timeoutMs?: number } = {},
): VirusScanner {
  return {
    async scan(bytes) {
      const socket = connect({ host, port });
      socket.setTimeout(timeoutMs, () =>
        socket.destroy(new Error('the virus scanner did not answer in time')),
      );
      try {
        const answer = answerOf(socket);
        send(socket, bytes);
        return resultOf(await answer);
      } finally {
        socket.destroy();
      }
    },
  };
}

/** The file in chunks, each behind its length; an empty one ends it. */
function send(socket: Socket, bytes: Uint8Array): void {
  socket.write('zINSTREAM\0');
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const chunk = bytes.subarray(at, at + CHUNK_BYTES);
    socket.write(lengthOf(chunk.length));
    socket.write(chunk);
  }
  socket.write(lengthOf(0));
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

/** The daemon's answer, up to the zero byte that ends it. */
function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8');
      const end = text.indexOf('\0');
      if (end >= 0) resolve(text.slice(0, end));
      else if (text.length > MAX_ANSWER_BYTES) reject(new Error('the virus scanner answered too much'));
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the virus scanner ended the connection')));
  });
}

function resultOf(answer: string): ScanResult {
  const verdict = answer.replace(/^stream: /, '').trim();
  if (verdict === 'OK') return { result: 'clean' };
  const [, signature] = /^(.+) FOUND$/.exec(verdict) ?? [];
  if (signature === undefined) return { result: 'refused', answer: verdict.slice(0, 200) };
  return { result: 'infected', signature: signature.slice(0, 200) };
}
