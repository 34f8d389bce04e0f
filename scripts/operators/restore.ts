import { existsSync } from 'node:fs';
import { fingerprintOf } from '#app/server/fingerprint.ts';
import { verdictOf, verify } from '#app/server/verify.ts';
import { openDatabase } from '#platform/server/adapters/database.ts';
import { RestoreError, restore } from '#platform/server/audit/backup.ts';
import { readBackup } from './backup-file.ts';
import { progress, readSettings, runScript, UsageError } from './command-line.ts';

await runScript(async () => {
  const [file, ...more] = process.argv.slice(2);
  if (!file || file.startsWith('-') || more.length > 0) {
    throw new UsageError(
      'Usage: npm run restore -- FILE\nFills an empty database with a backup, and verifies it.',
    );
  }
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  const config = readSettings();
  const database = await openDatabase(config);
  try {
    await restore(database.db, readBackup(file), progress()).catch((error: unknown) => {
      if (error instanceof RestoreError) throw new UsageError(error.message);
      throw error;
    });
    const { transfers, chainHead } = await fingerprintOf(database.db);
    console.log(`Restored ${transfers} transfers; the audit chain ends with ${chainHead ?? 'nothing'}.`);
    const { lines: verdict, sound } = verdictOf(await verify(database.db));
    console.log(sound ? (verdict.at(-1) ?? '') : verdict.join('\n'));
    if (!sound) process.exitCode = 1;
  } finally {
    await database.close();
  }
});
