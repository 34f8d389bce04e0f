import type { LiveEvent } from '#kernel/events.ts';
import { sequenceAll } from '#platform/server/jobs/sequencer.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { api, on, type Person } from './actors.ts';
import { eventually } from './eventually.ts';

type TrackedEvent = [id: string, event: LiveEvent, ...rest: unknown[]];

const opened = async (platform: Platform) => (await platform.metrics.streams.get()).values[0]?.value ?? 0;

/** The id of an event before everything that is still to happen. */
async function position({ db }: Platform): Promise<string> {
  return `${await sequenceAll(db)}-999999`;
}

/** Collects the live events of a person on one server from now on, until stopped. */
export async function follow(platform: Platform, person: Person) {
  const stop = new AbortController();
  const heard: LiveEvent[] = [];
  // A stream that is open finds out only then where it begins: what happens before would be missed.
  const lastEventId = await position(platform);
  const stream = (await api(on(platform, person), stop.signal).live.changes({
    lastEventId,
  })) as AsyncIterable<TrackedEvent>;
  const before = await opened(platform);
  const done = (async () => {
    for await (const [, event] of stream) heard.push(event);
  })();
  await eventually(async () => (await opened(platform)) > before, { what: 'the stream is open' });
  return {
    heard,
    async stop() {
      stop.abort();
      await done;
    },
  };
}
