import { sql } from 'drizzle-orm';
import { accounts } from '#features/ledger/server/index.ts';
import type { Invariant } from '#platform/server/verification/invariants.ts';

/** Cost of the unrefunded purchases of each property, in cents. */
const unrefunded = sql`(
  select i.property_id, sum(i.total_amount) * 100 as amount, sum(i.transaction_fee) * 100 as fees,
         sum(i.shares) as shares
  from investments i left join investment_refunds r on r.investment_id = i.id
  where r.investment_id is null group by i.property_id)`;

const inEscrow = sql`coalesce((
  select balance from ledger_accounts a where a.property_id = o.property_id and a.kind = 'property_escrow'), 0)`;
const sold = sql`(p.total_shares - coalesce((
  select balance from ledger_accounts a where a.property_id = p.id and a.kind = 'property_available'), 0))`;

/** Money released from the escrow of each offering. */
const left = sql`(
  select debit_account,
         coalesce(sum(amount) filter (where code in ('proceeds_released', 'mortgage_repaid')), 0) as proceeds,
         coalesce(sum(amount) filter (where code = 'mortgage_repaid'), 0) as repaid,
         coalesce(sum(amount) filter (where code = 'fees_released'), 0) as fees
  from ledger_transfers where code in ('proceeds_released', 'mortgage_repaid', 'fees_released')
  group by debit_account)`;
/** Fees of each offering that were paid past the escrow, before there was one for them. */
const past = sql`(
  select i.property_id, sum(t.amount) as fees from ledger_transfers t join investments i on i.operation_id = t.operation_id
  where t.code = 'processing_fee' and t.credit_account = 'platform:processing_fees' group by i.property_id)`;

const releases = sql`(
  select id, code, debit_account, credit_account from ledger_transfers
  where code in ('proceeds_released', 'mortgage_repaid', 'fees_released'))`;
/** Of an audit row: a payment to an owner from escrow, at the closing that funded an offering, or of later sales. */
const isPayout = sql`(
  p.action = 'offerings.closeOffering' and p.details->>'outcome' = 'funded'
  or p.action = 'offerings.releaseEscrow' and (p.details->>'proceedsCents')::bigint > 0)`;

/** Invariants of offerings, their escrow and their refunds. */
export const offeringInvariants: readonly Invariant[] = [
  {
    name: 'a property has the terms of its offering',
    count: sql`select count(*) as checked from properties`,
    drift: sql`
      select 'property ' || p.id as subject,
             case when o.property_id is null then 'has no offering'
                  else 'a minimum of ' || o.minimum_shares || ' of ' || p.total_shares || ' shares' end as detail
      from properties p left join offerings o on o.property_id = p.id
      where o.property_id is null or o.minimum_shares > p.total_shares
         or o.status = 'open' and p.status = 'approved' and o.deadline is null`,
  },
  {
    name: 'the escrow of an offering is what its purchases cost and was neither released nor refunded',
    count: sql`select count(*) as checked from offerings`,
    drift: sql`
      select 'property ' || o.property_id as subject,
             ${inEscrow} || ' cents in escrow, ' || coalesce(s.amount, 0) + coalesce(s.fees, 0) || ' paid, '
               || (o.released + o.released_fees) * 100 || ' released' as detail
      from offerings o left join ${unrefunded} s on s.property_id = o.property_id
      where ${inEscrow} <> coalesce(s.amount, 0) + coalesce(s.fees, 0) - (o.released + o.released_fees) * 100`,
  },
  {
    name: 'what an offering released is what left its escrow for its owner and the platform',
    count: sql`select count(*) as checked from offerings`,
    drift: sql`
      select 'property ' || o.property_id as subject,
             o.released || ' + ' || o.released_fees || ' released, moved ' || coalesce(l.proceeds, 0) || ' + '
               || coalesce(l.fees, 0) || ' cents' as detail
      from offerings o
      left join ${left} l on l.debit_account = 'property:' || o.property_id || ':escrow'
      left join ${past} p on p.property_id = o.property_id
      where o.released * 100 <> coalesce(l.proceeds, 0)
         or o.released_fees * 100 <> coalesce(l.fees, 0) + coalesce(p.fees, 0)`,
  },
  {
    name: 'a funded offering has repaid of the mortgage what its terms say, before its owner was paid',
    count: sql`select count(*) as checked from offerings`,
    drift: sql`
      select 'property ' || o.property_id as subject,
             o.mortgage_repaid || ' of ' || o.mortgage_repayment || ' repaid, moved ' || coalesce(l.repaid, 0) || ' cents'
               as detail
      from offerings o
      left join ${left} l on l.debit_account = 'property:' || o.property_id || ':escrow'
      where o.mortgage_repaid * 100 <> coalesce(l.repaid, 0)
         or coalesce(l.proceeds, 0) > coalesce(l.repaid, 0) and o.mortgage_repaid < o.mortgage_repayment`,
  },
  {
    name: 'what escrow repaid of a mortgage waits for the lender or was paid to it, as an admin recorded',
    count: sql`select count(*) as checked from offerings`,
    drift: sql`
      select 'property ' || o.property_id as subject,
             o.mortgage_repaid * 100 || ' cents repaid, ' || coalesce(a.balance, 0) || ' wait, '
               || coalesce(t.paid, 0) || ' paid, ' || coalesce(r.recorded, 0) || ' recorded' as detail
      from offerings o
      left join ledger_accounts a on a.property_id = o.property_id and a.kind = 'property_mortgage'
      left join (
        select debit_account, sum(amount) as paid from ledger_transfers
        where code = 'lender_paid' and credit_account = ${accounts.bank().id} group by 1
      ) t on t.debit_account = 'property:' || o.property_id || ':mortgage'
      left join (
        select subject, sum((details->>'amountCents')::bigint) as recorded from audit_log
        where action = 'offerings.payLender' group by 1
      ) r on r.subject = 'property:' || o.property_id
      where o.mortgage_repaid * 100 <> coalesce(a.balance, 0) + coalesce(t.paid, 0)
         or coalesce(t.paid, 0) <> coalesce(r.recorded, 0)`,
  },
  {
    name: 'what was released of an escrow went to its owner and to the platform',
    count: sql`select count(*) as checked from ${releases} t`,
    drift: sql`
      select 'transfer ' || t.id as subject, t.code || ' to ' || t.credit_account as detail
      from ${releases} t left join properties p on t.debit_account = 'property:' || p.id || ':escrow'
      where t.credit_account is distinct from
        case t.code when 'proceeds_released' then 'user:' || p.owner_id || ':cash'
                    when 'mortgage_repaid' then 'property:' || p.id || ':mortgage'
                    else ${accounts.processingFees().id} end`,
  },
  {
    name: 'an offering is funded with its minimum sold, and a failed one holds nothing after its refunds',
    count: sql`select count(*) as checked from offerings`,
    drift: sql`
      select 'property ' || o.property_id as subject,
             o.status || ' with ' || ${sold} || ' of at least ' || o.minimum_shares || ' shares sold, '
               || ${inEscrow} || ' cents in escrow' as detail
      from offerings o join properties p on p.id = o.property_id
      where o.status = 'funded' and ${sold} < o.minimum_shares
         or o.status <> 'funded' and o.released > 0
         or o.refunded_at is not null and (${sold} > 0 or ${inEscrow} > 0)`,
  },
  {
    name: 'money left escrow for the owner only while the property was approved and no hold was on it',
    count: sql`select count(*) as checked from audit_log p where ${isPayout}`,
    drift: sql`
      with steps as (
        select seq, subject, action, details, details->>'status' as status,
               max(seq) filter (where action = 'properties.setStatus') over earlier as status_seq,
               max(seq) filter (where action in ('offerings.holdRelease', 'offerings.liftHold')) over earlier as hold_seq
        from audit_log
        where action in ('offerings.closeOffering', 'offerings.releaseEscrow', 'properties.setStatus',
                         'offerings.holdRelease', 'offerings.liftHold')
        window earlier as (partition by subject order by seq rows between unbounded preceding and 1 preceding)
      )
      select replace(p.subject, ':', ' ') as subject,
             'the owner was paid while it was ' || coalesce(s.status, 'approved')
               || case when h.action = 'offerings.holdRelease' then ' and on hold' else '' end as detail
      from steps p
      left join steps s on s.seq = p.status_seq
      left join steps h on h.seq = p.hold_seq
      where ${isPayout} and (s.status <> 'approved' or h.action = 'offerings.holdRelease')`,
  },
  {
    name: 'the purchases on record as released stand, and are what their offering released',
    count: sql`select count(*) as checked from offerings`,
    drift: sql`
      select 'property ' || o.property_id as subject,
             o.released || ' + ' || o.released_fees || ' released, on record ' || coalesce(l.amount, 0) || ' + '
               || coalesce(l.fees, 0) as detail
      from offerings o
      left join (
        select i.property_id, sum(i.total_amount) as amount, sum(i.transaction_fee) as fees,
               count(r.investment_id) as refunded
        from investment_releases l join investments i on i.id = l.investment_id
        left join investment_refunds r on r.investment_id = l.investment_id
        group by i.property_id) l on l.property_id = o.property_id
      where o.released <> coalesce(l.amount, 0) or o.released_fees <> coalesce(l.fees, 0) or l.refunded > 0`,
  },
  {
    name: 'a refund gives back exactly what its purchase cost',
    count: sql`select count(*) as checked from investment_refunds`,
    drift: sql`
      select 'refund of ' || r.investment_id as subject,
             r.total_amount || ' + ' || r.transaction_fee || ' for ' || r.shares || ' shares' as detail
      from investment_refunds r left join investments i on i.id = r.investment_id
      where i.id is null or i.user_id <> r.user_id or i.property_id <> r.property_id or i.shares <> r.shares
         or i.total_amount <> r.total_amount or i.transaction_fee <> r.transaction_fee or r.at < i.created_at`,
  },
  {
    name: 'the refunds of an operation match its transfers: money to each investor, shares to the offering',
    count: sql`select count(distinct operation_id) as checked from investment_refunds`,
    drift: sql`
      with recorded as (
        select operation_id, 'user:' || user_id || ':cash' as cash, sum(total_amount + transaction_fee) * 100 as cents,
               sum(shares) as shares
        from investment_refunds group by 1, 2
      ), money as (
        select operation_id, credit_account as cash, sum(amount) as cents from ledger_transfers
        where code in ('offering_refund', 'purchase_cancelled') group by 1, 2
      ), returned as (
        select operation_id, 'user:' || split_part(debit_account, ':', 2) || ':cash' as cash, sum(amount) as shares
        from ledger_transfers where code = 'shares_returned' group by 1, 2
      )
      select 'operation ' || operation_id as subject,
             cash || ' was due ' || coalesce(recorded.cents, 0) || ' cents and got ' || coalesce(money.cents, 0)
               || ', for ' || coalesce(returned.shares, 0) || ' shares' as detail
      from recorded
      full join money using (operation_id, cash)
      full join returned using (operation_id, cash)
      where recorded.cents is distinct from money.cents or recorded.shares is distinct from returned.shares`,
  },
];
