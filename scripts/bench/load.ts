import { connect, type Socket } from 'node:net';

export interface LoadResult {
  /** Operations per second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  operations: number;
  failures: number;
}

function summary(latencies: number[], failures: number, seconds: number): LoadResult {
  const sorted = latencies.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { rate: sorted.length / seconds, p50: at(0.5), p99: at(0.99), operations: sorted.length, failures };
}

/** Runs `concurrency` calls at a time for `seconds`; a call that throws counts as a failure. */
export async function callLoad(
  concurrency: number,
  seconds: number,
  call: () => Promise<unknown>,
): Promise<LoadResult> {
  const latencies: number[] = [];
  let failures = 0;
  const start = performance.now();
  const end = start + seconds * 1000;
  const worker = async () => {
    while (performance.now() < end) {
      const began = performance.now();
      try {
        await call();
        latencies.push(performance.now() - began);
      } catch {
        failures += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return summary(latencies, failures, (performance.now() - start) / 1000);
}

interface HttpLoad {
  port: number;
  connections: number;
  seconds: number;
  /** The next request, whole, as it goes over the wire. */
  request: () => string;
}

/**
 * Sends one request at a time on each of `connections` for `seconds`. It speaks HTTP/1.1 over bare sockets and reads
 * no more of an answer than its length, so that the load costs the machine as little as possible.
 */
export async function httpLoad({ port, connections, seconds, request }: HttpLoad): Promise<LoadResult> {
  const latencies: number[] = [];
  const counts = { failures: 0 };
  const start = performance.now();
  const end = start + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, () => oneConnection(port, end, request, latencies, counts)),
  );
  return summary(latencies, counts.failures, (performance.now() - start) / 1000);
}

function oneConnection(
  port: number,
  end: number,
  request: () => string,
  latencies: number[],
  counts: { failures: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    let began = 0;
    let received: Buffer = Buffer.alloc(0);
    const send = () => {
      began = performance.now();
      socket.write(request());
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const length = answerLength(received);
      if (length === null || received.length < length) return;
      if (isSuccess(received.subarray(9, 12).toString())) latencies.push(performance.now() - began);
      else counts.failures += 1;
      received = Buffer.alloc(0);
      if (performance.now() < end) return send();
      socket.end();
      resolve();
    });
  });
}

/** A batch of calls is answered 207 when some of them failed. */
const isSuccess = (status: string) => status.startsWith('2') && status !== '207';

const HEAD_END = Buffer.from('\r\n\r\n');

/** Bytes of the whole answer, once its head is there; chunked answers end with an empty chunk. */
function answerLength(received: Buffer): number | null {
  const head = received.indexOf(HEAD_END);
  if (head < 0) return null;
  const text = received.subarray(0, head).toString('latin1');
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
  if (length !== undefined) return head + 4 + Number(length);
  if (!/\r\ntransfer-encoding: chunked/i.test(text)) return head + 4;
  return received.subarray(-5).toString('latin1') === '0\r\n\r\n' ? received.length : null;
}
