import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { users } from '#db/schema/identity.ts';
import { taxExports } from '#db/schema/tax.ts';
import { groupBy } from '#kernel/group-by.ts';
import { fullName } from '#kernel/person.ts';
import { integerArray } from '#platform/server/database/columns.ts';
import {
  cursorAfter,
  cursorPart,
  cutPage,
  olderThan,
  readCursor,
} from '#platform/server/database/cursors.ts';
import { type Database, highestFirst, rows } from '#platform/server/database/db.ts';
import { epochMs } from '#platform/server/database/sql-values.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { columnsIn } from '../columns.rules.ts';
import type {
  ClassificationVersion,
  ExportRelease,
  exportListInput,
  TaxableYear,
  TaxableYears,
  taxableYearsInput,
} from '../tax.contract.ts';
import { type Boxes, classifiableFrom, yearBounds } from '../tax.rules.ts';
import { boxColumns } from './figures.ts';
import {
  fitsStatement,
  type PaidPart,
  paidParts,
  paidTo,
  payoutsIn,
  statementGroups,
  sumOfPaid,
} from './payments.ts';

interface PaidYear extends Record<string, unknown> {
  propertyId: number;
  cashCents: number;
  holders: number;
}

/**
 * The properties that distributed cash in a year, and how that is classified, in the order in which they were created;
 * without a year, those of the newest with cash.
 */
export async function taxableYears(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { year: wanted, cursor, limit }: z.output<typeof taxableYearsInput>,
): Promise<TaxableYears> {
  const exportYears = await yearsSoFar(db, clock.now());
  const years = await paidYears(db);
  const year = years.find((one) => one === wanted) ?? years[0] ?? null;
  if (year === null) return { years, exportYears, year, items: [], nextCursor: null };
  const page = cutPage(await payersIn(db, { year, cursor, limit: limit + 1 }), limit, (last) =>
    String(last.id),
  );
  const ids = page.items.map(({ id }) => id);
  const from = classifiableFrom(year);
  const versions = await versionsOf(db, year, ids);
  const paid = await paidIn(db, year, ids);
  const items = page.items.flatMap(({ id, name }): TaxableYear[] => {
    const cash = paid.get(id);
    if (!cash) return [];
    return [
      {
        ...cash,
        propertyName: name,
        year,
        classifiableFrom: from.toISOString(),
        canBeClassified: clock.now() >= from,
        versions: versions.get(id) ?? [],
      },
    ];
  });
  return { years, exportYears, year, items, nextCursor: page.nextCursor };
}

/** Properties with payments in a year, after the one that a cursor names. */
function payersIn(
  db: Database,
  { year, cursor, limit }: { year: number; cursor?: string | undefined; limit: number },
): Promise<{ id: number; name: string }[]> {
  const [last = 0] = cursor === undefined ? [] : readCursor(cursor, cursorPart.integer);
  const { from, to } = yearBounds(year);
  return rows(
    db,
    sql`select p.id, p.name from properties p
        where p.id > ${Number(last)}::int and exists (
          select 1 from distributions d join distribution_payments m on m.distribution_id = d.id
          where d.property_id = p.id
            and m.paid_at >= ${from.toISOString()}::timestamptz and m.paid_at < ${to.toISOString()}::timestamptz)
        order by p.id limit ${limit}`,
  );
}

/** The years in which distributions were paid, the newest first. */
async function paidYears(db: Database): Promise<number[]> {
  const found = await rows<{ year: number }>(
    db,
    sql`select distinct extract(year from paid_at at time zone 'UTC')::int as year from distribution_payments
        order by 1 desc`,
  );
  return found.map(({ year }) => year);
}

/** What each of these properties paid in a year, and to how many people. */
async function paidIn(
  db: Database,
  year: number,
  propertyIds: readonly number[],
): Promise<Map<number, PaidYear>> {
  const paid = new Map<number, PaidYear>();
  const small: PaidPart[][] = [];
  for (const [propertyId, parts] of groupBy(
    await paidParts(db, year, propertyIds),
    (part) => part.propertyId,
  )) {
    if (fitsStatement(parts)) small.push(parts);
    else {
      const holders = await paidTo(db, parts);
      paid.set(propertyId, { propertyId, cashCents: sumOfPaid(holders), holders: holders.length });
    }
  }
  for (const parts of statementGroups(small)) {
    const found = await rows<PaidYear>(
      db,
      sql`select p.property_id as "propertyId", sum(p.cents)::float8 as "cashCents",
                 count(distinct p.user_id)::int as holders
          from (${payoutsIn(parts)}) p group by p.property_id`,
    );
    for (const one of found) paid.set(one.propertyId, one);
  }
  return paid;
}

/** Every year since the first transfer, the newest first. Which of them have amounts only the whole ledger says. */
async function yearsSoFar(db: Database, now: Date): Promise<number[]> {
  const [first] = await rows<{ year: number }>(
    db,
    sql`select extract(year from at at time zone 'UTC')::int as year from ledger_transfers order by id limit 1`,
  );
  const newest = now.getUTCFullYear();
  return first ? Array.from({ length: newest - first.year + 1 }, (_, back) => newest - back) : [];
}

interface VersionRow extends Record<string, unknown>, Boxes {
  propertyId: number;
  version: number;
  documentId: string;
  title: string;
  withdrawn: boolean;
  classifiedBy: string;
  at: number;
}

/** All versions of a year's classifications of these properties, the newest first. */
async function versionsOf(
  db: Database,
  year: number,
  propertyIds: readonly number[],
): Promise<Map<number, ClassificationVersion[]>> {
  const found = await rows<VersionRow>(
    db,
    sql`select a.property_id as "propertyId", a.version, d.id::text as "documentId", d.title,
               d.withdrawn_at is not null as withdrawn, u.first_name || ' ' || u.last_name as "classifiedBy",
               ${epochMs('a.classified_at')} as at,
               ${boxColumns}
        from tax_classifications a
        join property_documents d on d.id = a.document_id
        join users u on u.id = a.classified_by
        where a.year = ${year} and a.property_id = any(${integerArray(propertyIds)})
        order by a.property_id, a.version desc`,
  );
  const versions = new Map<number, ClassificationVersion[]>();
  for (const { propertyId, version, documentId, title, withdrawn, classifiedBy, at, ...boxes } of found) {
    const own = versions.get(propertyId) ?? [];
    versions.set(propertyId, own);
    const document = { id: documentId, title, withdrawn };
    own.push({ version, boxes, document, classifiedBy, classifiedAt: new Date(at).toISOString() });
  }
  return versions;
}

/** Of a released file of sales: people with a recorded wash sale of its year whose replacement left escrow only since then. */
const correctedSellers = sql<number>`(
  select count(distinct w.user_id)::int
  from wash_sale_adjustments w
  join lot_disposals d on d.trade_id = w.trade_id and d.lot_id = w.lot_id
  left join investment_releases r on r.investment_id = w.replacement_lot_id
  left join resale_trades t on t.id = w.replacement_lot_id
  where ${taxExports.form} = '1099-B' and coalesce(r.at, t.at) > ${taxExports.releasedAt}
    and extract(year from d.disposed_at at time zone 'UTC') = ${taxExports.year})`;

/** Files for the authority's portal that were released, the latest first. */
export async function exports(
  db: Database,
  { cursor, limit }: z.output<typeof exportListInput>,
): Promise<{ items: ExportRelease[]; nextCursor: string | null }> {
  const found = await db
    .select({ release: taxExports, by: users, correctedSellers })
    .from(taxExports)
    .innerJoin(users, eq(users.id, taxExports.releasedBy))
    .where(olderThan(cursor, taxExports.releasedAt, taxExports.id))
    .orderBy(highestFirst(taxExports.releasedAt), highestFirst(taxExports.id))
    .limit(limit + 1);
  const items = found.map(
    ({ release, by, correctedSellers }): ExportRelease => ({
      id: release.id,
      form: release.form,
      year: release.year,
      columns: columnsIn(release.template) ?? [],
      releasedBy: fullName(by),
      releasedAt: release.releasedAt.toISOString(),
      expiresAt: release.expiresAt.toISOString(),
      correctedSellers,
    }),
  );
  return cutPage(items, limit, (last) => cursorAfter(last.releasedAt, last.id));
}
