import { openDatabase } from '#platform/server/adapters/database/database.ts';
import { readSettings, runScript, UsageError } from './command-line.ts';

await runScript(async () => {
  if (process.argv.length > 2) {
    throw new UsageError('Usage: npm run migrate\nBrings the tables of DATABASE_URL up to this version.');
  }
  const database = await openDatabase(readSettings());
  await database.close();
  console.log('The database is up to date.');
});
