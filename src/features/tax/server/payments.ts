import { type SQL, sql } from 'drizzle-orm';
import type { Cents } from '#kernel/money.ts';
import { columnRows, integerArray } from '#platform/server/database/columns.ts';
import { type Queryable, rows } from '#platform/server/database/db.ts';
import { yearBounds } from '../tax.rules.ts';

/**
 * Everything that a property's holders were paid, as a query of (property_id, distribution_id, record_at, year, paid_at,
 * user_id, shares, cents).
 */
export function paymentsOf(propertyId: number): SQL {
  return sql`
    select d.property_id, d.id as distribution_id, d.record_at, m.paid_at,
           extract(year from m.paid_at at time zone 'UTC')::int as year,
           p.user_id, p.shares, (p.amount * 100)::bigint as cents
    from distributions d
    join distribution_payments m on m.distribution_id = d.id
    join distribution_payouts p
      on p.distribution_id = d.id and p.position between m.first_position and m.last_position
    where p.amount > 0 and d.property_id = ${propertyId}`;
}

/** Consecutive payouts of a distribution that were paid by one operation. */
export interface PaidPart extends Record<string, unknown> {
  propertyId: number;
  distributionId: string;
  first: number;
  last: number;
}

/** Payouts that are read by one statement. */
const MAX_READ_PAYOUTS = 100_000;

/** What some properties paid in a year, by property. */
export function paidParts(db: Queryable, year: number, propertyIds: readonly number[]): Promise<PaidPart[]> {
  const { from, to } = yearBounds(year);
  return rows<PaidPart>(
    db,
    sql`select d.property_id as "propertyId", d.id as "distributionId", m.first_position as first,
               m.last_position as last
        from distributions d join distribution_payments m on m.distribution_id = d.id
        where m.paid_at >= ${from.toISOString()}::timestamptz and m.paid_at < ${to.toISOString()}::timestamptz
          and d.property_id = any(${integerArray(propertyIds)})
        order by d.property_id, d.id, m.first_position`,
  );
}

const countPayouts = (parts: readonly PaidPart[]) =>
  parts.reduce((sum, { first, last }) => sum + last - first + 1, 0);

/** Whether one statement can read the payouts of some parts. */
export const fitsStatement = (parts: readonly PaidPart[]): boolean => countPayouts(parts) <= MAX_READ_PAYOUTS;

/** The parts for each statement, so that it reads few enough payouts; those of a group stay together. */
export function statementGroups(groups: Iterable<readonly PaidPart[]>): PaidPart[][] {
  const together: PaidPart[][] = [];
  let payouts = MAX_READ_PAYOUTS;
  for (const group of groups) {
    const own = countPayouts(group);
    if (payouts + own > MAX_READ_PAYOUTS) {
      together.push([]);
      payouts = 0;
    }
    together.at(-1)?.push(...group);
    payouts += own;
  }
  return together;
}

/** The payouts of some parts that are more than zero, as a query of (property_id, user_id, cents). */
export function payoutsIn(parts: readonly PaidPart[]): SQL {
  const table = columnRows('part', parts, {
    property_id: ['int', ({ propertyId }) => propertyId],
    distribution_id: ['text', ({ distributionId }) => distributionId],
    first: ['int', ({ first }) => first],
    last: ['int', ({ last }) => last],
  });
  return sql`
    select part.property_id, p.user_id, (p.amount * 100)::bigint as cents
    from ${table} join distribution_payouts p
      on p.distribution_id = part.distribution_id and p.position between part.first and part.last
    where p.amount > 0`;
}

export interface PaidHolder extends Record<string, unknown> {
  userId: string;
  cents: Cents;
}

export const sumOfPaid = (holders: readonly PaidHolder[]): Cents =>
  holders.reduce((sum, { cents }) => sum + cents, 0);

/** What some parts paid each holder, however many payouts they have, in the order of user ids. */
export async function paidTo(db: Queryable, parts: readonly PaidPart[]): Promise<PaidHolder[]> {
  const paid = new Map<string, Cents>();
  for (const some of statementGroups(parts.map((part) => [part]))) {
    const found = await rows<PaidHolder>(
      db,
      sql`select p.user_id as "userId", sum(p.cents)::float8 as cents from (${payoutsIn(some)}) p group by p.user_id`,
    );
    for (const { userId, cents } of found) paid.set(userId, (paid.get(userId) ?? 0) + cents);
  }
  return [...paid]
    .map(([userId, cents]) => ({ userId, cents }))
    .sort((one, two) => (one.userId < two.userId ? -1 : 1));
}

/** Classifications that no later version of the same property and year replaces, as a query. */
export const currentClassifications = sql`
  select c.* from tax_classifications c
  where not exists (select 1 from tax_classifications later where later.property_id = c.property_id
                    and later.year = c.year and later.version > c.version)`;
