import { and, gt, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { offerings } from '#db/schema/offerings.ts';
import { properties } from '#db/schema/properties.ts';
import { propertyBalance } from '#features/ledger/server/index.ts';
import { monthAfter, monthOf, monthStart } from '#kernel/months.ts';

interface ApprovalColumns {
  id: SQLWrapper;
  approvedAt: SQLWrapper;
}

/** Counts months, so that the difference of two moments is the number of months between them. */
const monthNumber = (moment: SQL) =>
  sql`(12 * extract(year from ${moment}) + extract(month from ${moment}))::int`;

/**
 * The number of months of a property that its owner has not reported, from the one of its approval to the last before the
 * month of a moment.
 */
export function unreportedMonths({ id, approvedAt }: ApprovalColumns, before: SQLWrapper): SQL<number> {
  const [approved, end] = [sql`${approvedAt} at time zone 'UTC'`, sql`${before} at time zone 'UTC'`];
  return sql<number>`(greatest(0, ${monthNumber(end)} - ${monthNumber(approved)})
    - (select count(*)::int from rent_reports r
       where r.property_id = ${id}
         and r.month >= to_char(${approved}, 'YYYY-MM') and r.month < to_char(${end}, 'YYYY-MM')))`;
}

/** A moment as SQL. */
const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;

/** The number of months that are over and not reported. */
export const unreportedMonthsAt = (property: ApprovalColumns, now: Date): SQL<number> =>
  unreportedMonths(property, at(now));

/** The start of the present quarter. */
function quarterStart(now: Date): Date {
  const month = monthOf(now);
  return monthStart(monthAfter(month, -((Number(month.slice(5)) - 1) % 3)));
}

/** Of a query over properties: months of past quarters that the owner has not reported, so that nothing is paid for them. */
export const missingMonths = (now: Date): SQL<number> => unreportedMonths(properties, at(quarterStart(now)));

interface ReportColumns {
  approvedAt: SQLWrapper;
  /** The status of its offering. */
  offering: SQLWrapper;
  rentCents: SQLWrapper;
}

/**
 * Whether the owner of a property reports its months: from its approval on. After its offering failed nobody holds
 * shares, and months are reported only for money that was paid in before.
 */
export const isReporting = ({ approvedAt, offering, rentCents }: ReportColumns): SQL =>
  sql`(${approvedAt} is not null and (${offering} <> 'failed' or ${rentCents} > 0))`;

/**
 * Of a query over properties with their offerings: whether months of past quarters had to be reported. It is cheap to
 * ask first: counting reports takes a look at an index for each property.
 */
export function reportsPastQuarters(now: Date): SQL | undefined {
  const { id, approvedAt } = properties;
  const rentCents = propertyBalance(id, 'property_rent');
  return and(
    lt(approvedAt, quarterStart(now)),
    isReporting({ approvedAt, offering: offerings.status, rentCents }),
  );
}

/** Of a query over properties with their offerings: whether the owner has missing months to report. */
export const hasMissingMonths = (now: Date): SQL | undefined =>
  and(reportsPastQuarters(now), gt(missingMonths(now), 0));

/** Of a query over properties: whether money that escrow released waits for the lender of the mortgage. */
export const hasLenderToPay: SQL = sql`exists (select 1 from ledger_accounts m
  where m.property_id = ${properties.id} and m.kind = 'property_mortgage' and m.balance > 0)`;
