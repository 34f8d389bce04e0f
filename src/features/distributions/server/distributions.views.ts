import type { properties } from '#db/schema/properties.ts';
import type { DistributionRow, Statement } from '../distributions.contract.ts';
import { paymentDateOf, paymentStatus, perShareText } from '../distributions.rules.ts';
import { linesOf, type StoredStatement } from './statements.ts';

type NamedProperty = Pick<typeof properties.$inferSelect, 'name' | 'location'>;

export function statementView(
  row: StoredStatement,
  property: NamedProperty,
  now: Date,
  {
    viewer = null,
    seesEntries,
  }: { viewer?: { shares: number; amountCents: number } | null; seesEntries: boolean },
): Statement {
  return {
    ...row,
    lines: linesOf(row),
    repaidCents: row.reimbursedCents,
    propertyName: property.name,
    location: property.location,
    recordAt: row.recordAt.toISOString(),
    payAt: paymentDateOf(row, now).toISOString(),
    perShare: perShareText(row.netCents, row.shares),
    preparedAt: row.preparedAt?.toISOString() ?? null,
    approvedAt: row.approvedAt?.toISOString() ?? null,
    paidAt: row.paidAt?.toISOString() ?? null,
    viewer,
    seesEntries,
  };
}

export function rowView(
  row: StoredStatement,
  now: Date,
  viewer: Pick<DistributionRow, 'viewerCents' | 'seesEntries'>,
): DistributionRow {
  return {
    id: row.id,
    quarter: row.quarter,
    date: paymentDateOf(row, now).toISOString(),
    status: paymentStatus(row.status),
    totalCents: row.netCents,
    perShare: perShareText(row.netCents, row.shares),
    monthlyRentCents: row.months === 0 ? 0 : Math.round(row.rentCents / row.months),
    ...viewer,
  };
}
