import { sql } from 'drizzle-orm';
import type { LiveEvent } from '#platform/server/live/live.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { api, on, type Person } from './actors.ts';
import { eventually } from './checks.ts';

type TrackedEvent = [id: string, event: LiveEvent, ...rest: unknown[]];

const opened = async (platform: Platform) => (await platform.metrics.streams.get()).values[0]?.value ?? 0;

/** Collects the live events of a person on one server, until stopped. */
export async function follow(platform: Platform, person: Person) {
  const stop = new AbortController();
  const heard: LiveEvent[] = [];
  const stream = (await api(on(platform, person), stop.signal).live.changes(
    undefined,
  )) as AsyncIterable<TrackedEvent>;
  const before = await opened(platform);
  const done = (async () => {
    for await (const [, event] of stream) heard.push(event);
  })();
  await eventually(async () => (await opened(platform)) > before, { what: 'the stream is open' });
  await platform.db.execute(sql`select 1`);
  return {
    heard,
    async stop() {
      stop.abort();
      await done;
    },
  };
}
