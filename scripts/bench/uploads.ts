import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { deflateSync } from 'node:zlib';
import { MINUTE } from '#kernel/time.ts';

const host = '127.0.0.1';
const MAX_FILE_BYTES = 10 * 1024 * 1024;

/**
 * Files that once occupied a server for minutes, or that would occupy a reader which tries again from every position.
 */
const patterns = [
  '1 ',
  '1 %',
  '%\n',
  `1${' '.repeat(9_999)}`,
  '1 0 obj%',
  '1 0 obj<</S/URI/URI(https://a)>>',
];

/** An object stream that states more objects than it can hold: 30 kB of it unpack to 31 MB. */
function hostileObjectStream(): Buffer {
  const head = '%PDF-1.7\n1 0 obj<</Type/ObjStm/Filter/FlateDecode/First 4/N 9999999>>stream\n';
  const list = deflateSync(Buffer.from('1 0 '.repeat(7_750_000)));
  return Buffer.concat([Buffer.from(head, 'latin1'), list, Buffer.from('\nstartxref\n0\n%%EOF', 'latin1')]);
}

function hostilePdf(pattern: string): Buffer {
  const repeats = Math.floor((MAX_FILE_BYTES - 100) / pattern.length);
  return Buffer.from(`%PDF-1.7\n${pattern.repeat(repeats)}\nstartxref\n0\n%%EOF`, 'latin1');
}

/** Longest waits of people, in milliseconds. */
export interface UploadWaits {
  /** Until a file is refused. */
  refusal: number;
  /** Until /readyz answers, while files are uploaded and while none is. */
  readyz: number;
  idleReadyz: number;
}

/** Uploads files made to keep the server busy, one after the other, and asks /readyz all the while. */
export async function hostileUploads(port: number, cookie: string): Promise<UploadWaits> {
  // Made beforehand: this process must not be busy itself while it measures.
  const files = [...patterns.map(hostilePdf), hostileObjectStream()];
  const waits: UploadWaits = { refusal: 0, readyz: 0, idleReadyz: 0 };
  waits.idleReadyz = await longestWait(port, pause(2_000));
  const upload = async () => {
    for (const file of files)
      waits.refusal = Math.max(waits.refusal, await timeToRefusal(port, cookie, file));
  };
  waits.readyz = await longestWait(port, upload());
  return waits;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function longestWait(port: number, work: Promise<void>): Promise<number> {
  let working = true;
  const worked = work.finally(() => {
    working = false;
  });
  // Thrown below, after the last probe.
  worked.catch(() => undefined);
  let longest = 0;
  while (working) {
    const began = performance.now();
    const [answer] = (await once(request({ host, port, path: '/readyz' }).end(), 'response')) as [
      IncomingMessage,
    ];
    await text(answer);
    if (answer.statusCode !== 200) throw new Error(`/readyz was answered ${answer.statusCode}`);
    longest = Math.max(longest, performance.now() - began);
  }
  await worked;
  return longest;
}

async function timeToRefusal(port: number, cookie: string, file: Buffer): Promise<number> {
  const began = performance.now();
  const sent = request({
    host,
    port,
    method: 'POST',
    path: '/api/kyc/documents/idDocument',
    headers: {
      cookie,
      origin: `http://${host}:${port}`,
      'x-file-name': 'id.pdf',
      'content-length': file.length,
    },
    timeout: MINUTE,
  }).end(file);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  await text(answer);
  if (answer.statusCode !== 422) throw new Error(`a hostile file was answered ${answer.statusCode}`);
  return performance.now() - began;
}
