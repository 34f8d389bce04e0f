import { once } from 'node:events';
import { createWriteStream, existsSync, renameSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { openDatabase } from '#platform/server/adapters/database.ts';
import { backUp, fingerprintOf } from '#platform/server/backup.ts';
import { progress, readSettings, requireDatabase, runScript, UsageError } from './operator.ts';

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
    const draft = `${file}.part`;
    const compressed = createGzip();
    const stored = compressed.pipe(createWriteStream(draft));
    const write = async (lines: readonly string[]) => {
      if (lines.length > 0 && !compressed.write(`${lines.join('\n')}\n`)) await once(compressed, 'drain');
    };
    await backUp(database.db, new Date(), write, progress());
    compressed.end();
    await finished(stored);
    renameSync(draft, file);
    const { transfers, chainHead } = await fingerprintOf(database.db);
    console.log(
      `Backed up to ${file}: ${transfers} transfers, audit chain ends with ${chainHead ?? 'nothing yet'}.`,
    );
  } finally {
    await database.close();
  }
});
