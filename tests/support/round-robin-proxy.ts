import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface RoundRobinProxy {
  url: string;
  add(serverUrl: string): void;
  remove(serverUrl: string): void;
  close(): Promise<void>;
}

const CHECK_EVERY_MS = 100;

/**
 * A plain proxy: it asks each server's /readyz ten times a second, sends requests to the ready ones in turn over
 * keep-alive connections, and never sends one twice. A request that a server does not answer gets a 502.
 */
export async function roundRobinProxy(): Promise<RoundRobinProxy> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Map<string, boolean>();
  const open = new Set<Socket>();
  let turn = 0;

  async function check(url: string): Promise<void> {
    const isReady = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready.has(url)) ready.set(url, isReady);
  }

  function next(): string | undefined {
    const servers = [...ready].filter(([, isReady]) => isReady).map(([url]) => url);
    turn += 1;
    return servers[turn % servers.length];
  }

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const server = next();
    const fail = () => {
      if (!outgoing.headersSent) outgoing.writeHead(502);
      outgoing.end();
    };
    if (server === undefined) {
      fail();
      return;
    }
    const { method = 'GET', url = '/', headers } = incoming;
    const onwards = request(`${server}${url}`, { method, headers, agent }, (answer) => {
      const { connection: _, ...rest } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, rest);
      answer.pipe(outgoing);
      answer.on('error', fail);
    });
    onwards.on('error', fail);
    outgoing.on('close', () => onwards.destroy());
    incoming.pipe(onwards);
  }

  const proxy = createServer(pass).listen(0, '127.0.0.1');
  proxy.keepAliveTimeout = 60_000;
  proxy.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  await once(proxy, 'listening');
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  const checking = setInterval(() => void Promise.all([...ready.keys()].map(check)), CHECK_EVERY_MS);
  return {
    url: `http://127.0.0.1:${address.port}`,
    add: (url) => void ready.set(url, true),
    remove: (url) => void ready.delete(url),
    async close() {
      clearInterval(checking);
      const closed = once(proxy, 'close');
      proxy.close();
      for (const socket of open) socket.destroy();
      agent.destroy();
      await closed;
    },
  };
}
