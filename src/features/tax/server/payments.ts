import { type SQL, sql } from 'drizzle-orm';

/**
 * Everything that a property's holders were paid, as a query of (property_id, distribution_id, record_at, year, paid_at,
 * user_id, shares, cents).
 */
export function paymentsOf(propertyId?: number): SQL {
  return sql`
    select d.property_id, d.id as distribution_id, d.record_at, m.paid_at,
           extract(year from m.paid_at at time zone 'UTC')::int as year,
           p.user_id, p.shares, (p.amount * 100)::bigint as cents
    from distributions d
    join distribution_payments m on m.distribution_id = d.id
    join distribution_payouts p
      on p.distribution_id = d.id and p.position between m.first_position and m.last_position
    where p.amount > 0 ${propertyId === undefined ? sql`` : sql`and d.property_id = ${propertyId}`}`;
}

/** Classifications that no later version of the same property and year replaces, as a query. */
export const currentClassifications = sql`
  select c.* from tax_classifications c
  where not exists (select 1 from tax_classifications later where later.property_id = c.property_id
                    and later.year = c.year and later.version > c.version)`;
