import { once } from 'node:events';
import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import { createApi } from '#app/server/web.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { PASSWORD } from './actors.ts';

export interface TestServer {
  url: string;
  /** A browser or script with its own cookies. */
  client(headers?: Record<string, string>): TestClient;
  close(): Promise<void>;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  json: any;
}

export interface TestClient {
  readonly cookies: Map<string, string>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** A tRPC query, or a mutation when `input` comes with `mutation`. */
  query(path: string, input?: unknown): Promise<Answer>;
  mutate(path: string, input?: unknown): Promise<Answer>;
  signIn(email: string, password?: string): Promise<Answer>;
}

/** The HTTP server of a platform on a free port. */
export async function startTestServer(
  platform: Platform,
  create: (platform: Platform) => Pick<Parameters<typeof serve>[0], 'fetch'> = createApi,
): Promise<TestServer> {
  const server = serve({ fetch: create(platform).fetch, hostname: '127.0.0.1', port: 0 }) as Server;
  // A connection is never closed just when the client uses it again, however slow the machine is.
  server.keepAliveTimeout = 60_000;
  if (!server.listening) await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const url = `http://127.0.0.1:${address.port}`;
  return {
    url,
    client: (headers) => testClient(url, headers),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

export async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
  const json = isJson ? JSON.parse(text) : undefined;
  return { status: response.status, headers: response.headers, text, json };
}

export function testClient(url: string, always: Record<string, string> = {}): TestClient {
  const cookies = new Map<string, string>();

  async function request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({ ...always, ...(init.headers as Record<string, string>) });
    if (cookies.size > 0)
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(`${url}${path}`, { redirect: 'manual', ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      if (value === '' || /max-age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }

  async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const init: RequestInit = { method, headers };
    if (body !== undefined) {
      init.body = JSON.stringify(body);
      init.headers = { 'content-type': 'application/json', ...headers };
    }
    return answerOf(await request(path, init));
  }

  const trpcInput = (input: unknown) =>
    input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  return {
    cookies,
    fetch: request,
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    query: (path, input) => send('GET', `/api/trpc/${path}${trpcInput(input)}`),
    mutate: (path, input) => send('POST', `/api/trpc/${path}`, input ?? {}),
    signIn: (email, password = PASSWORD) => send('POST', '/api/auth/sign-in', { email, password }),
  };
}
