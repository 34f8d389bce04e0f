import { desc, eq } from 'drizzle-orm';
import { rentReports } from '#db/schema/distributions.ts';
import { accounts, balanceOf } from '#features/ledger/server/index.ts';
import { CAP_RATE_MONTHS, capRateOf, visibleProperty } from '#features/properties/server/index.ts';
import { currentValueOf, valueHistory } from '#features/valuations/server/index.ts';
import { present } from '#kernel/assert.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import type { Financials, ReportLines } from '../distributions.contract.ts';
import { addLines, effectiveIncome, noLines, occupancyOf, operatingIncome } from '../distributions.rules.ts';
import { linesOf } from './statements.ts';

/** Income and expenses of a property in its last reported months, at most twelve; null until one is reported. */
export async function financials(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  actor: UserActor,
  { propertyId }: { propertyId: number },
): Promise<Financials | null> {
  await visibleProperty(db, actor, propertyId);
  const reports = await db
    .select()
    .from(rentReports)
    .where(eq(rentReports.propertyId, propertyId))
    .orderBy(desc(rentReports.month))
    .limit(CAP_RATE_MONTHS);
  const [newest] = reports;
  const oldest = reports.at(-1);
  if (!newest || !oldest) return null;
  const lines = reports.map(linesOf).reduce(addLines, noLines);
  const { valuationCents } = currentValueOf(await valueHistory(db, propertyId), clock.now());
  const income = { months: reports.length, operatingIncomeCents: operatingIncome(lines) };
  return {
    ...income,
    from: oldest.month,
    to: newest.month,
    lines,
    capRateBps: present(capRateOf(income, valuationCents), 'the cap rate of reported months'),
    occupancyBps: occupancyOf(lines),
    byMonth: reports.toReversed().map((report) => monthOf(report.month, linesOf(report))),
    reserveHeldCents: await balanceOf(db, accounts.propertyReserve(propertyId)),
  };
}

const monthOf = (month: string, lines: ReportLines) => ({
  month,
  effectiveIncomeCents: effectiveIncome(lines),
  operatingIncomeCents: operatingIncome(lines),
  occupancyBps: occupancyOf(lines),
});
