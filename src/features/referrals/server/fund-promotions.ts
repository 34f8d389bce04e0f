import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { accounts, balanceOf, post } from '#features/ledger/server/index.ts';
import { DomainError, defineErrors } from '#kernel/errors.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { cents, requestId } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { rows } from '#platform/server/database/db.ts';

const errors = defineErrors({ FEES_TOO_LOW: ['refused', 'The platform has earned fewer fees than that.'] });

/**
 * Sets aside processing fees that the platform has earned for promotions such as referral rewards. Idempotent by
 * `requestId`.
 * @throws FEES_TOO_LOW
 */
export const fundPromotions = defineCommand({
  name: 'referrals.fundPromotions',
  input: z.strictObject({ amountCents: cents.min(1), requestId }),
  access: 'system',
  async run(run, { amountCents }) {
    const { tx } = run;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('referrals.fundPromotions'))`);
    const fees = accounts.processingFees();
    const [earned] = await rows<{ cents: number }>(
      tx,
      sql`select coalesce(sum(case when credit_account = ${fees.id} then amount else -amount end), 0)::float8 as cents
          from ledger_transfers where credit_account = ${fees.id} or debit_account = ${fees.id}`,
    );
    const left = earned?.cents ?? 0;
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
