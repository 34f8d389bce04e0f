import { sql } from 'drizzle-orm';
import { accounts, entriesOf } from '#features/ledger/server/index.ts';
import { type CapitalGain, gainsOf, taxHistories } from '#features/lots/server/index.ts';
import type { Cents } from '#kernel/money.ts';
import { counted } from '#kernel/plural.ts';
import { type Queryable, rows } from '#platform/server/database/db.ts';
import { centsOf } from '#platform/server/database/sql-values.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { type DividendRow, MAX_SHOWN_SALES, type SaleRow, type TaxFigures } from '../tax.contract.ts';
import { type Boxes, DIVIDEND_BOXES, noBoxes, yearBounds } from '../tax.rules.ts';
import { isReported, thresholdOf } from '../thresholds.rules.ts';
import { currentClassifications } from './payments.ts';

/** The boxes of rows of tax_allocations or tax_classifications `a`, in cents. */
export const boxColumns = sql`${centsOf('a.ordinary')} as "ordinaryCents", ${centsOf('a.qualified')} as "qualifiedCents",
  ${centsOf('a.capital_gain')} as "capitalGainCents", ${centsOf('a.return_of_capital')} as "returnOfCapitalCents",
  ${centsOf('a.section_199a')} as "section199aCents"`;

interface DividendLine extends Record<string, unknown>, Boxes {
  propertyId: number;
  propertyName: string;
  cashCents: Cents;
  version: number | null;
}

/** Distributions of each property to a person in a year, by the ledger, with their boxes where classified. */
async function dividendRows(db: Queryable, userId: string, year: number): Promise<DividendRow[]> {
  const { from, to } = yearBounds(year);
  const lines = await rows<DividendLine>(
    db,
    sql`with paid as (
          select substring(e.counterparty from '^property:([0-9]+):')::int as property_id, sum(e.amount) as cents
          from (${entriesOf(accounts.userCash(userId))}) e
          where e.code = 'distribution' and e.at >= ${from.toISOString()}::timestamptz
            and e.at < ${to.toISOString()}::timestamptz
          group by 1)
        select paid.property_id as "propertyId", p.name as "propertyName", paid.cents::float8 as "cashCents",
               c.version, ${boxColumns}
        from paid join properties p on p.id = paid.property_id
        left join (${currentClassifications}) c on c.property_id = paid.property_id and c.year = ${year}
        left join tax_allocations a on a.classification_id = c.id and a.user_id = ${userId}
        order by p.name, paid.property_id`,
  );
  return lines.map(({ propertyId, propertyName, cashCents, version, ...boxes }) => ({
    propertyId,
    propertyName,
    cashCents,
    boxes: version === null ? null : boxes,
    version,
  }));
}

/** Sums up boxes. */
function addBoxes(all: readonly Boxes[]): Boxes {
  const sum = { ...noBoxes };
  for (const boxes of all) for (const { key } of DIVIDEND_BOXES) sum[key] += boxes[key];
  return sum;
}

/** A sale as Form 1099-B describes it: every lot's cost is known here, and nothing is deducted from the proceeds. */
function saleRowOf(gain: CapitalGain, propertyName: string): SaleRow {
  const { id, shares, acquiredAt, disposedAt, proceedsCents, basisCents, disallowedCents, term } = gain;
  return {
    id,
    propertyName,
    description: `${counted(shares, 'share')} of ${propertyName}`,
    acquiredDate: acquiredAt.toISOString(),
    soldDate: disposedAt.toISOString(),
    proceedsCents,
    basisCents,
    marketDiscountCents: 0,
    washSaleCents: disallowedCents,
    term,
    // Every lot was bought here, so that its cost is known (boxes 5 and 12); a resale deducts nothing (box 6).
    isNoncovered: false,
    isGross: true,
    isBasisReported: true,
  };
}

/** Sales of people in a year: by person in the given order, the oldest first. */
export async function saleRows(
  db: Queryable,
  userIds: readonly string[],
  year: number,
): Promise<{ userId: string; sale: SaleRow }[]> {
  const { from, to } = yearBounds(year);
  const histories = await taxHistories(db, userIds);
  const sold = [...histories].flatMap(([userId, { lots, sales, washSales, returns }]) =>
    gainsOf(lots, sales, washSales, returns)
      .gains.filter(({ kind, disposedAt }) => kind === 'sale' && disposedAt >= from && disposedAt < to)
      .map((gain) => ({ userId, gain })),
  );
  if (sold.length === 0) return [];
  const named = await rows<{ id: number; name: string }>(
    db,
    sql`select id, name from properties where id in ${[...new Set(sold.map(({ gain }) => gain.propertyId))]}`,
  );
  const nameOf = new Map(named.map(({ id, name }) => [id, name]));
  return sold.map(({ userId, gain }) => ({
    userId,
    sale: saleRowOf(gain, nameOf.get(gain.propertyId) ?? ''),
  }));
}

async function rewardsOf(db: Queryable, userId: string, year: number): Promise<Cents> {
  const { from, to } = yearBounds(year);
  const [found] = await rows<{ cents: number }>(
    db,
    sql`select coalesce(sum(e.amount), 0)::float8 as cents from (${entriesOf(accounts.userCash(userId))}) e
        where e.code in ('reward', 'reward_returned') and e.at >= ${from.toISOString()}::timestamptz
          and e.at < ${to.toISOString()}::timestamptz`,
  );
  return found?.cents ?? 0;
}

const sumOf = <Row>(all: readonly Row[], pick: (row: Row) => Cents) =>
  all.reduce((sum, row) => sum + pick(row), 0);

/** The figures of a year from which a person's forms 1099-DIV, 1099-B and 1099-MISC are made. */
export async function taxFiguresOf(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  userId: string,
  year: number,
): Promise<TaxFigures> {
  const [dividends, sales, rewardsCents] = await Promise.all([
    dividendRows(db, userId, year),
    saleRows(db, [userId], year).then((all) => all.map(({ sale }) => sale)),
    rewardsOf(db, userId, year),
  ]);
  return {
    year,
    isOver: clock.now() >= yearBounds(year).to,
    dividends: {
      rows: dividends,
      cashCents: sumOf(dividends, ({ cashCents }) => cashCents),
      boxes: addBoxes(dividends.flatMap(({ boxes }) => boxes ?? [])),
      unclassifiedCents: sumOf(dividends, ({ boxes, cashCents }) => (boxes ? 0 : cashCents)),
      threshold: thresholdOf('1099-DIV', year),
    },
    sales: {
      rows: sales,
      count: sales.length,
      proceedsCents: sumOf(sales, ({ proceedsCents }) => proceedsCents),
      basisCents: sumOf(sales, ({ basisCents }) => basisCents),
      washSaleCents: sumOf(sales, ({ washSaleCents }) => washSaleCents),
    },
    miscellaneous: {
      rewardsCents,
      threshold: thresholdOf('1099-MISC', year),
      isReported: isReported('1099-MISC', year, rewardsCents),
    },
  };
}

/** The caller's own figures of a year, as a screen shows them. */
export async function figures(
  platform: Pick<Platform, 'db' | 'clock'>,
  { userId }: UserActor,
  { year }: { year: number },
): Promise<TaxFigures> {
  const { sales, ...others } = await taxFiguresOf(platform, userId, year);
  return { ...others, sales: { ...sales, rows: sales.rows.slice(-MAX_SHOWN_SALES) } };
}
