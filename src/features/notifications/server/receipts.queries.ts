import { type SQL, sql } from 'drizzle-orm';
import { textArray } from '#platform/server/database/columns.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import { rows } from '#platform/server/database/db.ts';
import { centsOf, epochMs } from '#platform/server/database/sql-values.ts';
import type { ShareReceipt, TransferReceipt } from './receipt-texts.ts';

/** Audit rows read at a time. Few, because counting the commands of a batch reads all of its text. */
const LOG_PAGE_ROWS = 25;
/** Pages of one part, so that its end is stored before long. */
const MAX_PAGES = 40;

/** Commands whose receipts are sent in one transaction. One audit row, which may be a batch, is never split. */
export const MAX_COMMANDS_PER_TRANSACTION = 500;

const SHARE_ACTIONS = [
  'investing.invest',
  'investing.reinvest',
  'autoInvest.buy',
  'investing.cancelPurchase',
  'resale.buyShares',
  'resale.placeBid',
  'resale.openListing',
  'resale.repriceListing',
];
const TRANSFER_ACTIONS = ['wallet.settleTransfer'];
/** Actions that have a receipt, by their names in the audit log. */
export const ACTIONS_WITH_RECEIPT = [...SHARE_ACTIONS, ...TRANSFER_ACTIONS];

/** The position of the seal of an audit row; 0 before the first. The log is read in this order. */
const positionOf = (seq: number) =>
  sql`coalesce((select position from audit_seals where seq = ${seq}::bigint), 0)`;

/** Sealed rows of the audit log, by the `seq` of the last one before them and of the last one of them. */
export interface LogPart {
  after: number;
  through: number;
  /** Number of its commands that may have a receipt. */
  commands: number;
  hasMore: boolean;
}

/** The next sealed rows of the audit log. Null when there is nothing new. */
export async function nextLogPart(db: Queryable): Promise<LogPart | null> {
  const after = await lastReadSeq(db);
  const part = { after, through: after, commands: 0 };
  for (let pages = 1; ; pages += 1) {
    const page = await logPage(db, part.through);
    for (const { seq, commands } of page) {
      if (part.commands > 0 && part.commands + commands > MAX_COMMANDS_PER_TRANSACTION) {
        return { ...part, hasMore: true };
      }
      part.through = seq;
      part.commands += commands;
    }
    if (page.length < LOG_PAGE_ROWS) return part.through === after ? null : { ...part, hasMore: false };
    if (pages === MAX_PAGES) return { ...part, hasMore: true };
  }
}

/** The next rows of the audit log, each with the number of its commands that may have a receipt. */
function logPage(db: Queryable, after: number) {
  return rows<{ seq: number; commands: number }>(
    db,
    sql`select a.seq::float8 as seq,
               case when a.action = any(${textArray(ACTIONS_WITH_RECEIPT)})
                 then coalesce(json_array_length(a.runs), 1) else 0 end as commands
        from audit_seals s cross join lateral (select * from audit_log where seq = s.seq limit 1) a
        where s.position > ${positionOf(after)}
        order by s.position limit ${LOG_PAGE_ROWS}`,
  );
}

/** The audit row up to which receipts were sent, by its `seq`. */
async function lastReadSeq(db: Queryable): Promise<number> {
  const [found] = await rows<{ seq: number }>(db, sql`select audit_seq::float8 as seq from receipt_progress`);
  return found?.seq ?? 0;
}

/** The last row that is sealed. */
export async function endOfLog(db: Queryable): Promise<number> {
  const [found] = await rows<{ seq: number }>(
    db,
    sql`select seq::float8 as seq from audit_seals order by position desc limit 1`,
  );
  return found?.seq ?? 0;
}

/** More than the commands of a batch: leaves room for them between two rows of the log. */
const ORDINALS_PER_ROW = 1_000;

/**
 * The commands of these actions in a part of the log, one row each, also for those that ran as a batch. `ordinal` has
 * the order of the log, and can be compared between actions.
 */
const commandsIn = (
  { after, through }: Pick<LogPart, 'after' | 'through'>,
  actions: readonly string[],
): SQL =>
  sql`with log as (
        select a.action, a.operation_id, a.subject, a.details, a.runs,
               s.position * ${ORDINALS_PER_ROW}::int as ordinal
        from audit_seals s cross join lateral (select * from audit_log where seq = s.seq limit 1) a
        where s.position > ${positionOf(after)} and s.position <= ${positionOf(through)}
      ), done as materialized (
        select action, operation_id, subject, details, ordinal::float8 as ordinal
        from log where runs is null and action = any(${textArray(actions)})
        union all
        select l.action, r.operation_id, r.subject, r.details, (l.ordinal + r.run)::float8
        from log l cross join lateral rows from (
          json_to_recordset(l.runs) as (operation_id uuid, subject text, details jsonb)
        ) with ordinality as r(operation_id, subject, details, run)
        where l.runs is not null and l.action = any(${textArray(actions)})
      )`;

/**
 * Receipts for shares: one for each purchase and cancellation, and one for each side of each traded order, however
 * many fills it had. A purchase from a listing without a bid counts as an order of its own.
 */
export async function shareReceipts(db: Queryable, part: Pick<LogPart, 'after' | 'through'>) {
  const found = await rows<Omit<ShareReceipt, 'at'> & { at: number } & Record<string, unknown>>(
    db,
    sql`${commandsIn(part, SHARE_ACTIONS)}, trades as materialized (
          select t.*, d.ordinal from done d join resale_trades t on t.operation_id = d.operation_id
        ), receipts as (
          select case d.action when 'investing.reinvest' then 'reinvestment' when 'autoInvest.buy' then 'autoInvest'
                   else 'purchase' end as kind, i.user_id,
                 i.property_id, i.shares, i.price_per_share as lowest, i.price_per_share as highest,
                 i.total_amount as amount, i.transaction_fee as fee, i.created_at as at, d.ordinal, 0 as trade
          from done d
          cross join lateral (select * from investments where operation_id = d.operation_id limit 1) i
          union all
          select 'cancellation', r.user_id, r.property_id, r.shares, i.price_per_share, i.price_per_share,
                 r.total_amount, r.transaction_fee, r.at, d.ordinal, 0
          from done d
          join investment_refunds r on r.operation_id = d.operation_id
          join investments i on i.id = r.investment_id
          union all
          select 'purchase', buyer_id, property_id, sum(shares), min(price_per_share), max(price_per_share),
                 sum(amount), sum(fee), max(at), max(ordinal), max(seq)
          from trades group by buyer_id, property_id, coalesce(bid_id, operation_id)
          union all
          select 'sale', seller_id, property_id, sum(shares), min(price_per_share), max(price_per_share),
                 sum(amount), 0, max(at), max(ordinal), max(seq)
          from trades group by seller_id, property_id, listing_id
        )
        select r.kind, r.user_id as "userId", p.name as property, r.shares::float8 as shares,
               ${centsOf('r.lowest')} as "lowestPriceCents", ${centsOf('r.highest')} as "highestPriceCents",
               ${centsOf('r.amount')} as "amountCents", ${centsOf('r.fee')} as "feeCents", ${epochMs('r.at')} as at, r.ordinal
        from receipts r join properties p on p.id = r.property_id
        order by r.ordinal, r.trade, r.kind, r.user_id`,
  );
  return found.map((row): ShareReceipt => ({ ...row, at: new Date(row.at) }));
}

/** Receipts for deposits and withdrawals that the bank has settled. */
export async function transferReceipts(db: Queryable, part: Pick<LogPart, 'after' | 'through'>) {
  const found = await rows<Omit<TransferReceipt, 'at'> & { at: number } & Record<string, unknown>>(
    db,
    sql`${commandsIn(part, TRANSFER_ACTIONS)}
        select b.user_id as "userId", b.direction, ${centsOf('b.amount')} as "amountCents",
               case when b.status = 'failed' then coalesce(b.failure_reason, 'The bank refused it.') end
                 as "failureReason",
               ${epochMs('b.settled_at')} as at, d.ordinal
        from done d
        cross join lateral (
          select * from bank_transfers where id = substring(d.subject from length('transfer:') + 1)::uuid limit 1
        ) b
        where (d.details->>'settled')::boolean
        order by d.ordinal`,
  );
  return found.map((row): TransferReceipt => ({ ...row, at: new Date(row.at) }));
}
