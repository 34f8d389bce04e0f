import { type SQL, sql } from 'drizzle-orm';
import type { Invariant } from '#platform/server/verification/invariants.ts';

const cash = sql`'user:' || b.user_id || ':cash'`;
const withdrawing = sql`'user:' || b.user_id || ':withdrawing'`;
const bank = sql`'bank:settlement'`;

/** Cents that the operations of a bank transfer moved from one account to another. */
const moved = (code: string, debit: SQL, credit: SQL) => sql`coalesce(sum(t.amount) filter (
  where t.code = ${code} and t.asset = 'USD' and t.debit_account = ${debit} and t.credit_account = ${credit}), 0)`;

const came = moved('deposit', bank, cash);
const left = moved('withdrawal', cash, withdrawing);
const settled = moved('withdrawal_settled', withdrawing, bank);
const returned = moved('withdrawal_returned', withdrawing, cash);

const expected = (direction: string, statuses: SQL) =>
  sql`case when b.direction = ${direction} and b.status in ${statuses} then b.amount * 100 else 0 end`;
const inDeposit = expected('deposit', sql`('completed')`);
const inWithdrawal = expected('withdrawal', sql`('pending', 'held', 'completed', 'failed')`);
const inSettled = expected('withdrawal', sql`('completed')`);
const inReturned = expected('withdrawal', sql`('failed')`);

/** Invariants of money on its way between banks and wallets. A transfer's operations are known by their audit rows. */
export const walletInvariants: readonly Invariant[] = [
  {
    name: 'a bank transfer matches its movements in the ledger',
    count: sql`select count(*) as checked from bank_transfers`,
    drift: sql`
      select 'transfer ' || b.id as subject,
             b.status || ' ' || b.direction || ' of ' || b.amount || ', moved ' || round(${came} / 100.0, 2) || ' in, '
               || round(${left} / 100.0, 2) || ' out, ' || round(${settled} / 100.0, 2) || ' settled, '
               || round(${returned} / 100.0, 2) || ' returned' as detail
      from bank_transfers b
      left join audit_log a on a.subject = 'transfer:' || b.id
      left join ledger_transfers t on t.operation_id = a.operation_id
      group by b.id
      having ${came} <> ${inDeposit} or ${left} <> ${inWithdrawal}
          or ${settled} <> ${inSettled} or ${returned} <> ${inReturned}
          or coalesce(sum(t.amount), 0) <> ${inDeposit} + ${inWithdrawal} + ${inSettled} + ${inReturned}`,
  },
  {
    name: 'money comes and goes by bank transfers and payments to lenders only',
    count: sql`select count(*) as checked from ledger_transfers
      where debit_account = ${bank} or credit_account = ${bank}`,
    drift: sql`
      select 'transfer ' || t.id as subject, t.code || ' without a bank transfer' as detail
      from ledger_transfers t
      left join audit_log a on a.operation_id = t.operation_id
      left join bank_transfers b on a.subject = 'transfer:' || b.id
      where (t.debit_account = ${bank} or t.credit_account = ${bank}) and b.id is null
        and (t.code <> 'lender_paid' or t.credit_account <> ${bank})`,
  },
  {
    name: 'cash on its way out equals the pending withdrawals',
    count: sql`select count(*) as checked from ledger_accounts where kind = 'user_withdrawing'`,
    drift: sql`
      select 'user ' || coalesce(a.user_id, p.user_id) as subject,
             coalesce(a.balance, 0) || ' cents on the way, ' || coalesce(p.cents, 0) || ' in pending withdrawals'
               as detail
      from (select user_id, balance from ledger_accounts where kind = 'user_withdrawing') a
      full join (
        select user_id, (sum(amount) * 100)::bigint as cents from bank_transfers
        where direction = 'withdrawal' and status in ('pending', 'held') group by user_id) p on p.user_id = a.user_id
      where coalesce(a.balance, 0) <> coalesce(p.cents, 0)`,
  },
  {
    name: 'what is on hold is a withdrawal with a reason that was not sent',
    count: sql`select count(*) as checked from bank_transfers where status = 'held'`,
    drift: sql`
      select 'transfer ' || id as subject, direction || ', sent ' || coalesce(sent_at::text, 'never') as detail
      from bank_transfers
      where status = 'held' and (direction <> 'withdrawal' or hold_reason is null
        or sent_at is not null or reference is not null)`,
  },
];
