import { compose } from '#app/server/compose.ts';
import { grantAdmin } from '#features/identity/server/index.ts';
import { openDatabase } from '#platform/server/adapters/database.ts';
import { systemActor } from '#platform/server/caller.ts';
import { readSettings, requireDatabase, runScript, UsageError } from './operator.ts';

await runScript(async () => {
  const [email, ...more] = process.argv.slice(2);
  if (!email || email.startsWith('-') || more.length > 0) {
    throw new UsageError(
      'Usage: npm run grant-admin -- EMAIL\nGives the account with this email the role "admin".',
    );
  }
  const config = readSettings();
  requireDatabase(config);
  const database = await openDatabase(config);
  try {
    const platform = compose({ config, database });
    const { changed } = await grantAdmin(
      { platform, caller: { actor: systemActor('grant-admin') } },
      { email },
    );
    console.log(
      changed ? `${email} is an admin now, and has to sign in again.` : `${email} is an admin already.`,
    );
  } finally {
    await database.close();
  }
});
