import { eq, type SQL, sql } from 'drizzle-orm';
import { distributions } from '#db/schema/distributions.ts';
import { properties } from '#db/schema/properties.ts';
import { holdersQuery } from '#features/ledger/server/index.ts';
import { accountsOf } from '#features/ownership/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { quarterName } from '#kernel/months.ts';
import { formatDate } from '#kernel/time.ts';
import type { ApprovalRule } from '#platform/server/commands/approval.ts';
import { type Queryable, rows } from '#platform/server/database/db.ts';
import { distributionErrors } from '../distributions.contract.ts';

/** Approving a statement pays its holders, so it needs a second admin who is not one of them. */
export const payoutApproval: ApprovalRule<{ id: string; expectedNetCents: number }> = {
  async describe(tx, { id, expectedNetCents }, now) {
    const { statement, name } = await statementOf(tx, id);
    const payment =
      now < statement.payAt
        ? `${formatDate(statement.payAt)}, or on approval if that is later`
        : 'On approval';
    return {
      subject: `distribution:${id}`,
      title: `Approve the ${quarterName(statement.quarter)} distribution for ${name}`,
      facts: [
        { label: 'Property', value: name },
        { label: 'Quarter', value: quarterName(statement.quarter) },
        { label: 'Payout to shareholders', value: formatUsdExact(expectedNetCents) },
        { label: 'Shareholders', value: statement.holders.toLocaleString('en-US') },
        { label: 'Payment date', value: payment },
      ],
      path: '/admin-distributions',
    };
  },
  async pays(tx, { id }, userId) {
    const { statement } = await statementOf(tx, id);
    const isOwn = (holderId: SQL) => sql`${holderId} in (${accountsOf(userId)})`;
    const own = await rows(tx, holdersQuery(statement.propertyId, statement.recordAt, isOwn));
    return own.length > 0;
  },
};

async function statementOf(db: Queryable, id: string) {
  const [found] = await db
    .select({ statement: distributions, name: properties.name })
    .from(distributions)
    .innerJoin(properties, eq(properties.id, distributions.propertyId))
    .where(eq(distributions.id, id));
  if (!found) throw new DomainError(distributionErrors.DISTRIBUTION_NOT_FOUND);
  return found;
}
