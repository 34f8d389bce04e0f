import { and, gt, isNotNull, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { offerings } from '#db/schema/offerings.ts';
import { properties } from '#db/schema/properties.ts';
import { monthAfter, monthOf } from '#kernel/months.ts';

interface ApprovalColumns {
  id: SQLWrapper;
  approvedAt: SQLWrapper;
}

/** The number of months of a property, from the one of its approval through `last`, that its owner has not reported. */
export function unreportedMonths({ id, approvedAt }: ApprovalColumns, last: string): SQL<number> {
  const [year = 0, month = 0] = last.split('-').map(Number);
  const approved = sql`${approvedAt} at time zone 'UTC'`;
  return sql<number>`greatest(0, ${12 * year + month + 1}::int
      - (12 * extract(year from ${approved}) + extract(month from ${approved}))::int)
    - (select count(*)::int from rent_reports r
       where r.property_id = ${id} and r.month between to_char(${approved}, 'YYYY-MM') and ${last})`;
}

/** The last month of the quarter before the present one. */
function lastQuarterEnd(now: Date): string {
  const month = monthOf(now);
  return monthAfter(month, -1 - ((Number(month.slice(5)) - 1) % 3));
}

/** Of a query over properties: months of past quarters that the owner has not reported, so that nothing is paid for them. */
export const missingMonths = (now: Date): SQL<number> => unreportedMonths(properties, lastQuarterEnd(now));

/** Of a query over properties with their offerings: whether the owner has missing months to report. */
export function hasMissingMonths(now: Date): SQL | undefined {
  const rentCents = sql`(select balance from ledger_accounts
    where property_id = ${properties.id} and kind = 'property_rent')`;
  return and(
    isNotNull(properties.approvedAt),
    // After an offering failed nobody holds shares: months are reported only for money that was paid in before.
    or(ne(offerings.status, 'failed'), gt(rentCents, 0)),
    gt(missingMonths(now), 0),
  );
}

/** Of a query over properties: whether money that escrow released waits for the lender of the mortgage. */
export const hasLenderToPay: SQL = sql`exists (select 1 from ledger_accounts m
  where m.property_id = ${properties.id} and m.kind = 'property_mortgage' and m.balance > 0)`;
