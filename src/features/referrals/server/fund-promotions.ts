import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { accounts, balanceOf, post } from '#features/ledger/server/index.ts';
import { DomainError, defineErrors } from '#kernel/errors.ts';
import { type Cents, formatUsdExact } from '#kernel/money.ts';
import { cents, requestId } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { lock } from '#platform/server/database/advisory-locks.ts';
import { type Queryable, rows, type StatementRunner } from '#platform/server/database/db.ts';

const errors = defineErrors({ FEES_TOO_LOW: ['refused', 'The platform has earned fewer fees than that.'] });

const fees = accounts.processingFees();

/** All processing fees that were ever earned, which reads the whole ledger. */
async function earnedFees(db: Queryable): Promise<Cents> {
  const [earned] = await rows<{ cents: number }>(
    db,
    sql`select coalesce(sum(amount), 0)::float8 as cents from ledger_transfers where credit_account = ${fees.id}`,
  );
  return earned?.cents ?? 0;
}

/** The code is written out, as the condition of the index that this reads. */
export async function setAsideBefore(tx: StatementRunner): Promise<Cents> {
  const [setAside] = await rows<{ cents: number }>(
    tx,
    sql`select coalesce(sum(amount), 0)::float8 as cents from ledger_transfers where code = 'promotions_funded'`,
  );
  return setAside?.cents ?? 0;
}

/**
 * Sets aside processing fees that the platform has earned for promotions such as referral rewards. Idempotent by
 * `requestId`.
 *
 * Earned fees are summed before the transaction, so that no lock is held meanwhile. They only grow, so the sum may be low
 * but never high; what was set aside is read under the lock.
 * @throws FEES_TOO_LOW
 */
export const fundPromotions = defineCommand({
  name: 'referrals.fundPromotions',
  input: z.strictObject({ amountCents: cents.min(1), requestId }),
  access: 'system',
  prepare: ({ platform }) => earnedFees(platform.db),
  async run(run, { amountCents }, earnedCents) {
    const { tx } = run;
    await lock(tx, 'promotions');
    const left = earnedCents - (await setAsideBefore(tx));
    if (left < amountCents) {
      throw new DomainError(errors.FEES_TOO_LOW, {
        message: `The platform has ${formatUsdExact(left)} of earned processing fees, which is less than that.`,
      });
    }
    const promotions = accounts.promotions();
    await post(tx, run, [
      { code: 'promotions_funded', debit: fees, credit: promotions, amount: amountCents },
    ]);
    return { balanceCents: await balanceOf(tx, promotions) };
  },
  audit: ({ amountCents }) => ({ subject: 'promotions', details: { amountCents } }),
});
