import { and, asc, eq, gt } from 'drizzle-orm';
import { z } from 'zod';
import { distributionPayouts, distributions } from '#db/schema/distributions.ts';
import { accounts, post } from '#features/ledger/server/index.ts';
import { defineCommand } from '#platform/server/run-command.ts';
import { distributionId } from '../distributions.contract.ts';
import { CHUNK_PAID } from '../distributions.events.ts';

/** Holders paid in one transaction: enough to be fast, few enough that nobody else waits. */
export const CHUNK = 1_000;

/**
 * Pays the next holders of an approved distribution, in the order of their payouts. The statement's row is locked and
 * says how far it has got, so chunks may be repeated, resumed and asked for by several workers at once.
 */
export const payChunk = defineCommand({
  name: 'distributions.payChunk',
  input: z.strictObject({ id: distributionId, most: z.int().min(1).max(CHUNK).default(CHUNK) }),
  access: 'system',
  async run(run, { id, most }) {
    const { tx, now, emit } = run;
    const [statement] = await tx
      .select()
      .from(distributions)
      .where(eq(distributions.id, id))
      .for('no key update');
    if (statement?.status !== 'approved' || now < statement.payAt) return { paid: 0, done: true };
    const { propertyId, paidThrough } = statement;
    const due = await tx
      .select()
      .from(distributionPayouts)
      .where(and(eq(distributionPayouts.distributionId, id), gt(distributionPayouts.position, paidThrough)))
      .orderBy(asc(distributionPayouts.position))
      .limit(most);
    const payable = accounts.propertyPayable(propertyId);
    const transfers = due
      .filter(({ amountCents }) => amountCents > 0)
      .map(({ userId, amountCents }) => ({
        code: 'distribution' as const,
        debit: payable,
        credit: accounts.userCash(userId),
        amount: amountCents,
      }));
    if (transfers.length > 0) await post(tx, run, transfers);
    const through = due.at(-1)?.position ?? paidThrough;
    const done = through >= statement.holders;
    await tx
      .update(distributions)
      .set({
        paidThrough: through,
        paidCents: due.reduce((sum, { amountCents }) => sum + amountCents, statement.paidCents),
        ...(done ? { status: 'paid', paidAt: now } : {}),
      })
      .where(eq(distributions.id, id));
    emit({
      type: CHUNK_PAID,
      ...(done ? { propertyId } : {}),
      payload: { distributionId: id, after: paidThrough, through },
    });
    return { paid: due.length, done };
  },
  audit: ({ id }, { paid }) => ({ subject: `distribution:${id}`, details: { paid } }),
});
