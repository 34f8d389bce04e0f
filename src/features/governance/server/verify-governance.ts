import { sql } from 'drizzle-orm';
import { affiliatesOf } from '#features/ownership/server/index.ts';
import type { Invariant } from '#platform/server/verification/invariants.ts';

const part = (choice: string) => sql`coalesce(sum(v.shares) filter (where v.choice = ${choice}), 0)`;
const voters = (choice: string) => sql`count(v.user_id) filter (where v.choice = ${choice} and v.shares > 0)`;

/** Shares that a voter held at the record date, from the transfers of the voter's own accounts. */
const heldShares = sql`(
  select coalesce(sum(e.amount), 0) as shares from ledger_accounts a
  cross join lateral (
    select t.amount from ledger_transfers t
    where t.credit_account = a.id and t.credit_account like 'user:%' and t.at <= p.created_at
    union all
    select -t.amount from ledger_transfers t
    where t.debit_account = a.id and t.debit_account like 'user:%' and t.at <= p.created_at) e
  where a.property_id = p.property_id and a.user_id = v.user_id)`;

/**
 * Whether an identity check had been approved when its proposal closed. A decision of the last minute before may have
 * been committed after the votes were counted.
 */
const approvedBeforeClosing = (check: string) => sql`(${sql.raw(check)}.status = 'approved' and exists (
  select 1 from kyc_decisions d where d.user_id = ${sql.raw(check)}.user_id
    and d.decision = 'approved' and d.at < p.closed_at - interval '1 minute'))`;

/** The invariants of proposals and votes. */
export const governanceInvariants: readonly Invariant[] = [
  {
    name: 'a closed proposal keeps the tally of its votes, and the outcome that follows from it',
    count: sql`select count(*) as checked from proposals where status = 'closed'`,
    drift: sql`
      select 'proposal ' || p.id as subject, 'tally or outcome differ from its votes' as detail
      from proposals p left join votes v on v.proposal_id = p.id
      where p.status = 'closed' group by p.id
      having p.yes_shares <> ${part('yes')} or p.no_shares <> ${part('no')} or p.abstain_shares <> ${part('abstain')}
          or p.yes_voters <> ${voters('yes')} or p.no_voters <> ${voters('no')}
          or p.abstain_voters <> ${voters('abstain')}
          or p.outcome is distinct from case
               when p.yes_shares > p.no_shares
                 and (p.yes_shares + p.no_shares + p.abstain_shares) * 100 >= p.eligible_shares * 20
               then 'approved' else 'rejected' end`,
  },
  {
    name: "a counted vote has the weight of the shares held at the record date, and none on the owner's side",
    count: sql`select count(*) as checked from votes v join proposals p on p.id = v.proposal_id where p.status = 'closed'`,
    drift: sql`
      select 'vote ' || v.proposal_id || ' of ' || v.user_id as subject,
             v.shares || ' counted, ' || h.shares || ' held' as detail
      from votes v join proposals p on p.id = v.proposal_id join properties on properties.id = p.property_id
      cross join lateral ${heldShares} h
      where p.status = 'closed' and v.shares <> h.shares
        and not (v.shares = 0 and v.user_id in (
          select a.user_id from ${affiliatesOf(sql`properties.owner_id`)} a))
      union all
      select 'vote ' || v.proposal_id || ' of ' || v.user_id, v.shares || ' counted on the owner''s side'
      from votes v join proposals p on p.id = v.proposal_id join properties on properties.id = p.property_id
      where p.status = 'closed' and v.shares > 0 and (v.user_id = properties.owner_id or exists (
        select 1 from kyc_applications own
        join kyc_applications voter on voter.ssn_fingerprint = own.ssn_fingerprint
        where own.user_id = properties.owner_id and voter.user_id = v.user_id
          and ${approvedBeforeClosing('own')} and ${approvedBeforeClosing('voter')}))`,
  },
  {
    name: 'nobody votes after the deadline',
    count: sql`select count(*) as checked from votes`,
    drift: sql`
      select 'vote ' || v.proposal_id || ' of ' || v.user_id as subject, 'cast at ' || v.cast_at as detail
      from votes v join proposals p on p.id = v.proposal_id
      where v.cast_at >= p.deadline or v.cast_at < p.created_at`,
  },
];
