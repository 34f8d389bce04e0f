import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import { bankTransfers } from '#db/schema/wallet.ts';
import { accounts, balanceOf, newestEntriesOf, type TransferCode } from '#features/ledger/server/index.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { cursorPart, cutPage, readCursor, refuseCursor } from '#platform/server/database/cursors.ts';
import { type Database, type Queryable, rows } from '#platform/server/database/db.ts';
import { isoText } from '#platform/server/database/sql-values.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import type { BankTransfer, CashMovement, WalletOverview } from '../wallet.contract.ts';
import { depositAllowance } from './deposit-allowance.ts';

export function transferView(row: typeof bankTransfers.$inferSelect): BankTransfer {
  const { id, direction, amountCents, status, failureReason, holdReason, createdAt, settledAt } = row;
  return {
    id,
    direction,
    amountCents,
    status,
    failureReason,
    holdReason: status === 'held' ? holdReason : null,
    createdAt: createdAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
  };
}

/** A transfer in its current state. */
export async function transferById(db: Queryable, transferId: string): Promise<BankTransfer> {
  const [row] = await db.select().from(bankTransfers).where(eq(bankTransfers.id, transferId));
  if (!row) throw new DomainError(commonErrors.NOT_FOUND);
  return transferView(row);
}

/** The caller's cash: available, and in transfers on the way. */
export async function overview({ db, payments, clock }: Platform, actor: UserActor): Promise<WalletOverview> {
  const pending = await db
    .select({ direction: bankTransfers.direction, amountCents: bankTransfers.amountCents })
    .from(bankTransfers)
    .where(and(eq(bankTransfers.userId, actor.userId), inArray(bankTransfers.status, ['pending', 'held'])));
  const sumOf = (direction: BankTransfer['direction']) =>
    pending.reduce((sum, one) => (one.direction === direction ? sum + one.amountCents : sum), 0);
  return {
    availableCents: await balanceOf(db, accounts.userCash(actor.userId)),
    pendingDepositsCents: sumOf('deposit'),
    pendingWithdrawalsCents: sumOf('withdrawal'),
    reservedForBidsCents: await balanceOf(db, accounts.userBidding(actor.userId)),
    ...(await depositAllowance(db, actor.userId, clock.now())),
    sandbox: payments.isSandbox,
  };
}

interface PageInput {
  cursor?: string | undefined;
  limit: number;
}

/** The caller's deposits and withdrawals with their status, newest first. */
export async function transfers(db: Database, actor: UserActor, { cursor, limit }: PageInput) {
  const [last] = cursor === undefined ? [] : readCursor(cursor, cursorPart.uuid);
  const before = last === undefined ? undefined : lt(bankTransfers.id, last);
  const found = await db
    .select()
    .from(bankTransfers)
    .where(and(eq(bankTransfers.userId, actor.userId), before))
    .orderBy(desc(bankTransfers.id))
    .limit(limit + 1);
  return cutPage(found.map(transferView), limit, (last) => last.id);
}

interface MovementRow extends Record<string, unknown> {
  id: string;
  at: string;
  code: CashCode;
  amount: string;
  balance: string;
  property: string | null;
}

/** Codes of transfers that never change what a person has in cash. */
type CodeOfOthers =
  | 'withdrawal_settled'
  | 'shares_issued'
  | 'shares_withdrawn'
  | 'investment_shares'
  | 'fees_released'
  | 'mortgage_repaid'
  | 'lender_paid'
  | 'shares_returned'
  | 'listing_reserved'
  | 'listing_released'
  | 'resale_shares'
  | 'reserve_contributed'
  | 'reserve_withdrawn'
  | 'reserve_restored'
  | 'management_fee'
  | 'distribution_set_aside'
  | 'promotions_funded';
type CashCode = Exclude<TransferCode, CodeOfOthers>;

function kindOf(code: CashCode, amount: number): CashMovement['kind'] {
  if (code === 'resale') return amount > 0 ? 'resale_sale' : 'resale_purchase';
  return code;
}

function descriptionOf(kind: CashMovement['kind'], property: string | null): string {
  const descriptions = {
    deposit: 'Deposit from your bank',
    withdrawal: 'Withdrawal to your bank',
    withdrawal_returned: 'Withdrawal returned to your wallet',
    investment: `Shares of ${property ?? 'a property'}`,
    processing_fee: `Processing fee for ${property ?? 'a property'}`,
    purchase_cancelled: `Canceled purchase of shares of ${property ?? 'a property'}`,
    offering_refund: `Refund for shares of ${property ?? 'a property'}`,
    proceeds_released: `Offering proceeds from ${property ?? 'a property'}`,
    resale_purchase: `Resale purchase of ${property ?? 'a property'}`,
    resale_sale: `Resale of shares of ${property ?? 'a property'}`,
    resale_fee: `Resale fee for ${property ?? 'a property'}`,
    bid_reserved: `Reserved for a bid on ${property ?? 'a property'}`,
    bid_released: `Released from a bid on ${property ?? 'a property'}`,
    reinvestment: `Reinvested in shares of ${property ?? 'a property'}`,
    distribution: `Distribution from ${property ?? 'a property'}`,
    owner_share: `Owner's share of a distribution from ${property ?? 'a property'}`,
    rent_paid_in: `Rent paid in for ${property ?? 'a property'}`,
    rent_returned: `Rent returned for ${property ?? 'a property'}`,
    expenses_repaid: `Expenses for ${property ?? 'a property'} reimbursed from its reserve`,
    reward: `Reward that paid for shares of ${property ?? 'a property'}`,
    reward_returned: `Reward returned for shares of ${property ?? 'a property'}`,
  };
  return descriptions[kind];
}

/**
 * Every movement of the caller's cash with the balance after it, newest first, straight from the ledger. Balances go back
 * from the present one, or from the one in the cursor, so that a page reads its own entries only.
 */
export async function movements(db: Database, actor: UserActor, { cursor, limit }: PageInput) {
  const [throughId, balanceCents] =
    cursor === undefined ? [] : readCursor(cursor, cursorPart.bigint, cursorPart.cents);
  const cash = accounts.userCash(actor.userId);
  const balance =
    balanceCents === undefined
      ? sql`coalesce((select balance from ledger_accounts where id = ${cash.id}), 0)`
      : sql`${balanceCents}::bigint`;
  const found = await rows<MovementRow>(
    db,
    sql`select r.id::text as id, ${isoText('r.at')} as at, r.code,
               r.amount::text as amount, r.balance::text as balance, p.name as property
        from (select *, ${balance} - sum(amount) over (order by id desc) + amount as balance
              from (${newestEntriesOf(cash, limit + 1, { throughId })}) entries) r
        left join lateral (
          -- None where an operation is about several, such as the end of all bids of a frozen account.
          select case when min(property_id) = max(property_id) then min(property_id) end as property_id
          from (
            select property_id from investments where operation_id = r.operation_id
            union all select property_id from resale_trades where operation_id = r.operation_id
            union all select property_id from resale_orders
              where user_id = ${actor.userId} and side = 'bid'
                and (operation_id = r.operation_id or closed_operation_id = r.operation_id)) traded) moved on true
        left join properties p on p.id = coalesce(moved.property_id,
          case when r.counterparty like 'property:%' then split_part(r.counterparty, ':', 2)::int end)
        order by r.id desc`,
  );
  const page = cutPage(found, limit, (_, next) => `${next.id}~${next.balance}`);
  const items = page.items.map((row): CashMovement => {
    const kind = kindOf(row.code, Number(row.amount));
    // Only a made-up cursor leads to a balance that the ledger does not allow.
    if (row.balance.startsWith('-')) refuseCursor();
    return {
      id: row.id,
      at: row.at,
      kind,
      description: descriptionOf(kind, row.property),
      amountCents: Number(row.amount),
      balanceAfterCents: Number(row.balance),
    };
  });
  return { ...page, items };
}
