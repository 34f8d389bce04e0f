import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { MINUTE } from '#kernel/time.ts';

const host = '127.0.0.1';
const maxFileBytes = 10 * 1024 * 1024;

/** Files that once occupied a server for minutes, or would occupy one that reads on from every place. */
const patterns = [
  '1 ',
  '1 %',
  '%\n',
  `1${' '.repeat(9_999)}`,
  '1 0 obj%',
  '1 0 obj<</S/URI/URI(https://a)>>',
];

function hostilePdf(pattern: string): Buffer {
  const repeats = Math.floor((maxFileBytes - 100) / pattern.length);
  return Buffer.from(`%PDF-1.7\n${pattern.repeat(repeats)}\nstartxref\n0\n%%EOF`, 'latin1');
}

/** What people waited for, each the longest, in milliseconds. */
export interface UploadWaits {
  /** For the refusal of a file. */
  refusal: number;
  /** For /readyz, while files are uploaded and while none is. */
  readyz: number;
  idleReadyz: number;
}

/** Uploads files made to keep the server busy, one after the other, and asks /readyz all the while. */
export async function hostileUploads(port: number, cookie: string): Promise<UploadWaits> {
  // Made beforehand: this process must not be busy itself while it measures.
  const files = patterns.map(hostilePdf);
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
