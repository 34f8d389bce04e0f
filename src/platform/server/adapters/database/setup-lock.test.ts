import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rows } from '#platform/server/database/db.ts';
import { freshEmbedded } from '#tests/support/platform.ts';
import { embedded, type OpenDatabase } from './database.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await embedded(await freshEmbedded());
}, 60_000);
afterAll(() => database.close());

async function commitMode(): Promise<unknown> {
  const [found] = await rows<{ mode: string }>(
    database.db,
    sql`select current_setting('synchronous_commit') as mode`,
  );
  return found?.mode;
}

test('commits of the setup are written together, and every commit after it at once', async () => {
  expect(await database.withSetupLock(commitMode)).toBe('off');
  expect(await commitMode()).toBe('on');
});

test('every commit after a setup that failed is written at once', async () => {
  const failing = database.withSetupLock(() => Promise.reject(new Error('no more room')));
  await expect(failing).rejects.toThrow('no more room');
  expect(await commitMode()).toBe('on');
});
