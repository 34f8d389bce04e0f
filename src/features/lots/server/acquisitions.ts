import { sql } from 'drizzle-orm';

/**
 * Every purchase of shares that stands, by its id: each is a tax lot. One that was refunded in full is none, as if it
 * had never been made. `amount` is without fees, `cost` with them. Whatever else gives someone shares belongs here;
 * `verify` compares lots with holdings.
 */
export const acquisitions = sql`(
  select id, user_id, property_id, shares, price_per_share, total_amount as amount,
         total_amount + transaction_fee as cost, created_at as acquired_at
  from investments i
  where not exists (select 1 from investment_refunds r where r.investment_id = i.id)
  union all
  select id, buyer_id, property_id, shares, price_per_share, amount, amount + fee, at from resale_trades)`;
