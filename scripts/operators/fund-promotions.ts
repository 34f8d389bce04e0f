import { parseArgs } from 'node:util';
import { compose } from '#app/server/compose.ts';
import { fundPromotions } from '#features/referrals/server/index.ts';
import { newId } from '#kernel/ids.ts';
import { formatUsdExact, parseUsd } from '#kernel/money.ts';
import { openDatabase } from '#platform/server/adapters/database/database.ts';
import { systemActor } from '#platform/server/security/caller.ts';
import { readSettings, requireDatabase, runScript, UsageError } from './command-line.ts';

const USAGE = `Usage: npm run fund-promotions -- AMOUNT [--key KEY]
Sets aside so many dollars of earned processing fees for referral rewards, for example 500.00. The same key never has
a second effect.`;

function readArguments(): { amountCents: number; requestId: string } {
  try {
    const options = { key: { type: 'string', default: newId() } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [amount = '', ...more] = positionals;
    const amountCents = parseUsd(amount);
    if (amountCents !== null && amountCents > 0 && more.length === 0) {
      return { amountCents, requestId: `promotions:${values.key}` };
    }
  } catch {}
  throw new UsageError(USAGE);
}

await runScript(async () => {
  const request = readArguments();
  const config = readSettings();
  requireDatabase(config);
  const database = await openDatabase(config);
  try {
    const platform = compose({ config, database });
    const caller = { actor: systemActor('fund-promotions') };
    const { balanceCents } = await fundPromotions({ platform, caller }, request);
    console.log(`The promotions account holds ${formatUsdExact(balanceCents)} now.`);
  } finally {
    await database.close();
  }
});
