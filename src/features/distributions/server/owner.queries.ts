import { and, asc, desc, eq, getTableColumns, gt, inArray, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import { distributions, rentReports, reportDrafts, reportEntries } from '#db/schema/distributions.ts';
import { ledgerAccounts } from '#db/schema/ledger.ts';
import { offerings } from '#db/schema/offerings.ts';
import { properties } from '#db/schema/properties.ts';
import { accounts, balanceOf, propertyBalance } from '#features/ledger/server/index.ts';
import { propertyErrors } from '#features/properties/properties.contract.ts';
import { isReporting } from '#features/properties/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { toDecimal } from '#kernel/money.ts';
import { quarterName } from '#kernel/months.ts';
import { counted } from '#kernel/plural.ts';
import { startOfDay } from '#kernel/time.ts';
import { cursorAfter, cursorPart, cutPage, readCursor } from '#platform/server/database/cursors.ts';
import { type Database, rows } from '#platform/server/database/db.ts';
import { centsOf } from '#platform/server/database/sql-values.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { csvOf } from '#platform/server/transport/csv.ts';
import {
  distributionErrors,
  MAX_EXPORTED_DISTRIBUTIONS,
  type OwnerOverview,
  type OwnerReport,
  type OwnerRow,
  type ReportSheet,
} from '../distributions.contract.ts';
import {
  isOwnersAlone,
  nextPaymentDate,
  operatingIncome,
  paymentDateOf,
  paymentStatus,
  quarterOf,
} from '../distributions.rules.ts';
import { QUARTER_PATTERN } from './distributions.queries.ts';
import { dueMonths } from './due-months.ts';
import { approvedStatuses, linesOf, type StoredStatement } from './statements.ts';

const MAX_SHOWN_STATEMENTS = 20;
const MAX_SHOWN_REPORTS = 36;

/** The owner's cards, and the statements that wait for a correction. */
export async function ownerOverview({ db, clock }: Platform, actor: UserActor): Promise<OwnerOverview> {
  const sumOf = (...statuses: StoredStatement['status'][]) =>
    centsOf(
      sql`coalesce(sum(${distributions.netCents}) filter (where ${distributions.status} in ${statuses}), 0)`,
    );
  const [sums] = await db
    .select({ paid: sumOf('paid'), pending: sumOf('prepared', 'returned', 'approved') })
    .from(distributions)
    .innerJoin(properties, eq(properties.id, distributions.propertyId))
    .where(eq(properties.ownerId, actor.userId));
  const returned = await db
    .select({ row: distributions, name: properties.name })
    .from(distributions)
    .innerJoin(properties, eq(properties.id, distributions.propertyId))
    .where(and(eq(properties.ownerId, actor.userId), eq(distributions.status, 'returned')))
    .orderBy(asc(distributions.payAt), asc(distributions.propertyId))
    .limit(MAX_SHOWN_STATEMENTS);
  return {
    totalPaidCents: sums?.paid ?? 0,
    totalPendingCents: sums?.pending ?? 0,
    nextPaymentDate: nextPaymentDate(clock.now()).toISOString(),
    returned: returned.map(({ row: { id, propertyId, quarter, returnedReason }, name }) => ({
      id,
      propertyId,
      propertyName: name,
      quarter,
      reason: returnedReason ?? '',
    })),
  };
}

/** Whether the owner reports months, in a query over properties and offerings. */
const reportsMonths = isReporting({
  approvedAt: properties.approvedAt,
  offering: offerings.status,
  rentCents: propertyBalance(properties.id, 'property_rent'),
}) as SQL<boolean>;

/** The owner's properties with the months due of each, in the order in which they were created. */
export async function ownerReports(
  { db, clock }: Platform,
  actor: UserActor,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: OwnerReport[]; nextCursor: string | null }> {
  const now = clock.now();
  const [last] = cursor === undefined ? [] : readCursor(cursor, cursorPart.integer);
  const found = await db
    .select({ ...getTableColumns(properties), isReporting: reportsMonths })
    .from(properties)
    .innerJoin(offerings, eq(offerings.propertyId, properties.id))
    .where(
      and(
        eq(properties.ownerId, actor.userId),
        isNotNull(properties.approvedAt),
        last === undefined ? undefined : gt(properties.id, Number(last)),
      ),
    )
    .orderBy(asc(properties.id))
    .limit(limit + 1);
  const { items: shown, nextCursor } = cutPage(found, limit, (last) => String(last.id));
  const ids = shown.map(({ id }) => id);
  const balances = ids.length === 0 ? [] : await balancesOf(db, ids);
  const balance = new Map(balances.map((row) => [row.id, row.balance]));
  const due = await dueMonths(
    db,
    shown.filter(({ isReporting }) => isReporting),
    now,
  );
  const items = shown.map(({ id, name }) => ({
    propertyId: id,
    name,
    dueMonths: due.get(id) ?? [],
    rentAccountCents: balance.get(accounts.propertyRent(id).id) ?? 0,
    reserveCents: balance.get(accounts.propertyReserve(id).id) ?? 0,
  }));
  return { items, nextCursor };
}

const balancesOf = (db: Database, ids: readonly number[]) =>
  db
    .select({ id: ledgerAccounts.id, balance: ledgerAccounts.balance })
    .from(ledgerAccounts)
    .where(
      and(
        inArray(ledgerAccounts.propertyId, [...ids]),
        inArray(ledgerAccounts.kind, ['property_rent', 'property_reserve']),
      ),
    );

/** Everything an owner needs to report a month: due months, reports and account balances. */
export async function reportSheet(
  { db, clock }: Platform,
  actor: UserActor,
  { propertyId }: { propertyId: number },
): Promise<ReportSheet> {
  const [property] = await db
    .select({ ...getTableColumns(properties), isReporting: reportsMonths })
    .from(properties)
    .innerJoin(offerings, eq(offerings.propertyId, properties.id))
    .where(and(eq(properties.id, propertyId), eq(properties.ownerId, actor.userId)));
  if (!property) throw new DomainError(propertyErrors.PROPERTY_NOT_FOUND);
  const statements = await db
    .select({ quarter: distributions.quarter, status: distributions.status })
    .from(distributions)
    .where(eq(distributions.propertyId, propertyId));
  const balances = await balancesOf(db, [propertyId]);
  const reports = await db
    .select()
    .from(rentReports)
    .where(eq(rentReports.propertyId, propertyId))
    .orderBy(desc(rentReports.month));
  const final = new Set(
    statements
      .filter(({ status }) => approvedStatuses.some((approved) => approved === status))
      .map(({ quarter }) => quarter),
  );
  const balance = (account: string) => balances.find(({ id }) => id === account)?.balance ?? 0;
  const due = await dueMonths(db, property.isReporting ? [property] : [], clock.now());
  return {
    propertyId,
    propertyName: property.name,
    dueMonths: due.get(propertyId) ?? [],
    reports: reports.slice(0, MAX_SHOWN_REPORTS).map((report) => ({
      month: report.month,
      lines: linesOf(report),
      operatingIncomeCents: operatingIncome(report),
      note: report.note,
      reportedAt: report.reportedAt.toISOString(),
      correctable: !final.has(quarterOf(report.month)),
    })),
    entryMonths: await entryMonths(db, propertyId),
    rentAccountCents: balance(accounts.propertyRent(propertyId).id),
    reserveCents: balance(accounts.propertyReserve(propertyId).id),
    availableCashCents: await balanceOf(db, accounts.userCash(actor.userId)),
  };
}

async function entryMonths(db: Database, propertyId: number): Promise<string[]> {
  const found = await rows<{ month: string }>(
    db,
    sql`select month from ${reportDrafts} where property_id = ${propertyId}
        union
        select e.month from ${reportEntries} e
        join ${rentReports} r on r.property_id = e.property_id and r.month = e.month and r.revision = e.revision
        where e.property_id = ${propertyId} and e.source <> 'total'
        order by month`,
  );
  return found.map(({ month }) => month);
}

const statusNote: Record<StoredStatement['status'], string> = {
  open: 'Being reported',
  prepared: 'Awaiting approval',
  returned: 'Returned for correction',
  approved: 'Approved, to be paid on this date',
  paid: '',
};

function ownerRow(row: StoredStatement, propertyName: string, now: Date): OwnerRow {
  const { id, quarter, netCents, holders, closingDeficitCents, status } = row;
  const deficit = isOwnersAlone(row) ? 'covered by you' : 'carried forward';
  const notes = [
    quarterName(quarter),
    statusNote[status],
    status === 'paid' && netCents > 0 ? counted(holders, 'shareholder') : '',
    closingDeficitCents > 0 ? `Deficit of $${toDecimal(closingDeficitCents)} ${deficit}` : '',
  ];
  return {
    id,
    propertyName,
    date: paymentDateOf(row, now).toISOString(),
    amountCents: netCents,
    status: paymentStatus(status),
    notes: notes.filter(Boolean).join(' · '),
  };
}

const ofOwner = (userId: string) => and(eq(properties.ownerId, userId), ne(distributions.status, 'open'));

/** When a statement was or will be paid, as `paymentDateOf` shows it. By the day, so that pages of one list agree. */
const shownAt = (now: Date) =>
  sql`coalesce(${distributions.paidAt}, greatest(${distributions.payAt}, ${startOfDay(now).toISOString()}::timestamptz))`;

const latestFirst = (now: Date) => [
  desc(shownAt(now)),
  desc(distributions.propertyId),
  desc(distributions.quarter),
];

/** The owner's distributions, the latest day of payment first. */
export async function ownerHistory(
  { db, clock }: Platform,
  actor: UserActor,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const now = clock.now();
  const found = await db
    .select({ row: distributions, name: properties.name, at: sql<string>`${shownAt(now)}` })
    .from(distributions)
    .innerJoin(properties, eq(properties.id, distributions.propertyId))
    .where(and(ofOwner(actor.userId), earlierThan(cursor, now)))
    .orderBy(...latestFirst(now))
    .limit(limit + 1);
  const page = cutPage(found, limit, ({ at, row }) => cursorAfter(at, row.propertyId, row.quarter));
  return { ...page, items: page.items.map(({ row, name }) => ownerRow(row, name, now)) };
}

function earlierThan(cursor: string | undefined, now: Date): SQL | undefined {
  if (cursor === undefined) return undefined;
  const { milliseconds, integer } = cursorPart;
  const [at, propertyId, quarter] = readCursor(cursor, milliseconds, integer, QUARTER_PATTERN);
  return sql`(${shownAt(now)}, ${distributions.propertyId}, ${distributions.quarter})
    < (${new Date(Number(at)).toISOString()}::timestamptz, ${propertyId}::int, ${quarter}::text)`;
}

/**
 * The owner's distributions as a CSV file; texts that a spreadsheet would run as formulas are escaped.
 * @throws TOO_MANY_ROWS
 */
export async function ownerCsv(
  { db, clock }: Platform,
  actor: UserActor,
): Promise<{ fileName: string; csv: string }> {
  const now = clock.now();
  const found = await db
    .select({ row: distributions, name: properties.name })
    .from(distributions)
    .innerJoin(properties, eq(properties.id, distributions.propertyId))
    .where(ofOwner(actor.userId))
    .orderBy(...latestFirst(now))
    .limit(MAX_EXPORTED_DISTRIBUTIONS + 1);
  if (found.length > MAX_EXPORTED_DISTRIBUTIONS) throw new DomainError(distributionErrors.TOO_MANY_ROWS);
  const lines = found.map(({ row, name }) => {
    const { date, amountCents, status, notes } = ownerRow(row, name, now);
    const isNoPayout = status === 'Paid' && amountCents === 0;
    return [
      name,
      date.slice(0, 10),
      toDecimal(amountCents),
      status,
      isNoPayout ? `${notes} · No payout` : notes,
    ];
  });
  const csv = csvOf(['Property Name', 'Date', 'Amount', 'Status', 'Notes'], lines);
  return { fileName: 'distributions.csv', csv };
}
