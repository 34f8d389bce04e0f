import { compose } from '#app/server/compose.ts';
import { rebuildRollups } from '#features/analytics/server/index.ts';
import { openDatabase } from '#platform/server/adapters/database/database.ts';
import { readSettings, requireDatabase, runScript, UsageError } from './command-line.ts';

const USAGE = `Usage: npm run rebuild-figures
Computes the platform's figures again from the purchases, distributions and balances.`;

await runScript(async () => {
  if (process.argv.length > 2) throw new UsageError(USAGE);
  const config = readSettings();
  requireDatabase(config);
  const database = await openDatabase(config);
  try {
    await rebuildRollups(compose({ config, database }));
    console.log('The figures are computed again.');
  } finally {
    await database.close();
  }
});
