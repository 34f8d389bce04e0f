import { mkdir } from 'node:fs/promises';
import { compose } from '#app/server/compose.ts';
import { newId } from '#kernel/ids.ts';
import { openEmbedded } from '#platform/server/adapters/database/database.ts';
import { writeRecord } from '#platform/server/commands/records.ts';
import { typed } from '#platform/server/commands/typed-text.ts';
import { parseConfig } from '#platform/server/runtime/config.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { systemActor } from '#platform/server/security/caller.ts';
import { aUser } from './actors.ts';
import { fastPasswords } from './ports.ts';

/** A user whom the unfinished build of the sample world has left behind. */
export const LEFTOVER_EMAIL = 'leftover@example.test';

/** A text that it has left behind, in a table that refers to no other. */
export const LEFTOVER_TEXT = 'Left over';

/** Marks a build of the sample world as started and not finished. */
const markStarted = ({ db, clock, jobs }: Platform) =>
  db.transaction((tx) =>
    writeRecord(
      tx,
      {
        operationId: newId(),
        actor: systemActor('test'),
        action: 'sample.start',
        subject: 'sample world',
        details: { note: typed(LEFTOVER_TEXT) },
        events: [],
      },
      { now: clock.now(), jobs },
    ),
  );

/** Leaves the remains of an unfinished build, so that a test can show that the next build removes them. */
export async function leaveUnfinished(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const config = parseConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: dataDir });
  const database = await openEmbedded(dataDir);
  const platform = compose({ config, database, replace: { passwords: fastPasswords() } });
  await aUser(platform, { email: LEFTOVER_EMAIL });
  await markStarted(platform);
  await platform.jobs.stop();
  await database.close();
}
