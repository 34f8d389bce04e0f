import type { properties } from '#db/schema/properties.ts';
import type { DistributionRow, Statement } from '../distributions.contract.ts';
import { paymentStatus, perShareText } from '../distributions.rules.ts';
import { linesOf, type StoredStatement } from './statements.ts';

type NamedProperty = Pick<typeof properties.$inferSelect, 'name' | 'location'>;

export function statementView(
  row: StoredStatement,
  property: NamedProperty,
  viewer: { shares: number; amountCents: number } | null = null,
): Statement {
  return {
    ...row,
    lines: linesOf(row),
    propertyName: property.name,
    location: property.location,
    recordAt: row.recordAt.toISOString(),
    payAt: row.payAt.toISOString(),
    perShare: perShareText(row.netCents, row.shares),
    drawnAt: row.drawnAt?.toISOString() ?? null,
    approvedAt: row.approvedAt?.toISOString() ?? null,
    paidAt: row.paidAt?.toISOString() ?? null,
    viewer,
  };
}

export function rowView(row: StoredStatement, viewerCents: number | null): DistributionRow {
  return {
    id: row.id,
    quarter: row.quarter,
    date: dateOf(row).toISOString(),
    status: paymentStatus(row.status),
    totalCents: row.netCents,
    perShare: perShareText(row.netCents, row.shares),
    monthlyRentCents: row.months === 0 ? 0 : Math.round(row.rentCents / row.months),
    viewerCents,
  };
}

/** When it was paid, or will be. */
export function dateOf({ paidAt, payAt }: StoredStatement): Date {
  return paidAt ?? payAt;
}
