import { verdictOf, verify } from '#app/server/verify.ts';
import { openEmbedded } from '#platform/server/adapters/database.ts';
import { openReadOnlyPostgres } from '#platform/server/adapters/read-only-postgres.ts';
import { readSettings, requireDatabase, runScript } from './operator.ts';

await runScript(async () => {
  const config = readSettings();
  requireDatabase(config);
  const { databaseUrl, dataDir } = config;
  const database = databaseUrl === null ? await openEmbedded(dataDir) : openReadOnlyPostgres(databaseUrl);
  try {
    const { lines, sound } = verdictOf(await verify(database.db));
    for (const line of lines) console.log(line);
    if (!sound) process.exitCode = 1;
  } finally {
    await database.close();
  }
});
