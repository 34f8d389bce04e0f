import { SECOND } from '#kernel/time.ts';

const size = 10 * 1024 * 1024 - 100;

/** Files that once kept a server busy for minutes, or would keep one that reads on from every place. */
const patterns = [
  '1 ',
  '1 %',
  '%\n',
  `1${' '.repeat(9_999)}`,
  '1 0 obj%',
  '1 0 obj<</S/URI/URI(https://a)>>',
];

const hostilePdf = (pattern: string) =>
  Buffer.from(`%PDF-1.7\n${pattern.repeat(size / pattern.length)}\nstartxref\n0\n%%EOF`, 'latin1');

/** The longest that /readyz takes, in milliseconds, while people upload files made to keep the server busy. */
export async function worstWaitDuringUploads(port: number, cookie: string): Promise<number> {
  const origin = `http://127.0.0.1:${port}`;
  let uploading = true;
  const upload = async () => {
    for (const pattern of patterns) {
      const { status } = await fetch(`${origin}/api/kyc/documents/idDocument`, {
        method: 'POST',
        headers: { cookie, origin, 'x-file-name': 'id.pdf' },
        body: hostilePdf(pattern),
        signal: AbortSignal.timeout(60 * SECOND),
      });
      if (status !== 422) throw new Error(`a hostile file was answered ${status}`);
    }
  };
  const uploads = upload().finally(() => {
    uploading = false;
  });
  let worst = 0;
  while (uploading) {
    const began = performance.now();
    await (await fetch(`${origin}/readyz`)).text();
    worst = Math.max(worst, performance.now() - began);
  }
  await uploads;
  return worst;
}
