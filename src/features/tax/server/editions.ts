import { sql } from 'drizzle-orm';
import { type Queryable, rows } from '#platform/server/database/db.ts';
import { sha256 } from '#platform/server/security/sha256.ts';
import { currentClassifications } from './payments.ts';

/** Which classifications a person's figures of a year rest on. */
export interface TaxEdition {
  /** The same for the same classifications; null while none concerns the person. */
  key: string | null;
  /** When the latest of them was made. */
  classifiedAt: Date | null;
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
 * The editions of a person's tax figures, by year. Classifications of the year itself count, and those of earlier years
 * that lowered the cost basis of their lots in any version: they change gains of later years.
 */
export async function taxEditionsOf(db: Queryable, userId: string): Promise<(year: number) => TaxEdition> {
  const all = await rows<VersionOfYear>(
    db,
    sql`select c.property_id as "propertyId", c.year, c.version,
               (extract(epoch from c.classified_at) * 1000)::float8 as at,
               exists (select 1 from basis_reductions r join tax_classifications v on v.id = r.classification_id
                       where r.user_id = ${userId} and r.property_id = c.property_id and v.year = c.year) as "lowersBasis"
        from (${currentClassifications}) c
        join tax_allocations a on a.classification_id = c.id and a.user_id = ${userId}
        order by c.property_id, c.year`,
  );
  return (year) => {
    const own = all.filter((one) => one.year === year || (one.year < year && one.lowersBasis));
    if (own.length === 0) return { key: null, classifiedAt: null };
    const text = own.map((one) => `${one.propertyId}-${one.year}-${one.version}`).join(' ');
    const key = sha256(text).slice(0, KEY_CHARACTERS);
    return { key, classifiedAt: new Date(Math.max(...own.map(({ at }) => at))) };
  };
}
