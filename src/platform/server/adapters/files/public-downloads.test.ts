import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, get as httpGet, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isPublicAddress } from './public-addresses.ts';
import { getPinned, publicDownloads } from './public-downloads.ts';

type Answering = (request: IncomingMessage, response: ServerResponse) => void;

let port = 0;
let answering: Answering;
const server = createServer((request, response) => answering(request, response));
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());

/** Names of the test's internet. Whatever address is asked, the server above answers and the address is remembered. */
let names: Record<string, string[][]> = {};
const asked: string[] = [];
afterEach(() => {
  asked.length = 0;
  names = {};
});
const { download } = publicDownloads({
  async resolve(host) {
    const answers = names[host] ?? [];
    return (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
  },
  get(url, address, signal) {
    asked.push(`${address} ${url.pathname}`);
    return new Promise((resolve, reject) => {
      httpGet({ host: '127.0.0.1', port, path: url.pathname, signal }, resolve).once('error', reject);
    });
  },
});
const fetched = (url: string, maxBytes = 1_000) => download(url, { maxBytes });
const PUBLIC = '93.184.215.14';

describe('content of a public https address', () => {
  test('is downloaded from the address that was checked, whatever the name leads to afterwards', async () => {
    names = { 'pictures.example': [[PUBLIC], ['127.0.0.1']] };
    answering = (_, response) => response.end('picture');
    expect(Buffer.from((await fetched('https://pictures.example/a.png')) as Uint8Array).toString()).toBe(
      'picture',
    );
    expect(asked).toEqual([`${PUBLIC} /a.png`]);
  });

  test('is downloaded where a public address sends on to', async () => {
    names = { 'pictures.example': [[PUBLIC]], 'cdn.example': [['2606:4700::1111']] };
    answering = ({ url }, response) =>
      url === '/a' ? response.writeHead(302, { location: 'https://cdn.example/b' }).end() : response.end('b');
    expect(Buffer.from((await fetched('https://pictures.example/a')) as Uint8Array).toString()).toBe('b');
    expect(asked).toEqual([`${PUBLIC} /a`, '2606:4700::1111 /b']);
  });

  test('is asked for by two downloads at a time, so that slow websites keep no other work waiting', async () => {
    names = { 'slow.example': [[PUBLIC]] };
    const held: ServerResponse[] = [];
    const bothAsked = new Promise<void>((resolve) => {
      answering = (_, response) => {
        if (held.push(response) === 2) resolve();
      };
    });
    const slow = ['a', 'b'].map((name) => fetched(`https://slow.example/${name}`));
    await bothAsked;
    expect(await fetched('https://slow.example/c')).toBe('busy');
    for (const response of held) response.end('late');
    for (const bytes of await Promise.all(slow)) expect(bytes).toHaveLength(4);
    answering = (_, response) => response.end('picture');
    expect(await fetched('https://slow.example/c')).toHaveLength(7);
  });

  test('is refused as soon as it is too large, whatever length it states', async () => {
    names = { 'pictures.example': [[PUBLIC]] };
    answering = (_, response) => {
      const send = () => {
        if (!response.destroyed && response.write('x'.repeat(600))) setImmediate(send);
      };
      send();
    };
    expect(await fetched('https://pictures.example/endless')).toBe('tooLarge');
  });

  test.each([
    [404, 'missing'],
    [403, 'missing'],
    [429, 'unreachable'],
    [500, 'unreachable'],
  ])('that answers %d is %s', async (status, problem) => {
    names = { 'pictures.example': [[PUBLIC]] };
    answering = (_, response) => response.writeHead(status).end();
    expect(await fetched('https://pictures.example/a.png')).toBe(problem);
  });

  test('that never ends is given up', async () => {
    names = { 'pictures.example': [[PUBLIC]] };
    answering = (_, response) => response.writeHead(302, { location: '/again' }).end();
    expect(await fetched('https://pictures.example/a.png')).toBe('unreachable');
    expect(asked).toHaveLength(4);
  });
});

describe('nothing is asked', () => {
  test.each([
    'http://pictures.example/a.png',
    'https://pictures.example:8443/a.png',
    'https://user:pass@pictures.example/a.png',
    'ftp://pictures.example/a.png',
    'file:///etc/passwd',
    'https://127.0.0.1/a.png',
    'https://2130706433/a.png',
    'https://0x7f.1/a.png',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/a.png',
    'https://[::ffff:10.0.0.1]/a.png',
    'https://[fe80::1]/a.png',
    'https://[fd00::1]/a.png',
    'https://[64:ff9b::7f00:1]/a.png',
    'https://[2002:7f00:1::]/a.png',
    'https://inside.example/a.png',
    'https://both.example/a.png',
    'https://mapped.example/a.png',
  ])('of %s', async (url) => {
    names = {
      'pictures.example': [[PUBLIC]],
      'inside.example': [['10.1.2.3']],
      'both.example': [[PUBLIC, '192.168.1.1']],
      'mapped.example': [['::ffff:127.0.0.1']],
    };
    expect(await fetched(url)).toBe('address');
    expect(asked).toEqual([]);
  });

  test.each(['https://127.0.0.1/b', 'http://cdn.example/b', 'https://inside.example/b', '//[::1]/b'])(
    'of %s, to which a public address sends on',
    async (location) => {
      names = {
        'pictures.example': [[PUBLIC]],
        'cdn.example': [[PUBLIC]],
        'inside.example': [['172.16.0.9']],
      };
      answering = (_, response) => response.writeHead(301, { location }).end();
      expect(await fetched('https://pictures.example/a')).toBe('address');
      expect(asked).toEqual([`${PUBLIC} /a`]);
    },
  );

  test('of a name that nobody has', async () => {
    expect(await fetched('https://nobody.example/a.png')).toBe('unreachable');
  });
});

/** A certificate of a test authority for pictures.example, and its key. */
const pem = (name: string) =>
  readFileSync(new URL(`../../../../../tests/support/data/tls/${name}.pem`, import.meta.url), 'utf8');

describe('an address that was checked', () => {
  const ca = pem('authority');
  const serverNames: unknown[] = [];
  const tlsServer = createTlsServer({ key: pem('key'), cert: pem('certificate') }, ({ socket }, response) => {
    serverNames.push((socket as TLSSocket).servername);
    response.end('picture');
  });
  beforeAll(async () => void (await once(tlsServer.listen(0, '127.0.0.1'), 'listening')));
  afterEach(() => void serverNames.splice(0));
  afterAll(() => void tlsServer.close());
  const get = (host: string, authority: { ca?: string }) => {
    const { port: tlsPort } = tlsServer.address() as AddressInfo;
    const options = { ...authority, port: tlsPort, signal: AbortSignal.timeout(5_000) };
    return getPinned(new URL(`https://${host}/a.png`), '127.0.0.1', options);
  };

  test('answers for the host name of its certificate, though the name leads nowhere', async () => {
    const { download: downloadByTls } = publicDownloads({
      resolve: async () => [PUBLIC],
      get: (url) => get(url.hostname, { ca }),
    });
    const bytes = await downloadByTls('https://pictures.example/a.png', { maxBytes: 1_000 });
    expect(Buffer.from(bytes as Uint8Array).toString()).toBe('picture');
    expect(serverNames).toEqual(['pictures.example']);
  });

  test('is refused for another host name, and sent nothing', async () => {
    await expect(get('cdn.example', { ca })).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    expect(serverNames).toEqual([]);
  });

  test('is refused for its own address in place of the name', async () => {
    await expect(get('127.0.0.1', { ca })).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    expect(serverNames).toEqual([]);
  });

  test('is refused with a certificate of an unknown authority, and sent nothing', async () => {
    const unknown = { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' };
    await expect(get('pictures.example', {})).rejects.toMatchObject(unknown);
    expect(serverNames).toEqual([]);
  });
});

test.each([
  '0.0.0.0', '10.255.0.1', '100.64.0.1', '127.9.9.9', '169.254.0.1', '172.31.255.255', '192.168.0.1', '198.18.0.1',
  '224.0.0.1', '255.255.255.255', '::', '::1', '::ffff:93.184.215.14', '::93.184.215.14', 'fc00::1', 'fe80::1',
  'ff02::1', '2001::1', '2001:db8::1', '2002::1', '64:ff9b::1', 'localhost', '',
])('%j is no address of the public internet', (address) => {
  expect(isPublicAddress(address)).toBe(false);
}); // biome-ignore format: a list of addresses

test.each([PUBLIC, '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])(
  '%j is one',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);
