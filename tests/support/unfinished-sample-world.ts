import { mkdir } from 'node:fs/promises';
import { z } from 'zod';
import { compose } from '#app/server/compose.ts';
import { openEmbedded } from '#platform/server/adapters/database/database.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { typed } from '#platform/server/commands/typed-text.ts';
import { parseConfig } from '#platform/server/runtime/config.ts';
import { aUser, systemOf } from './actors.ts';
import { fastPasswords } from './ports.ts';

/** A user whom the unfinished build of the sample world has left behind. */
export const LEFTOVER_EMAIL = 'leftover@example.test';

/** A text that it has left behind, in a table that refers to no other. */
export const LEFTOVER_TEXT = 'Left over';

/** Marks a build of the sample world as started and not finished. */
const beginning = defineCommand({
  name: 'sample.start',
  input: z.strictObject({}),
  access: 'system',
  run: async () => ({}),
  audit: () => ({ subject: 'sample world', details: { note: typed(LEFTOVER_TEXT) } }),
});

/** Leaves the remains of an unfinished build, so that a test can show that the next build removes them. */
export async function leaveUnfinished(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const config = parseConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: dataDir });
  const database = await openEmbedded(dataDir);
  const platform = compose({ config, database, replace: { passwords: fastPasswords() } });
  await aUser(platform, { email: LEFTOVER_EMAIL });
  await beginning(systemOf(platform), {});
  await platform.jobs.stop();
  await database.close();
}
