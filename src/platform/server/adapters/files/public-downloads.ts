import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { PRODUCT_NAME } from '#kernel/product.ts';
import { SECOND } from '#kernel/time.ts';
import type { DownloadProblem, PublicDownloads } from '../../ports/public-downloads.ts';
import { boundedQueue, QueueFullError } from '../bounded-queue.ts';
import { isPublicAddress } from './public-addresses.ts';

const TIMEOUT_MS = 5 * SECOND;
const MAX_REDIRECTS = 3;
/** Fewer than the jobs that run at the same time: slow websites must not hold up other jobs. */
const MAX_RUNNING_DOWNLOADS = 2;
const redirects = new Set([301, 302, 303, 307, 308]);

class Refused extends Error {
  constructor(readonly problem: DownloadProblem) {
    super(problem);
  }
}

/** The parts that a test replaces: how names are resolved, and how one address is requested. */
interface Network {
  resolve(host: string): Promise<readonly string[]>;
  get(url: URL, address: string, signal: AbortSignal): Promise<IncomingMessage>;
}

const internet: Network = {
  async resolve(host) {
    return (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);
  },
  get: (url, address, signal) => getPinned(url, address, { signal }),
};

/**
 * Asks one address, which must show a certificate for the host name of the URL. A test server brings its own authority
 * and port.
 */
export function getPinned(
  url: URL,
  address: string,
  options: { signal: AbortSignal; ca?: string; port?: number },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': PRODUCT_NAME };
    request(url, { ...options, agent: false, lookup: always(address), headers })
      .once('response', resolve)
      .once('error', reject)
      .end();
  });
}

/** Always connects to the address that was checked, also if the name now resolves to another one. */
const always =
  (address: string): LookupFunction =>
  (_host, { all }, done) =>
    all ? done(null, [{ address, family: isIP(address) }]) : done(null, address, isIP(address));

/**
 * Downloads over https on its usual port, from public addresses only. A name with an address that is not public is
 * refused. The connection goes to the address that was checked. Five seconds for everything, redirects included.
 */
export function publicDownloads(network: Network = internet): PublicDownloads {
  const run = boundedQueue({ maxRunning: MAX_RUNNING_DOWNLOADS, maxWaiting: 0 });
  async function fetched(url: string, maxBytes: number): Promise<Uint8Array> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return bodyOf(await follow(network, url, signal), { maxBytes, signal });
  }
  return {
    async download(url, { maxBytes }) {
      try {
        return await run(() => fetched(url, maxBytes));
      } catch (error) {
        if (error instanceof QueueFullError) return 'busy';
        return error instanceof Refused ? error.problem : 'unreachable';
      }
    },
  };
}

async function follow(network: Network, first: string, signal: AbortSignal): Promise<IncomingMessage> {
  let url = checkedUrl(first);
  for (let redirected = 0; redirected <= MAX_REDIRECTS; redirected += 1) {
    const address = await publicAddressOf(network, url, signal);
    const answer = await network.get(url, address, signal);
    const status = answer.statusCode ?? 0;
    if (status === 200) return answer;
    answer.destroy();
    const { location } = answer.headers;
    if (redirects.has(status) && location !== undefined) url = checkedUrl(location, url);
    else throw new Refused(status >= 400 && status < 500 && status !== 429 ? 'missing' : 'unreachable');
  }
  throw new Refused('unreachable');
}

function checkedUrl(text: string, base?: URL): URL {
  const url = URL.canParse(text, base) ? new URL(text, base) : null;
  const isPlain = url?.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '';
  if (!url || !isPlain) throw new Refused('address');
  return url;
}

async function publicAddressOf(network: Network, { hostname }: URL, signal: AbortSignal): Promise<string> {
  const literal = hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(literal) ? [literal] : await inTime(network.resolve(hostname), signal);
  if (!addresses.every(isPublicAddress)) throw new Refused('address');
  const [address] = addresses;
  if (address === undefined) throw new Refused('unreachable');
  return address;
}

/** A name lookup cannot be aborted, so this stops waiting for it at the limit. */
function inTime<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Refused('unreachable')), { once: true });
  });
  return Promise.race([work, late]);
}

async function bodyOf(
  answer: IncomingMessage,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  const stop = () => answer.destroy(new Refused('unreachable'));
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBytes) throw new Refused('tooLarge');
      chunks.push(chunk);
    }
  } finally {
    signal.removeEventListener('abort', stop);
    answer.destroy();
  }
  return Buffer.concat(chunks);
}
