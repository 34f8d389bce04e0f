import { existsSync } from 'node:fs';
import { fingerprintOf } from '#app/server/fingerprint.ts';
import { openDatabase } from '#platform/server/adapters/database/database.ts';
import { backUp } from '#platform/server/audit/backup.ts';
import { writeBackup } from './backup-file.ts';
import { progress, readSettings, requireDatabase, runScript, UsageError } from './command-line.ts';

await runScript(async () => {
  const [file, ...more] = process.argv.slice(2);
  if (!file || file.startsWith('-') || more.length > 0) {
    throw new UsageError('Usage: npm run backup -- FILE\nWrites the whole database to FILE, compressed.');
  }
  if (existsSync(file)) throw new UsageError(`${file} exists already. Choose another name.`);
  const config = readSettings();
  requireDatabase(config);
  const database = await openDatabase({ ...config, minFreeDiskMb: 0 });
  try {
    const { transfers, chainHead } = await writeBackup(file, (write) =>
      backUp(database.db, {
        at: new Date(),
        write,
        onProgress: progress(),
        summarize: fingerprintOf,
      }),
    );
    console.log(
      `Backed up to ${file}: ${transfers} transfers, audit chain ends with ${chainHead ?? 'nothing yet'}.`,
    );
  } finally {
    await database.close();
  }
});
