import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';

/** Treatment of a call: accepted, refused, never answered, accepted and disconnected, or answered late. */
export type Treatment = 'take' | 'refuse' | 'silence' | 'take and break off' | 'take and wait';

/** Another system that receives our webhooks. It treats a call with a known key as a repetition. */
export interface Receiver {
  url: string;
  /** The key of each call, repetitions too. */
  readonly calls: string[];
  /** Calls taken, once for each key. */
  readonly taken: Map<string, { email: string }>;
  /** Treatments of the next calls for this email; after that, and for everyone else, as `usually` says. */
  treat(email: string, treatments: readonly Treatment[]): void;
  usually(treatment: Treatment): void;
  /** Answers the calls that wait. */
  release(): void;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const calls: string[] = [];
  const taken = new Map<string, { email: string }>();
  const treatments = new Map<string, Treatment[]>();
  const waiting: ServerResponse[] = [];
  let usual: Treatment = 'take';

  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const body = JSON.parse(text) as { email: string };
    const key = String(request.headers['idempotency-key']);
    const treatment = treatments.get(body.email)?.shift() ?? usual;
    calls.push(key);
    if (treatment.startsWith('take')) taken.set(key, body);
    if (treatment === 'take') response.writeHead(204).end();
    if (treatment === 'refuse') response.writeHead(500).end();
    if (treatment === 'take and break off') response.destroy();
    if (treatment === 'take and wait') waiting.push(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.');
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    calls,
    taken,
    treat: (email, list) => void treatments.set(email, [...list]),
    usually(treatment) {
      usual = treatment;
    },
    release() {
      for (const response of waiting.splice(0)) response.writeHead(204).end();
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
