import { sql } from 'drizzle-orm';

/**
 * Tax lots: every purchase without a full refund, primary and resale, by its id. `amount` is without fees, `cost` with
 * them. A new way to acquire shares belongs here; `verify` compares lots with holdings.
 */
export const acquisitions = sql`(
  select id, user_id, property_id, shares, price_per_share, total_amount as amount,
         total_amount + transaction_fee as cost, created_at as acquired_at
  from investments i
  where not exists (select 1 from investment_refunds r where r.investment_id = i.id)
  union all
  select id, buyer_id, property_id, shares, price_per_share, amount, amount + fee, at from resale_trades)`;
