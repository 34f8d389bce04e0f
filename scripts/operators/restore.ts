import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { compose } from '#app/server/compose.ts';
import { fingerprintOf } from '#app/server/fingerprint.ts';
import { reportOf, verify } from '#app/server/verify.ts';
import { closeAgain } from '#features/own-data/server/index.ts';
import { openDatabase } from '#platform/server/adapters/database/database.ts';
import {
  ClosedAccountsError,
  closedAccountsPath,
  readClosedAccounts,
} from '#platform/server/adapters/keys/closed-accounts-file.ts';
import { dataKeysOf } from '#platform/server/adapters/keys/data-keys.ts';
import { RestoreError, restore } from '#platform/server/audit/backup.ts';
import type { ClosedAccount } from '#platform/server/ports/closed-accounts.ts';
import type { Config } from '#platform/server/runtime/config.ts';
import { systemActor } from '#platform/server/security/caller.ts';
import { readBackup } from './backup-file.ts';
import { progress, readSettings, runScript, UsageError } from './command-line.ts';

const USAGE = `Usage: npm run restore -- FILE [--closed LIST]...
Fills an empty database with a backup, closes again the accounts that were closed after it, and verifies it. Each LIST is
a closed-accounts.jsonl of a server; without one, that of this server is taken, if there is one.`;

function readArguments(): { file: string; lists: string[] } {
  try {
    const options = { closed: { type: 'string', multiple: true } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [file, ...more] = positionals;
    if (file && more.length === 0) return { file, lists: values.closed ?? [] };
  } catch {}
  throw new UsageError(USAGE);
}

/** The accounts that are to be closed again, each once. */
function closedAccounts(lists: readonly string[], config: Config): ClosedAccount[] {
  const own = closedAccountsPath(config.auditHeadsFile);
  const files = lists.length > 0 ? lists : [own].filter((list) => existsSync(list));
  const known = new Map<string, ClosedAccount>();
  for (const list of files) {
    if (!existsSync(list)) throw new UsageError(`There is no file ${list}.`);
    try {
      for (const closed of readClosedAccounts(readFileSync(list, 'utf8'), dataKeysOf(config)))
        known.set(closed.userId, closed);
    } catch (error) {
      if (error instanceof ClosedAccountsError) throw new UsageError(`${list}: ${error.message}`);
      throw error;
    }
  }
  return [...known.values()];
}

await runScript(async () => {
  const { file, lists } = readArguments();
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  const config = readSettings();
  const toClose = closedAccounts(lists, config);
  const database = await openDatabase(config);
  try {
    await restore(database.db, readBackup(file), progress()).catch((error: unknown) => {
      if (error instanceof RestoreError) throw new UsageError(error.message);
      throw error;
    });
    const { transfers, chainHead } = await fingerprintOf(database.db);
    console.log(`Restored ${transfers} transfers; the audit chain ends with ${chainHead ?? 'nothing'}.`);
    const ctx = { platform: compose({ config, database }), caller: { actor: systemActor('restore') } };
    for (const account of toClose) {
      const { closed, obstacles } = await closeAgain(ctx, account);
      if (!closed) continue;
      const held = obstacles.length > 0 ? ` Look after what it holds: ${obstacles.join(' ')}` : '';
      console.log(`Closed account ${account.userId} again, as on ${account.closedAt}.${held}`);
    }
    const { lines: report, sound } = reportOf(await verify(database.db));
    console.log(sound ? (report.at(-1) ?? '') : report.join('\n'));
    if (!sound) process.exitCode = 1;
  } finally {
    await database.close();
  }
});
