import { sql } from 'drizzle-orm';
import { datesOf, quarterOf } from '#features/distributions/server/index.ts';
import { holdersQuery, holdingKinds } from '#features/ledger/server/index.ts';
import { CANCELLATION_HOURS } from '#features/offerings/cancellation.contract.ts';
import { type Cents, formatUsdExact } from '#kernel/money.ts';
import { monthOf, quarterName } from '#kernel/months.ts';
import { counted } from '#kernel/plural.ts';
import { formatDate } from '#kernel/time.ts';
import { type Queryable, rows } from '#platform/server/database/db.ts';
import { epochMs } from '#platform/server/database/sql-values.ts';
import type { Config } from '#platform/server/runtime/config.ts';
import type { ClosingObstacle } from '../own-data.contract.ts';

interface Facts extends Record<string, unknown> {
  frozen: boolean;
  isAdmin: boolean;
  otherAdmins: number;
  cents: number;
  /** Shares by what ends the holding: a sale, the end of the offering, or the return of the property to the market. */
  shares: number;
  offeredShares: number;
  untradedShares: number;
  reservedCents: Cents;
  orders: number;
  transfers: number;
  rewards: number;
  submissions: number;
  waitingProperties: number;
  offeredProperties: number;
}

interface ClosingTerms {
  now: Date;
  /** How many admins a protected command takes: as many have to remain. */
  approvals: Config['approvals'];
}

/**
 * Everything that has to end before an account can be closed. The closing command holds the account's locks, so the
 * result cannot change before its commit.
 */
export async function closingObstacles(
  db: Queryable,
  userId: string,
  { now, approvals }: ClosingTerms,
): Promise<ClosingObstacle[]> {
  const [facts] = await rows<Facts>(
    db,
    sql`select
      exists (select 1 from frozen_accounts where user_id = ${userId} and not is_closed) as frozen,
      exists (select 1 from users where id = ${userId} and role = 'admin') as "isAdmin",
      (select count(*)::int from users u where u.role = 'admin' and u.id <> ${userId}
         and not exists (select 1 from frozen_accounts f where f.user_id = u.id)) as "otherAdmins",
      (select coalesce(sum(balance), 0)::float8 from ledger_accounts
       where user_id = ${userId} and kind not in ${holdingKinds}) as cents,
      (select coalesce(sum(balance), 0)::float8 from ledger_accounts
       where user_id = ${userId} and kind = 'user_bidding') as "reservedCents",
      held.tradable as shares, held.offered as "offeredShares", held.untraded as "untradedShares",
      (select count(*)::int from resale_orders where user_id = ${userId} and status = 'open') as orders,
      (select count(*)::int from bank_transfers where user_id = ${userId} and status in ('pending', 'held')) as transfers,
      (select count(*)::int from referral_rewards
       where user_id = ${userId} and status in ('chosen', 'pending')) as rewards,
      (select count(*)::int from submissions where owner_id = ${userId} and status = 'pending') as submissions,
      (select count(*)::int from properties where owner_id = ${userId}
         and status <> 'rejected' and approved_at is null) as "waitingProperties",
      (select count(*)::int from properties where owner_id = ${userId} and approved_at is not null) as "offeredProperties"
      from (
        select coalesce(sum(balance) filter (where o.status <> 'funded'), 0)::float8 as offered,
               coalesce(sum(balance) filter (where o.status = 'funded' and p.status = 'approved'), 0)::float8 as tradable,
               coalesce(sum(balance) filter (where o.status = 'funded' and p.status <> 'approved'), 0)::float8 as untraded
        from ledger_accounts a join properties p on p.id = a.property_id join offerings o on o.property_id = p.id
        where a.user_id = ${userId} and a.kind in ${holdingKinds}) held`,
  );
  const payouts = await pendingPayouts(db, userId, now);
  return facts ? obstaclesOf(facts, payouts, approvals) : [];
}

function obstaclesOf(
  facts: Facts,
  payouts: readonly string[],
  approvals: Config['approvals'],
): ClosingObstacle[] {
  const { shares, offeredShares, untradedShares, cents, reservedCents, orders, transfers } = facts;
  const { rewards, submissions, waitingProperties, offeredProperties } = facts;
  const found: (ClosingObstacle | false)[] = [
    facts.frozen && { kind: 'frozen', text: 'Your account is frozen. It can be closed once it is unfrozen.' },
    facts.isAdmin &&
      facts.otherAdmins < approvals && {
        kind: 'lastAdmin',
        text:
          approvals === 2
            ? 'You are one of the last admins. At least two others have to remain to approve each other’s requests.'
            : 'You are the only admin. Make someone else an admin first.',
      },
    orders > 0 && { kind: 'orders', text: `You have ${counted(orders, 'open order')} on the resale market.` },
    shares > 0 && { kind: 'shares', text: `You hold ${counted(shares, 'share')}.` },
    offeredShares > 0 && {
      kind: 'offeredShares',
      text: `You hold ${counted(offeredShares, 'share')} in offerings that are still open. You can cancel a purchase within ${CANCELLATION_HOURS} hours. After that, wait until the offering succeeds and sell the shares, or until it fails and your money is refunded.`,
    },
    untradedShares > 0 && {
      kind: 'untradedShares',
      text: `You hold ${counted(untradedShares, 'share')} of properties that are off the market. They cannot be sold now, and there is nothing for you to do until that changes.`,
    },
    transfers > 0 && {
      kind: 'transfers',
      text: `${counted(transfers, 'bank transfer is', 'bank transfers are')} still pending.`,
    },
    cents > 0 && {
      kind: 'cash',
      text: `Your wallet holds ${formatUsdExact(cents)}${reservedCents > 0 ? `, including ${formatUsdExact(reservedCents)} reserved for bids` : ''}.`,
    },
    payouts.length > 0 && {
      kind: 'payouts',
      text: `Distributions for shares that you held are still to come. ${payouts.slice(0, 5).join(' ')}${payouts.length > 5 ? ` And ${payouts.length - 5} more.` : ''} There is nothing for you to do until then.`,
    },
    rewards > 0 && {
      kind: 'rewards',
      text: `${counted(rewards, 'referral reward is', 'referral rewards are')} still pending.`,
    },
    submissions > 0 && { kind: 'submissions', text: `${counted(submissions, 'submission')} under review.` },
    waitingProperties > 0 && {
      kind: 'waitingProperties',
      text: `You own ${counted(waitingProperties, 'property', 'properties')} under review. Wait for the decision.`,
    },
    offeredProperties > 0 && {
      kind: 'offeredProperties',
      text: `You own ${counted(offeredProperties, 'property that was', 'properties that were')} offered to investors. Your account has to stay open because investors’ records need the owner’s name.`,
    },
  ];
  return found.filter((obstacle) => obstacle !== false);
}

type PayoutStatus = 'open' | 'prepared' | 'returned' | 'approved';

/** Who has to act next about a distribution that is not paid, and by when. */
export function nextStepOf(status: PayoutStatus, payAt: Date, now: Date): string {
  const isLate = now >= payAt;
  const day = formatDate(payAt);
  if (status === 'approved')
    return isLate ? 'It is approved and being paid.' : `It is approved and will be paid on ${day}.`;
  const who = status === 'prepared' ? 'An admin has to approve it' : 'The owner has to report it';
  return isLate ? `${who}; that was due on ${day}.` : `${who} by ${day}.`;
}

/**
 * Quarters that are over, at whose record date the person held shares, and that are not paid, each with who has to act:
 * "Oak Street, Q3 2026: The owner has to report it by October 15, 2026." One without a statement is listed too, since its
 * owner may report late, and it is the person's money.
 */
async function pendingPayouts(db: Queryable, userId: string, now: Date): Promise<string[]> {
  const candidates = await rows<{
    propertyId: number;
    name: string;
    recordAt: number;
    status: PayoutStatus;
  }>(
    db,
    sql`select p.id as "propertyId", p.name, ${epochMs("q.record_at at time zone 'UTC'")} as "recordAt",
               coalesce(d.status, 'open') as status
        from ledger_accounts a
        join properties p on p.id = a.property_id
        join offerings o on o.property_id = p.id and o.status = 'funded'
        cross join lateral generate_series(
          date_trunc('quarter', p.approved_at at time zone 'UTC') + interval '3 months',
          ${now.toISOString()}::timestamptz at time zone 'UTC', interval '3 months') q (record_at)
        left join distributions d on d.property_id = p.id and d.record_at = q.record_at at time zone 'UTC'
        where a.user_id = ${userId} and a.kind = 'user_shares' and o.closed_at < q.record_at at time zone 'UTC'
          and d.status is distinct from 'paid'
        order by q.record_at, p.name`,
  );
  const pending: string[] = [];
  for (const { propertyId, name, recordAt, status } of candidates) {
    const at = new Date(recordAt);
    const holdings = await rows(
      db,
      holdersQuery(propertyId, at, (id) => sql`${id} = ${userId}`),
    );
    if (holdings.length === 0) continue;
    const quarter = quarterOf(monthOf(new Date(recordAt - 1)));
    const step = nextStepOf(status, datesOf(quarter).payAt, now);
    pending.push(`${name}, ${quarterName(quarter)}: ${step}`);
  }
  return pending;
}
