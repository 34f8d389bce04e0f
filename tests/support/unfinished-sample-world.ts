import { mkdir } from 'node:fs/promises';
import { z } from 'zod';
import { compose } from '#app/server/compose.ts';
import { openEmbedded } from '#platform/server/adapters/database.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { parseConfig } from '#platform/server/runtime/config.ts';
import { aUser, systemOf } from './actors.ts';
import { fastPasswords } from './ports.ts';

/** Had an account when the process that built the sample world at first ended, unfinished. */
export const LEFTOVER_EMAIL = 'leftover@example.test';

/** Marks a build that its process did not finish. */
const beginning = defineCommand({
  name: 'sample.start',
  input: z.strictObject({}),
  access: 'system',
  run: async () => ({}),
  audit: () => ({ subject: 'sample world' }),
});

/** The world is built over what such a build has left, so that a ready one shows that nothing of it stays. */
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
