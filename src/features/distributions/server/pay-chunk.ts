import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { distributionPayments, distributions, reinvestmentChoices } from '#db/schema/distributions.ts';
import { accounts, payEach } from '#features/ledger/server/index.ts';
import { assert } from '#kernel/assert.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { awaitAll, disableTableScans, type Transaction } from '#platform/server/database/db.ts';
import { distributionId } from '../distributions.contract.ts';
import { CHUNK_PAID, PAID } from '../distributions.events.ts';
import { MAX_CHUNK_HOLDERS, paidIn, setDurableCommit } from './payouts.ts';

/**
 * Pays the next holders of an approved distribution, in the order of their payouts. The statement's row is locked and
 * records the progress, so chunks can be repeated, resumed and requested by several workers at once.
 */
export const payChunk = defineCommand({
  name: 'distributions.payChunk',
  input: z.strictObject({
    id: distributionId,
    maxHolders: z.int().min(1).max(MAX_CHUNK_HOLDERS).default(MAX_CHUNK_HOLDERS),
  }),
  access: 'system',
  async run(run, { id, maxHolders }) {
    const { tx, now, operationId, emit } = run;
    const [[statement]] = await awaitAll([
      tx.select().from(distributions).where(eq(distributions.id, id)).for('no key update'),
      disableTableScans(tx),
    ]);
    if (statement?.status !== 'approved' || now < statement.payAt) return { paid: 0, done: true };
    const { propertyId, paidThrough, holders } = statement;
    const through = Math.min(paidThrough + maxHolders, holders);
    const { cents } = await payEach(tx, run, {
      code: 'distribution',
      debit: accounts.propertyPayable(propertyId),
      payees: sql`select user_id, (amount * 100)::bigint as cents
        from ${paidIn({ id, after: paidThrough, through })}`,
    });
    const paidCents = statement.paidCents + cents;
    const done = through === holders;
    assert(!done || paidCents === statement.netCents, `the payments of ${id} do not add up to its statement`);
    const [reinvesting] = await awaitAll([
      anybodyReinvests(tx, propertyId),
      tx
        .update(distributions)
        .set({ paidThrough: through, paidCents, ...(done ? { status: 'paid', paidAt: now } : {}) })
        .where(eq(distributions.id, id)),
      tx.insert(distributionPayments).values({
        distributionId: id,
        firstPosition: paidThrough + 1,
        lastPosition: through,
        operationId,
        paidAt: now,
      }),
      setDurableCommit(tx, done),
    ]);
    if (reinvesting) {
      emit(CHUNK_PAID, { payload: { distributionId: id, after: paidThrough, through } });
    }
    if (done) emit(PAID, { broadcast: { propertyId }, payload: { distributionId: id } });
    return { paid: through - paidThrough, done };
  },
  audit: ({ id }, { paid }) => ({ subject: `distribution:${id}`, details: { paid } }),
});

async function anybodyReinvests(tx: Transaction, propertyId: number): Promise<boolean> {
  const [choice] = await tx
    .select({ propertyId: reinvestmentChoices.propertyId })
    .from(reinvestmentChoices)
    .where(eq(reinvestmentChoices.propertyId, propertyId))
    .limit(1);
  return choice !== undefined;
}
