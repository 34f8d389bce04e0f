import { and, eq, gte, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { distributions, rentReports } from '#db/schema/distributions.ts';
import { users } from '#db/schema/identity.ts';
import { properties } from '#db/schema/properties.ts';
import { heldBefore } from '#features/ledger/server/index.ts';
import { notify } from '#features/notifications/server/index.ts';
import { fundedAt } from '#features/properties/server/index.ts';
import { present } from '#kernel/assert.ts';
import { after } from '#kernel/time.ts';
import { rows, type Transaction } from '#platform/server/db.ts';
import { defineCommand } from '#platform/server/run-command.ts';
import { distributionId } from '../distributions.contract.ts';
import { STATEMENT_DRAWN } from '../distributions.events.ts';
import {
  monthOf,
  quarterName,
  RECORD_DATE_SETTLES,
  reportableMonths,
  splitQuarter,
} from '../distributions.rules.ts';
import { lockStatements, type StoredStatement } from './statements.ts';

/**
 * Draws the statement of a quarter once it is over and every month until then is reported: counts the shares held at
 * the record date and splits the result. A statement that is not ready, or drawn already, is left alone.
 */
export const drawStatement = defineCommand({
  name: 'distributions.drawStatement',
  input: z.strictObject({ id: distributionId }),
  access: 'system',
  async run(run, { id }) {
    const { tx, now, emit } = run;
    const propertyId = Number(id.split('-')[0]);
    await lockStatements(tx, propertyId);
    const [found] = await tx
      .select({ statement: distributions, property: properties })
      .from(distributions)
      .innerJoin(properties, eq(properties.id, distributions.propertyId))
      .where(eq(distributions.id, id));
    if (!found || !(await isReady(tx, found.statement, found.property.approvedAt, now)))
      return { drawn: false };
    const { statement, property } = found;
    const { shares, holders } = await heldAt(tx, propertyId, statement.recordAt);
    const distributableCents = statement.availableCents - statement.reserveKeptCents;
    const split = splitQuarter({ ...property, distributableCents, shares });
    await tx
      .update(distributions)
      .set({ ...split, shares, holders, status: 'drawn', drawnAt: now })
      .where(eq(distributions.id, id));
    emit({ type: STATEMENT_DRAWN, userId: property.ownerId, propertyId, payload: { distributionId: id } });
    for (const admin of await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.role, 'admin'))
      .limit(20)) {
      await notify(run, {
        userId: admin.id,
        type: 'distribution',
        priority: 'medium',
        title: 'Statement waits for approval',
        message: `The statement of ${property.name} for ${quarterName(statement.quarter)} waits for your approval.`,
        actionUrl: '/admin-distributions',
      });
    }
    return { drawn: true };
  },
  audit: ({ id }, { drawn }) => ({ subject: `distribution:${id}`, details: { drawn } }),
});

/** Shares that earn, and their holders: until the offering is funded, everything is still the owner's. */
async function heldAt(tx: Transaction, propertyId: number, recordAt: Date) {
  if (!(await fundedAt(tx, propertyId, recordAt))) return { shares: 0, holders: 0 };
  const [held] = await rows<{ shares: number; holders: number }>(
    tx,
    sql`select coalesce(sum(shares), 0)::int as shares, count(*)::int as holders
        from (${heldBefore(propertyId, recordAt)}) h`,
  );
  return present(held, 'the holders');
}

async function isReady(
  tx: Transaction,
  statement: StoredStatement,
  approvedAt: Date | null,
  now: Date,
): Promise<boolean> {
  if (statement.status !== 'open' || approvedAt === null) return false;
  if (now < after(statement.recordAt, RECORD_DATE_SETTLES)) return false;
  const [reported] = await tx
    .select({ months: sql<number>`count(*)::int` })
    .from(rentReports)
    .where(
      and(
        eq(rentReports.propertyId, statement.propertyId),
        gte(rentReports.month, monthOf(approvedAt)),
        lt(rentReports.month, monthOf(statement.recordAt)),
      ),
    );
  const [before] = await tx
    .select({ waiting: sql<number>`count(*)::int` })
    .from(distributions)
    .where(
      and(
        eq(distributions.propertyId, statement.propertyId),
        lt(distributions.quarter, statement.quarter),
        sql`${distributions.status} in ('open', 'drawn', 'returned')`,
      ),
    );
  return (
    reported?.months === reportableMonths(approvedAt, statement.recordAt).length && before?.waiting === 0
  );
}
