import { type SQL, sql } from 'drizzle-orm';

/**
 * Everything that a property's holders were paid, as a query of (property_id, distribution_id, record_at, year, paid_at,
 * user_id, shares, cents). A payout was paid with its chunk: the chunks of a distribution follow each other, and the audit
 * log has how many each paid, and when. The ledger says the same, but has no index by property; `verify` compares them.
 */
export function paymentsOf(propertyId?: number): SQL {
  return sql`
    select d.property_id, d.id as distribution_id, d.record_at, c.paid_at,
           extract(year from c.paid_at at time zone 'UTC')::int as year,
           p.user_id, p.shares, (p.amount * 100)::bigint as cents
    from distributions d
    cross join lateral (
      select l.at as paid_at, (l.details ->> 'paid')::int as paid,
             sum((l.details ->> 'paid')::int) over (order by l.seq) as through
      from audit_log l
      where l.subject = 'distribution:' || d.id and l.action = 'distributions.payChunk' and l.runs is null) c
    join distribution_payouts p
      on p.distribution_id = d.id and p.position > c.through - c.paid and p.position <= c.through
    where p.amount > 0 ${propertyId === undefined ? sql`` : sql`and d.property_id = ${propertyId}`}`;
}

/** Classifications that no later version of the same property and year replaces, as a query. */
export const currentClassifications = sql`
  select c.* from tax_classifications c
  where not exists (select 1 from tax_classifications later where later.property_id = c.property_id
                    and later.year = c.year and later.version > c.version)`;
