import { and, eq, gte, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { distributions, rentReports, reportDrafts } from '#db/schema/distributions.ts';
import { properties } from '#db/schema/properties.ts';
import { accounts, lockBalances, post, type Transfer } from '#features/ledger/server/index.ts';
import { propertyErrors } from '#features/properties/properties.contract.ts';
import { walletErrors } from '#features/wallet/wallet.contract.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Cents } from '#kernel/money.ts';
import { defineCommand, type Run } from '#platform/server/commands/run-command.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import {
  distributionErrors,
  type ReportLines,
  reportMonthInput,
  type reportReceipt,
} from '../distributions.contract.ts';
import { MONTH_REPORTED, MONTH_REPORTED_LATE } from '../distributions.events.ts';
import {
  distributionIdOf,
  isLate,
  operatingIncome,
  quarterOf,
  reportableMonths,
} from '../distributions.rules.ts';
import { type StoredImport, storedEntriesOf } from './month-draft.ts';
import { exchangeReceipts } from './receipts.ts';
import { type NewEntry, recordEntries, totalsOf } from './record-entries.ts';
import { addUpQuarters, approvedStatuses, lockStatements, undistributed } from './statements.ts';

export interface MonthReport {
  propertyId: number;
  month: string;
  lines: ReportLines;
  note: string | undefined;
  entries: readonly NewEntry[];
  imports: readonly StoredImport[];
}

/**
 * Records an owner's report of one month as one total for each line, or a correction of it until the quarter is
 * approved. A draft of its entries is discarded. Idempotent by `requestId`.
 * @throws PROPERTY_NOT_FOUND, MONTH_NOT_REPORTABLE, QUARTER_APPROVED, RESERVE_TOO_SMALL, INSUFFICIENT_FUNDS
 */
export const reportMonth = defineCommand({
  name: 'distributions.reportMonth',
  input: reportMonthInput,
  access: 'signedIn',
  async run(run, { propertyId, month, lines, note }): Promise<z.infer<typeof reportReceipt>> {
    await lockStatements(run.tx, propertyId);
    await requireReportable(run, propertyId, month);
    const [draft] = await run.tx
      .delete(reportDrafts)
      .where(and(eq(reportDrafts.propertyId, propertyId), eq(reportDrafts.month, month)))
      .returning({ entries: reportDrafts.entries });
    if (draft) await exchangeReceipts(run, storedEntriesOf(draft.entries), []);
    return recordReport(run, {
      propertyId,
      month,
      lines,
      note,
      entries: totalsOf(month, lines),
      imports: [],
    });
  },
  audit: ({ propertyId, month, lines }, { paidInCents }) => ({
    subject: `report:${propertyId}-${month}`,
    details: { ...lines, paidInCents },
  }),
});

/**
 * Records a report whose caller holds `lockStatements` and has called `requireReportable`. Income that the report adds
 * to the quarter is paid from the owner's cash into the property's rent account, and is returned when expenses or a
 * correction lower it. Withdrawals from the reserve wait there too, even those that will reimburse the owner: until the
 * quarter is approved, a report gives nobody more than they paid in.
 * @throws RESERVE_TOO_SMALL, INSUFFICIENT_FUNDS
 */
export async function recordReport(
  run: Run<UserActor>,
  { propertyId, month, lines, note, entries, imports }: MonthReport,
): Promise<z.infer<typeof reportReceipt>> {
  const { tx, actor, now, emit } = run;
  const [earlier] = await tx
    .select({ revision: rentReports.revision, reserveWithdrawnCents: rentReports.reserveWithdrawnCents })
    .from(rentReports)
    .where(and(eq(rentReports.propertyId, propertyId), eq(rentReports.month, month)));
  const before = await undistributed(tx, propertyId);
  const revision = (earlier?.revision ?? 0) + 1;
  const report = { ...lines, revision, note: note || null, reportedBy: actor.userId, reportedAt: now };
  await tx
    .insert(rentReports)
    .values({ propertyId, month, ...report })
    .onConflictDoUpdate({ target: [rentReports.propertyId, rentReports.month], set: report });
  await recordEntries(tx, { propertyId, month, revision, entries, imports });
  await addUpQuarters(tx, propertyId, month);
  const change = (await undistributed(tx, propertyId)) - before;
  const withdrawnCents = lines.reserveWithdrawnCents - (earlier?.reserveWithdrawnCents ?? 0);
  const paidInCents = change - withdrawnCents;
  await moveRent(run, propertyId, { withdrawnCents, paidInCents });
  const id = distributionIdOf(propertyId, quarterOf(month));
  emit(MONTH_REPORTED, {
    userId: actor.userId,
    broadcast: { propertyId },
    payload: { distributionId: id, month },
  });
  if (!earlier && isLate(month, now)) {
    emit(MONTH_REPORTED_LATE, { userId: actor.userId, payload: { propertyId, month } });
  }
  return { propertyId, month, operatingIncomeCents: operatingIncome(lines), paidInCents, distributionId: id };
}

/**
 * Refuses a month that the caller cannot report.
 * @throws PROPERTY_NOT_FOUND, MONTH_NOT_REPORTABLE, QUARTER_APPROVED
 */
export async function requireReportable(
  { tx, actor, now }: Run<UserActor>,
  propertyId: number,
  month: string,
): Promise<void> {
  const [property] = await tx
    .select({ approvedAt: properties.approvedAt })
    .from(properties)
    .where(and(eq(properties.id, propertyId), eq(properties.ownerId, actor.userId)));
  if (!property) throw new DomainError(propertyErrors.PROPERTY_NOT_FOUND);
  const { approvedAt } = property;
  if (approvedAt === null || !reportableMonths(approvedAt, now).includes(month)) {
    throw new DomainError(distributionErrors.MONTH_NOT_REPORTABLE);
  }
  if (await isApproved(tx, propertyId, quarterOf(month))) {
    throw new DomainError(distributionErrors.QUARTER_APPROVED);
  }
}

async function isApproved(tx: Transaction, propertyId: number, quarter: string): Promise<boolean> {
  const found = await tx
    .select({ id: distributions.id })
    .from(distributions)
    .where(
      and(
        eq(distributions.propertyId, propertyId),
        gte(distributions.quarter, quarter),
        inArray(distributions.status, approvedStatuses),
      ),
    )
    .limit(1);
  return found.length > 0;
}

async function moveRent(
  run: Run<UserActor>,
  propertyId: number,
  { withdrawnCents, paidInCents }: { withdrawnCents: Cents; paidInCents: Cents },
): Promise<void> {
  const cash = accounts.userCash(run.actor.userId);
  const rent = accounts.propertyRent(propertyId);
  const reserve = accounts.propertyReserve(propertyId);
  const balances = await lockBalances(run.tx, [cash, rent, reserve]);
  if (withdrawnCents > (balances.get(reserve.id) ?? 0))
    throw new DomainError(distributionErrors.RESERVE_TOO_SMALL);
  if (paidInCents > (balances.get(cash.id) ?? 0)) throw new DomainError(walletErrors.INSUFFICIENT_FUNDS);
  const transfers: Transfer[] = [];
  if (withdrawnCents > 0)
    transfers.push({ code: 'reserve_withdrawn', debit: reserve, credit: rent, amount: withdrawnCents });
  if (withdrawnCents < 0)
    transfers.push({ code: 'reserve_restored', debit: rent, credit: reserve, amount: -withdrawnCents });
  if (paidInCents > 0)
    transfers.push({ code: 'rent_paid_in', debit: cash, credit: rent, amount: paidInCents });
  if (paidInCents < 0)
    transfers.push({ code: 'rent_returned', debit: rent, credit: cash, amount: -paidInCents });
  if (transfers.length > 0) await post(run.tx, run, transfers);
}
