import { parseArgs } from 'node:util';
import { compose } from '#app/server/compose.ts';
import { grantAdmin, revokeAdmin } from '#features/identity/server/index.ts';
import { openDatabase } from '#platform/server/adapters/database/database.ts';
import { systemActor } from '#platform/server/security/caller.ts';
import { readSettings, requireDatabase, runScript, UsageError } from './command-line.ts';

const USAGE = `Usage: npm run grant-admin -- EMAIL [--revoke]
Gives the account with this email the role "admin", or with --revoke takes it away.`;

function readArguments(): { email: string; revoke: boolean } {
  try {
    const options = { revoke: { type: 'boolean', default: false } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [email, ...more] = positionals;
    if (email && more.length === 0) return { email, revoke: values.revoke };
  } catch {}
  throw new UsageError(USAGE);
}

await runScript(async () => {
  const { email, revoke } = readArguments();
  const config = readSettings();
  requireDatabase(config);
  const database = await openDatabase(config);
  try {
    const platform = compose({ config, database });
    const change = revoke ? revokeAdmin : grantAdmin;
    const { changed } = await change({ platform, caller: { actor: systemActor('grant-admin') } }, { email });
    const state = revoke ? 'no admin' : 'an admin';
    console.log(
      changed
        ? `${email} is ${state} now, and has to sign in again.`
        : `${email} is ${state}${revoke ? '' : ' already'}.`,
    );
  } finally {
    await database.close();
  }
});
