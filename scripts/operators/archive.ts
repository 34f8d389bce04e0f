import { archivedTransfers } from '#features/ledger/server/index.ts';
import { ArchiveListError } from '#platform/server/adapters/archive/archive-list.ts';
import {
  ARCHIVE_DELAY_DAYS,
  ArchiveError,
  archiveMonths,
} from '#platform/server/adapters/archive/archive-months.ts';
import { openEmbedded } from '#platform/server/adapters/database/database.ts';
import { openReadOnlyPostgres } from '#platform/server/adapters/database/read-only-postgres.ts';
import { dataKeysOf } from '#platform/server/adapters/keys/data-keys.ts';
import { readSettings, requireDatabase, runScript, UsageError } from './command-line.ts';

await runScript(async () => {
  const [folder, ...more] = process.argv.slice(2);
  if (!folder || folder.startsWith('-') || more.length > 0) {
    throw new UsageError(
      `Usage: npm run archive -- FOLDER
Writes each month of the ledger and the audit log that ended ${ARCHIVE_DELAY_DAYS} days ago to files in FOLDER, once.`,
    );
  }
  const config = readSettings();
  requireDatabase(config);
  const { databaseUrl, dataDir } = config;
  const database = databaseUrl === null ? await openEmbedded(dataDir) : openReadOnlyPostgres(databaseUrl);
  let archived = 0;
  try {
    await archiveMonths(
      database.db,
      { folder, keys: dataKeysOf(config), ledger: archivedTransfers },
      {
        now: new Date(),
        onMonth({ month, ledger, audit, chainHead }) {
          archived += 1;
          const head = chainHead === '' ? '' : `, the audit chain ends with ${chainHead}`;
          console.log(`${month}: ${ledger.rows} transfers, ${audit.rows} audit rows${head}.`);
        },
      },
    );
  } catch (error) {
    if (error instanceof ArchiveListError) throw new UsageError(`${folder}/months.jsonl: ${error.message}`);
    if (error instanceof ArchiveError) throw new UsageError(error.message);
    if (error instanceof Error && 'syscall' in error && 'path' in error)
      throw new UsageError(`${folder} could not be written: ${error.message}.`);
    throw error;
  } finally {
    await database.close();
  }
  if (archived === 0) console.log('No month has ended that is not archived yet.');
});
