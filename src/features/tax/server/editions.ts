import { sql } from 'drizzle-orm';
import { groupBy } from '#kernel/group-by.ts';
import { type Queryable, rows } from '#platform/server/database/db.ts';
import { epochMs } from '#platform/server/database/sql-values.ts';
import { sha256 } from '#platform/server/security/sha256.ts';
import { yearBounds } from '../tax.rules.ts';
import { closingOf, type LateWashSale, lateWashSalesOf } from './late-wash-sales.ts';
import { currentClassifications } from './payments.ts';

/** What changed the figures of a year that may have been drawn already. */
export interface TaxChange {
  at: Date;
  cause: 'classification' | 'wash_sale';
}

/** Everything that a person's tax figures of a year depend on and that can change after the year is closed. */
export interface TaxEdition {
  /** The same for the same classifications and late wash sales; null while there are none. */
  key: string | null;
  changes: TaxChange[];
}

interface VersionOfYear extends Record<string, unknown> {
  propertyId: number;
  year: number;
  version: number;
  at: number;
  lowersBasis: boolean;
}

const KEY_CHARACTERS = 12;

/**
 * The editions of a person's tax figures, by year. An edition depends on
 * - classifications of the year itself,
 * - those of earlier years that lowered the cost basis of the person's lots in any version, as they change later gains,
 * - wash sales whose replacement purchase became effective after the year was closed.
 */
export async function taxEditionsOf(db: Queryable, userId: string): Promise<(year: number) => TaxEdition> {
  const [versions, late] = await Promise.all([versionsOf(db, userId), lateWashSalesOf(db, userId)]);
  return (year) => {
    const classified = versions.filter((one) => one.year === year || (one.year < year && one.lowersBasis));
    const lateSales = late.filter(
      ({ soldAt, effectiveFrom }) => soldAt < yearBounds(year).to && effectiveFrom >= closingOf(year),
    );
    if (classified.length === 0 && lateSales.length === 0) return { key: null, changes: [] };
    const text = [
      ...classified.map((one) => `${one.propertyId}-${one.year}-${one.version}`),
      ...replacedShares(lateSales),
    ].join(' ');
    const changes = [
      ...classified.map(({ at }): TaxChange => ({ at: new Date(at), cause: 'classification' })),
      ...lateSales.map(({ effectiveFrom }): TaxChange => ({ at: effectiveFrom, cause: 'wash_sale' })),
    ];
    return { key: sha256(text).slice(0, KEY_CHARACTERS), changes };
  };
}

/** How many shares of each sale were replaced late; by which purchases changes no figure. */
const replacedShares = (lateSales: readonly LateWashSale[]): string[] =>
  [...groupBy(lateSales, ({ tradeId, lotId }) => `${tradeId}~${lotId}`)]
    .map(([sale, parts]) => `${sale}-${parts.reduce((sum, { shares }) => sum + shares, 0)}`)
    .sort();

function versionsOf(db: Queryable, userId: string): Promise<VersionOfYear[]> {
  return rows<VersionOfYear>(
    db,
    sql`select c.property_id as "propertyId", c.year, c.version,
               ${epochMs('c.classified_at')} as at,
               exists (select 1 from basis_reductions r join tax_classifications v on v.id = r.classification_id
                       where r.user_id = ${userId} and r.property_id = c.property_id and v.year = c.year) as "lowersBasis"
        from (${currentClassifications}) c
        join tax_allocations a on a.classification_id = c.id and a.user_id = ${userId}
        order by c.property_id, c.year`,
  );
}
