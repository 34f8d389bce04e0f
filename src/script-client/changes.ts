import { setTimeout as sleep } from 'node:timers/promises';
import { CommonholdError, errorOfShape } from './error.ts';
import { type Fetch, foreign, unreachable } from './transport.ts';

/** Something happened, to the caller (`mine`) or to a property; it never carries amounts, so ask for those. */
export interface Change {
  /** Resumes after this change, when given as `after`. */
  id: string;
  /** Past tense, such as "investing.invested". */
  type: string;
  propertyId: number | null;
  mine: boolean;
}

type PositionedChange = Change & { operation?: string; position?: string };

export interface FollowOptions {
  /** Id of the last change seen; without it, only changes from now on are delivered. */
  after?: string;
  /** Ends the stream. */
  signal?: AbortSignal;
}

const PAUSE_MS = 1_000;

/**
 * Changes as they are committed. A broken stream is resumed after the last change seen, so that none is missed,
 * for as long as the caller listens; a refusal, such as a revoked token, ends it with a CommonholdError.
 */
export async function* followChanges(
  connection: {
    endpoint: string;
    fetch: Fetch;
    headers: Record<string, string>;
    /** Hears the position of the database that a change came with, before the change is delivered. */
    raise: (position: string | undefined) => void;
  },
  { after, signal }: FollowOptions = {},
): AsyncGenerator<Change> {
  let last = after;
  while (!signal?.aborted) {
    try {
      for await (const { position, operation: _, ...change } of oneStream(connection, last, signal)) {
        connection.raise(position);
        last = change.id;
        yield change;
      }
    } catch (error) {
      if (signal?.aborted) return;
      const status = error instanceof CommonholdError ? error.status : null;
      if (status !== null && status < 500) throw error;
    }
    await sleep(PAUSE_MS, undefined, signal ? { signal } : {}).catch(() => undefined);
  }
}

async function* oneStream(
  { endpoint, fetch, headers }: Parameters<typeof followChanges>[0],
  after: string | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<PositionedChange> {
  const url = new URL(`${endpoint}/live.changes`);
  url.searchParams.set('input', JSON.stringify(after === undefined ? {} : { lastEventId: after }));
  const init = { headers: { ...headers, accept: 'text/event-stream' }, ...(signal ? { signal } : {}) };
  const answer = await fetch(url, init).catch((error: unknown) => {
    throw unreachable(endpoint, error);
  });
  const { ok, body } = answer;
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
  if (!ok || !isStream || !body) throw foreign(answer, await answer.text());
  let unread = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (unread + chunk).split('\n\n');
    unread = blocks.pop() ?? '';
    for (const block of blocks) {
      const change = changeOf(block);
      if (change) yield change;
    }
  }
}

/** The change in one block of the stream; null for pings and other events without an id. */
function changeOf(block: string): PositionedChange | null {
  const fields = new Map(
    block.split('\n').map((line) => {
      const [name = '', ...rest] = line.split(': ');
      return [name, rest.join(': ')] as const;
    }),
  );
  const id = fields.get('id');
  const data = fields.get('data') || '{}';
  if (fields.get('event') === 'serialized-error') throw errorOfShape(JSON.parse(data));
  return id === undefined ? null : { id, ...JSON.parse(data) };
}
