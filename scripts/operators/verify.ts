import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { reportOf, verify } from '#app/server/verify.ts';
import { archivedTransfers } from '#features/ledger/server/index.ts';
import { archiveFindings } from '#platform/server/adapters/archive/archive-findings.ts';
import { ArchiveListError } from '#platform/server/adapters/archive/archive-list.ts';
import { archivedMonths } from '#platform/server/adapters/archive/archive-months.ts';
import { openEmbedded } from '#platform/server/adapters/database/database.ts';
import { openReadOnlyPostgres } from '#platform/server/adapters/database/read-only-postgres.ts';
import { ChainHeadError, readChainHeads } from '#platform/server/adapters/keys/chain-head-file.ts';
import { dataKeysOf } from '#platform/server/adapters/keys/data-keys.ts';
import { publishedHeadsInvariant } from '#platform/server/audit/audit-chain.ts';
import type { Database } from '#platform/server/database/db.ts';
import type { ChainHead } from '#platform/server/ports/chain-heads.ts';
import type { Config } from '#platform/server/runtime/config.ts';
import { readSettings, requireDatabase, runScript, UsageError } from './command-line.ts';

const USAGE = `Usage: npm run verify -- [--head FILE] [--archive FOLDER]
Checks every invariant of the database; with --head also that the audit chain has the heads that FILE holds, with
--archive that the ledger and the audit log are those that FOLDER holds.`;

function readArguments(): { head: string | null; folder: string | null } {
  try {
    const { values } = parseArgs({ options: { head: { type: 'string' }, archive: { type: 'string' } } });
    return { head: values.head ?? null, folder: values.archive ?? null };
  } catch {
    throw new UsageError(USAGE);
  }
}

function publishedHeads(file: string | null, config: Config): ChainHead[] {
  if (file === null) return [];
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  try {
    return readChainHeads(readFileSync(file, 'utf8'), dataKeysOf(config));
  } catch (error) {
    if (error instanceof ChainHeadError) throw new UsageError(`${file}: ${error.message}`);
    throw error;
  }
}

/** Position of the last published head: an old copy of the file proves nothing about later entries. */
function reachOf(heads: readonly ChainHead[]): string[] {
  const last = heads.reduce<ChainHead | null>(
    (far, head) => (far && far.position > head.position ? far : head),
    null,
  );
  return last ? [`The published heads reach to seal ${last.position}, of ${last.at}.`] : [];
}

/** The last month of an archive, and the findings of comparing it; nothing without one. */
async function compareArchive(db: Database, folder: string | null, config: Config) {
  if (folder === null) return { findings: [], reach: [] };
  const archive = { folder, keys: dataKeysOf(config), ledger: archivedTransfers };
  try {
    const last = archivedMonths(archive).at(-1);
    if (!last) throw new UsageError(`There is no archived month in ${folder}.`);
    return { findings: await archiveFindings(db, archive), reach: [`The archive reaches to ${last.month}.`] };
  } catch (error) {
    if (error instanceof ArchiveListError) throw new UsageError(`${folder}/months.jsonl: ${error.message}`);
    throw error;
  }
}

await runScript(async () => {
  const { head: file, folder } = readArguments();
  const config = readSettings();
  requireDatabase(config);
  const heads = publishedHeads(file, config);
  const { databaseUrl, dataDir } = config;
  const database = databaseUrl === null ? await openEmbedded(dataDir) : openReadOnlyPostgres(databaseUrl);
  try {
    const published = heads.length > 0 ? [publishedHeadsInvariant(heads)] : [];
    const { findings, reach } = await compareArchive(database.db, folder, config);
    const { lines, sound } = reportOf([...(await verify(database.db, published)), ...findings]);
    for (const line of [...lines, ...reachOf(heads), ...reach]) console.log(line);
    if (!sound) process.exitCode = 1;
  } finally {
    await database.close();
  }
});
