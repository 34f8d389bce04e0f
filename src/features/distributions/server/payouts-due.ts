import { sql } from 'drizzle-orm';
import type { Cents } from '#kernel/money.ts';
import { textArray } from '#platform/server/database/columns.ts';
import { type Database, rows } from '#platform/server/database/db.ts';
import { centsOf, epochMs } from '#platform/server/database/sql-values.ts';

/** A person's part of an approved statement that is not paid yet. */
export interface PayoutDue extends Record<string, unknown> {
  propertyId: number;
  name: string;
  /** Milliseconds. */
  payAt: number;
  amountCents: Cents;
}

/** Payouts due to a person by approved statements. */
export function payoutsDue(db: Database, userId: string): Promise<PayoutDue[]> {
  return rows<PayoutDue>(
    db,
    sql`select d.property_id as "propertyId", pr.name, ${epochMs('d.pay_at')} as "payAt",
               ${centsOf('p.amount')} as "amountCents"
        from distribution_payouts p join distributions d on d.id = p.distribution_id
        join properties pr on pr.id = d.property_id
        where p.user_id = ${userId} and d.status = 'approved' and p.position > d.paid_through`,
  );
}

/** Which of these statements are approved or paid: what they pay is no longer an expectation. */
export async function decidedAmong(db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const decided = await rows<{ id: string }>(
    db,
    sql`select id from distributions where id = any(${textArray(ids)}) and status in ('approved', 'paid')`,
  );
  return new Set(decided.map(({ id }) => id));
}
