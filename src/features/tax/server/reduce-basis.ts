import { sql } from 'drizzle-orm';
import { acquisitions } from '#features/lots/server/index.ts';
import { groupBy } from '#kernel/group-by.ts';
import { type Cents, toDecimal } from '#kernel/money.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import { insertRows, statementParts, textArray, writeAll } from '#platform/server/database/columns.ts';
import { rows, type Transaction } from '#platform/server/database/db.ts';
import { epochMs } from '#platform/server/database/sql-values.ts';
import { type LotReturn, type PaymentByLot, returnsByLot } from '../tax.rules.ts';
import { paymentsOf } from './payments.ts';

/** Holders whose lots are read at once. */
const MAX_READ_HOLDERS = 2_000;

interface ClassifiedYear {
  id: string;
  propertyId: number;
  year: number;
}

/** Writes the reductions of basis: a row for each payment of the year and each lot that it was paid on. */
export async function reduceBasis(
  { tx }: Pick<Run, 'tx'>,
  classified: ClassifiedYear,
  holders: readonly { userId: string; returnOfCapitalCents: Cents }[],
): Promise<void> {
  const concerned = holders.filter(({ returnOfCapitalCents }) => returnOfCapitalCents > 0);
  for (const some of statementParts(concerned, MAX_READ_HOLDERS)) {
    const payments = await paymentsByLot(
      tx,
      classified,
      some.map(({ userId }) => userId),
    );
    const reductions = some.flatMap(({ userId, returnOfCapitalCents }) =>
      returnsByLot(returnOfCapitalCents, payments.get(userId) ?? []).map((one, index) => ({
        ...one,
        userId,
        position: index + 1,
      })),
    );
    await writeReductions(tx, classified, reductions);
  }
}

interface LotRow extends Record<string, unknown> {
  userId: string;
  distributionId: string;
  paid: number;
  cents: Cents;
  shares: number;
  lotId: string | null;
  lotShares: number | null;
}

/** Payments to these holders in the year, with the lots held at each record date, the oldest first. */
async function paymentsByLot(
  tx: Transaction,
  { propertyId, year }: ClassifiedYear,
  userIds: readonly string[],
): Promise<Map<string, PaymentByLot[]>> {
  const found = await rows<LotRow>(
    tx,
    sql`with paid as (
          select p.* from (${paymentsOf(propertyId)}) p where p.year = ${year} and p.user_id = any(${textArray(userIds)}))
        select p.user_id as "userId", p.distribution_id as "distributionId",
               ${epochMs('p.paid_at')} as paid, p.cents::float8 as cents, p.shares,
               l.id::text as "lotId", l.held::int as "lotShares"
        from paid p
        left join lateral (
          select a.id, a.acquired_at,
                 a.shares - coalesce((select sum(s.shares) from lot_disposals s
                                      where s.lot_id = a.id and s.user_id = p.user_id
                                        and s.disposed_at < p.record_at), 0) as held
          from ${acquisitions} a
          where a.user_id = p.user_id and a.property_id = ${propertyId} and a.acquired_at < p.record_at
          -- for each holder by itself: joined with all of them at once, every purchase there ever was is read
          offset 0) l on l.held > 0
        order by p.user_id collate "C", p.paid_at, p.distribution_id, l.acquired_at, l.id`,
  );
  const byHolder = groupBy(found, ({ userId }) => userId);
  return new Map([...byHolder].map(([userId, own]) => [userId, paymentsIn(own)]));
}

function paymentsIn(own: readonly LotRow[]): PaymentByLot[] {
  return [...groupBy(own, ({ distributionId }) => distributionId)].map(([distributionId, lines]) => {
    const [{ paid, cents, shares }] = lines as [LotRow];
    const lots = lines.flatMap(({ lotId, lotShares }) =>
      lotId === null || lotShares === null ? [] : [{ lotId, shares: lotShares }],
    );
    const without = lots.reduce((left, lot) => left - lot.shares, shares);
    const rest = without > 0 ? [{ lotId: null, shares: without }] : [];
    return { distributionId, paidAt: new Date(paid), cents, lots: [...lots, ...rest] };
  });
}

async function writeReductions(
  tx: Transaction,
  { id, propertyId }: ClassifiedYear,
  reductions: readonly (LotReturn & { userId: string; position: number })[],
): Promise<void> {
  for (const some of statementParts(reductions)) {
    const added = insertRows('basis_reductions', some, {
      classification_id: ['uuid', id],
      user_id: ['text', ({ userId }) => userId],
      position: ['int', ({ position }) => position],
      property_id: ['int', propertyId],
      distribution_id: ['text', ({ distributionId }) => distributionId],
      paid_at: ['timestamptz', ({ paidAt }) => paidAt.toISOString()],
      lot_id: ['uuid', ({ lotId }) => lotId],
      shares: ['int', ({ shares }) => shares],
      amount: ['numeric', ({ cents }) => toDecimal(cents)],
    });
    await writeAll(tx, [added]);
  }
}
