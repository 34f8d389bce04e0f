import { and, asc, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import { distributions, rentReports } from '#db/schema/distributions.ts';
import { allHolders, hasHolders } from '#features/ledger/server/index.ts';
import { isFundedAt } from '#features/offerings/server/index.ts';
import type { Cents } from '#kernel/money.ts';
import { lock } from '#platform/server/database/advisory-locks.ts';
import type { Queryable, Transaction } from '#platform/server/database/db.ts';
import type { ReportLines } from '../distributions.contract.ts';
import {
  addLines,
  datesOf,
  distributionIdOf,
  lineKeys,
  noLines,
  quarterOf,
  quarterResult,
} from '../distributions.rules.ts';

export type StoredStatement = typeof distributions.$inferSelect;

const unapprovedStatuses = ['open', 'prepared', 'returned'] as const;
export const approvedStatuses = ['approved', 'paid'] as const;

/** Serializes changes to a property's reports and statements; taken before any balance. */
export async function lockStatements(tx: Transaction, propertyId: number): Promise<void> {
  await lock(tx, 'statements', propertyId);
}

/** The lines of a report or statement, without its other columns. */
export function linesOf(row: ReportLines): ReportLines {
  return Object.fromEntries(lineKeys.map((key) => [key, row[key]])) as unknown as ReportLines;
}

/** The latest approved statement of a property, or null. */
async function lastApproved(db: Queryable, propertyId: number): Promise<StoredStatement | null> {
  const [row] = await db
    .select()
    .from(distributions)
    .where(and(eq(distributions.propertyId, propertyId), inArray(distributions.status, approvedStatuses)))
    .orderBy(desc(distributions.quarter))
    .limit(1);
  return row ?? null;
}

/** The required balance of the rent account, for the quarters that are not approved. */
export async function undistributed(db: Queryable, propertyId: number): Promise<Cents> {
  const rows = await db
    .select({ availableCents: distributions.availableCents, reimbursedCents: distributions.reimbursedCents })
    .from(distributions)
    .where(and(eq(distributions.propertyId, propertyId), inArray(distributions.status, unapprovedStatuses)));
  return rows.reduce((sum, { availableCents, reimbursedCents }) => sum + availableCents + reimbursedCents, 0);
}

/** Shares that earn at a record date, and their holders: until the offering is funded, all income is the owner's. */
export async function countHeld(tx: Transaction, propertyId: number, recordAt: Date) {
  const isFunded = await isFundedAt(tx, propertyId, recordAt);
  const holders = isFunded ? await allHolders(tx, propertyId, recordAt) : [];
  return { shares: holders.reduce((sum, { shares }) => sum + shares, 0), holders: holders.length };
}

/**
 * The part of a quarter's deficit that the next one makes good: all of it, or nothing of a quarter that was the owner's
 * alone. Whoever gets all of an income bears the loss.
 */
async function carriedDeficit(tx: Transaction, propertyId: number, before: QuarterBefore): Promise<Cents> {
  const { recordAt, closingDeficitCents, shares } = before;
  if (closingDeficitCents === 0) return 0;
  const isCarried =
    shares === undefined
      ? (await isFundedAt(tx, propertyId, recordAt)) && (await hasHolders(tx, propertyId, recordAt))
      : shares > 0;
  return isCarried ? closingDeficitCents : 0;
}

interface QuarterBefore {
  recordAt: Date;
  closingDeficitCents: Cents;
  /** The shares held at the record date, where the statement is approved. */
  shares?: number;
}

const notPrepared = {
  shares: 0,
  holders: 0,
  ownerShareCents: 0,
  grossCents: 0,
  feeCents: 0,
  netCents: 0,
  returnedReason: null,
  preparedAt: null,
};

/**
 * Adds up the reports of every quarter that is not approved; each takes over the deficit of the one before, if that had
 * holders.
 * The quarter of the reported month, and any whose opening deficit changed, must be prepared again; others stay as they are.
 */
export async function addUpQuarters(
  tx: Transaction,
  propertyId: number,
  reportedMonth: string,
): Promise<void> {
  const last = await lastApproved(tx, propertyId);
  const reports = await tx
    .select()
    .from(rentReports)
    .where(
      and(
        eq(rentReports.propertyId, propertyId),
        last ? gt(rentReports.month, lastMonthOf(last.quarter)) : undefined,
      ),
    )
    .orderBy(asc(rentReports.month));
  let before: QuarterBefore | null = last;
  for (const quarter of new Set(reports.map(({ month }) => quarterOf(month)))) {
    const own = reports.filter(({ month }) => quarterOf(month) === quarter);
    const lines = own.reduce((sum, report) => addLines(sum, linesOf(report)), noLines);
    const openingDeficitCents: Cents = before ? await carriedDeficit(tx, propertyId, before) : 0;
    const result = quarterResult(lines, openingDeficitCents);
    const figures = { ...lines, ...result, ...notPrepared, months: own.length, status: 'open' as const };
    const dates = datesOf(quarter);
    await tx
      .insert(distributions)
      .values({
        id: distributionIdOf(propertyId, quarter),
        propertyId,
        quarter,
        ...dates,
        ...figures,
        paidCents: 0,
        paidThrough: 0,
      })
      .onConflictDoUpdate({
        target: distributions.id,
        set: figures,
        setWhere: sql`${eq(distributions.quarter, quarterOf(reportedMonth))}
          or ${ne(distributions.openingDeficitCents, openingDeficitCents)}`,
      });
    const { closingDeficitCents } = result;
    before = { recordAt: dates.recordAt, closingDeficitCents };
  }
}

function lastMonthOf(quarter: string): string {
  return `${quarter.slice(0, 4)}-${String(Number(quarter.slice(-1)) * 3).padStart(2, '0')}`;
}
