import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { appRouter } from '#app/server/app-router.ts';
import { liveMap } from './live-map.ts';

const features = path.join(import.meta.dirname, '../../features');
const slicesWithEvents = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.events.ts'),
);

describe('the map of live events', () => {
  test('has an entry for every event of every slice, and for no other', async () => {
    const modules = await Promise.all(slicesWithEvents.map((file) => import(path.join(features, file))));
    const events = modules.flatMap((events) => Object.values<string>(events));
    expect(events.length).toBeGreaterThan(40);
    expect(Object.keys(liveMap).sort()).toEqual(events.sort());
  });

  test('names only queries that the router has', () => {
    const procedures = Object.entries(
      appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>,
    );
    const queries = procedures.filter(([, { _def }]) => _def.type === 'query').map(([name]) => name);
    const named = new Set(Object.values(liveMap).flatMap((entry) => Object.values(entry).flat() as string[]));
    expect(named.size).toBeGreaterThan(10);
    for (const one of named) {
      expect(
        queries.some((query) => query === one || query.startsWith(`${one}.`)),
        one,
      ).toBe(true);
    }
  });
});
