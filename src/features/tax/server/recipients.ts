import { eq, sql } from 'drizzle-orm';
import { retainedRecipients } from '#db/schema/tax.ts';
import { accounts, entriesOf } from '#features/ledger/server/index.ts';
import { textArray } from '#platform/server/database/columns.ts';
import { type Queryable, rows, type Transaction } from '#platform/server/database/db.ts';
import type { TaxForm } from '../tax.contract.ts';
import { isReported } from '../thresholds.rules.ts';

/** Who a form goes to. */
export interface Recipient extends Record<string, unknown> {
  userId: string;
  firstName: string;
  lastName: string;
  email: string;
  address: string | null;
  city: string | null;
  state: string | null;
  zipCode: string | null;
}

/**
 * People by the name and address of their checked identity, or else by the name of the account; those whose account is
 * closed as they were then.
 */
export async function recipientsOf(
  db: Queryable,
  userIds: readonly string[],
): Promise<Map<string, Recipient>> {
  const found = await rows<Recipient>(
    db,
    sql`select u.id as "userId", coalesce(c.first_name, k.first_name, u.first_name) as "firstName",
               coalesce(c.last_name, k.last_name, u.last_name) as "lastName", coalesce(c.email, u.email) as email,
               coalesce(c.address, k.address) as address, coalesce(c.city, k.city) as city,
               coalesce(c.state, k.state) as state, coalesce(c.zip_code, k.zip_code) as "zipCode"
        from users u
        left join retained_recipients c on c.user_id = u.id
        left join kyc_applications k on k.user_id = u.id and k.status = 'approved'
        where u.id = any(${textArray(userIds)})`,
  );
  return new Map(found.map((one) => [one.userId, one]));
}

/** Whether a person was paid, from a moment on, an amount of a year that a form has to report. */
export async function wasPaidReportably(db: Queryable, userId: string, since: Date): Promise<boolean> {
  const paid = await rows<{ form: TaxForm; year: number; cents: number }>(
    db,
    sql`select case e.code when 'distribution' then '1099-DIV' when 'resale' then '1099-B' else '1099-MISC' end as form,
               extract(year from e.at at time zone 'UTC')::int as year, sum(e.amount)::float8 as cents
        from (${entriesOf(accounts.userCash(userId))}) e
        where e.at >= ${since.toISOString()}::timestamptz
          and (e.code in ('distribution', 'reward', 'reward_returned') or (e.code = 'resale' and e.amount > 0))
        group by 1, 2`,
  );
  return paid.some(({ form, year, cents }) => isReported(form, year, cents));
}

/**
 * Retains who the forms of a person go to, before the account that is being closed loses its name: the payer has to file
 * them after the end of the year, 26 U.S.C. 6041, 6042 and 6045. An address that nobody has checked is better than none.
 */
export async function retainRecipient(tx: Transaction, userId: string, since: Date): Promise<void> {
  if (!(await wasPaidReportably(tx, userId, since))) return;
  await rows(
    tx,
    sql`insert into retained_recipients (user_id, first_name, last_name, email, address, city, state, zip_code)
        select u.id, case when k.status = 'approved' then coalesce(k.first_name, u.first_name) else u.first_name end,
               case when k.status = 'approved' then coalesce(k.last_name, u.last_name) else u.last_name end,
               u.email, k.address, k.city, k.state, k.zip_code
        from users u left join kyc_applications k on k.user_id = u.id
        where u.id = ${userId}`,
  );
}

/** Removes what `retainRecipient` wrote, at the end of its retention. */
export async function eraseRecipient(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(retainedRecipients).where(eq(retainedRecipients.userId, userId));
}
