import { type SQL, sql } from 'drizzle-orm';
import type { investments } from '#db/schema/investing.ts';
import {
  type Account,
  accounts,
  holdingKinds,
  ledgerWrites,
  lockBalances,
  type Transfer,
} from '#features/ledger/server/index.ts';
import { type PropertyStatus, propertyErrors } from '#features/properties/properties.contract.ts';
import { canSeeProperty } from '#features/properties/server/index.ts';
import { DomainError, type ErrorDefinition } from '#kernel/errors.ts';
import type { Quote } from '#kernel/fees.ts';
import { newId } from '#kernel/ids.ts';
import { type Cents, toDecimal } from '#kernel/money.ts';
import {
  type Batch,
  type BatchItem,
  type DecidedItem,
  type Decision,
  defineBatchedCommand,
} from '#platform/server/commands/batched-command.ts';
import { type AddressedEvent, addressedEvent } from '#platform/server/commands/records.ts';
import { insertRows, integerArray, textArray, type Write } from '#platform/server/database/columns.ts';
import { awaitAll, readTogether, type StatementRunner } from '#platform/server/database/db.ts';
import { centsOf, epochMs } from '#platform/server/database/sql-values.ts';
import { type InvestmentReceipt, investInput } from '../investing.contract.ts';
import { INVESTED } from '../investing.events.ts';
import { quotePurchase, refuseToInvest } from '../investing.rules.ts';
import {
  type BuyerEligibility,
  buyerFacts,
  countSpending,
  type EligibilityRows,
  eligibilityQueries,
  investedMonthsWrite,
  lockEligibility,
} from './eligibility.ts';

interface Purchase {
  propertyId: number;
  shares: number;
  requestId: string;
}

interface OfferingFacts {
  id: number;
  name: string;
  status: PropertyStatus;
  priceCents: Cents;
  ownerId: string;
  /** The buyers who hold shares of it. While it is off the market, only holders, its owner and admins see it. */
  holders: string[];
  /** Fewest shares of one purchase. */
  minimumOrder: number;
  /** When the offering must be funded; null when it is already. */
  deadlineMs: number | null;
}

/** A purchase as a `PurchaseCheck` sees it: its cost, and the cash that its payer has before it. */
export interface CheckedPurchase {
  item: BatchItem<Purchase>;
  quote: Quote;
  availableCashCents: Cents;
}

/** Additional checks of one way to buy, under the same locks. */
export interface PurchaseCheck<Facts> {
  /** Reads after the balances are locked, and before identity checks are; it may lock rows of its own. */
  load(tx: StatementRunner, batch: Batch<BatchItem<Purchase>>): Promise<Facts>;
  /** Why a purchase is refused, or null. */
  refuse(facts: Facts, purchase: CheckedPurchase): ErrorDefinition | null;
  /** Counts an accepted purchase, for those of the same batch that come after it. */
  count(facts: Facts, purchase: CheckedPurchase): void;
  /** Additional writes with the purchases. */
  writes(accepted: Batch<AcceptedPurchase>): Write[];
  /** Additional events of an accepted purchase. */
  events?(accepted: AcceptedPurchase): AddressedEvent[];
}

type AcceptedPurchase = BatchItem<Purchase> & { result: InvestmentReceipt };

/**
 * Locked balances by account id, offerings by property id, and the remaining limits of the buyers. Each decision
 * subtracts from it.
 */
interface State {
  balances: Map<string, number>;
  offerings: Map<number, OfferingFacts>;
  eligibility: BuyerEligibility;
}

type CheckedState<Facts> = State & { facts: Facts | null };

type Payer = (typeof investments.$inferSelect)['paidBy'];

interface Payment {
  /** What the ledger calls the purchase. */
  code: 'investment' | 'reinvestment';
  /** Promotions give the buyer exactly what the purchase costs, in the same operation: it is income of theirs. */
  paidBy: Payer;
}

/**
 * A way to buy on the primary market: all of them share price, fee, checks and locks.
 *
 * Waiting purchases run in one transaction. The buyers' cash and the offerings' available shares are locked before the
 * status and the invested amounts are read, so that no other purchase and no reset can come in between.
 */
export const purchaseCommand = <Facts = never>(
  name: string,
  payment: Payment,
  check?: PurchaseCheck<Facts>,
) =>
  defineBatchedCommand({
    name,
    input: investInput,
    needsConsent: true,
    contentionKey: ({ propertyId }) => propertyId,
    async loadAndLock(tx, { items, now }, { config }): Promise<CheckedState<Facts>> {
      const buyers = [...new Set(items.map(({ actor }) => actor.userId))];
      const { investing } = config;
      const [balances, { offerings, ...found }, facts] = await awaitAll([
        lockBalances(
          tx,
          items.flatMap((item) => accountsOf(item, payment)),
        ),
        readTogether<{ offerings: OfferingFacts[] } & EligibilityRows>(tx, {
          offerings: offeringsOf(items),
          ...eligibilityQueries(buyers, now, investing),
        }),
        check?.load(tx, { items, now }) ?? Promise.resolve(null),
      ]);
      return {
        balances,
        offerings: new Map(offerings.map((offering) => [offering.id, offering])),
        eligibility: await lockEligibility(tx, { buyers, found, now, investing }),
        facts,
      };
    },
    decide(item, state) {
      const decision = decide(item, state, payment, (purchase) => {
        if (!check || state.facts === null) return;
        const refusal = check.refuse(state.facts, purchase);
        if (refusal) throw new DomainError(refusal);
        check.count(state.facts, purchase);
      });
      if (check?.events) decision.events.push(...check.events({ ...item, result: decision.result }));
      return decision;
    },
    writes: (accepted) => [...writesOf(accepted, payment), ...(check?.writes(accepted) ?? [])],
    replay: { query: storedPurchases, resultOf: receiptOf },
  });

/** The data of a receipt: decided for the first answer, read from the tables for a replay. */
interface StoredPurchase {
  id: string;
  propertyId: number;
  propertyName: string;
  shares: number;
  pricePerShareCents: Cents;
  amountCents: Cents;
  feeCents: Cents;
  createdAtMs: number;
}

/** The one source of the receipt, for the first answer and for replays. */
function receiptOf(purchase: StoredPurchase): InvestmentReceipt {
  const { id, propertyId, propertyName, shares, pricePerShareCents, amountCents, feeCents } = purchase;
  return {
    id,
    propertyId,
    propertyName,
    shares,
    pricePerShareCents,
    amountCents,
    feeCents,
    totalCents: amountCents + feeCents,
    createdAt: new Date(purchase.createdAtMs).toISOString(),
  };
}

/** StoredPurchase by operation. The name is the one at the time of purchase: a later correction may have changed it. */
const storedPurchases = sql`
  select i.operation_id, json_build_object(
    'id', i.id, 'propertyId', i.property_id, 'shares', i.shares,
    'propertyName', coalesce((
      select v.submission->>'name' from property_versions v
      where v.property_id = i.property_id and v.replaced_at >= i.created_at order by v.version limit 1), p.name),
    'pricePerShareCents', (i.price_per_share * 100)::bigint,
    'amountCents', (i.total_amount * 100)::bigint,
    'feeCents', (i.transaction_fee * 100)::bigint,
    'createdAtMs', (extract(epoch from i.created_at) * 1000)::bigint) as stored
  from investments i join properties p on p.id = i.property_id`;

const payerOf = ({ actor }: BatchItem<Purchase>, { paidBy }: Payment): Account =>
  paidBy === 'promotions' ? accounts.promotions() : accounts.userCash(actor.userId);

/** The accounts that a purchase debits, and the buyer's cash; those that it credits are guarded by these. */
function accountsOf(item: BatchItem<Purchase>, payment: Payment): Account[] {
  const { actor, input } = item;
  return [
    payerOf(item, payment),
    accounts.userCash(actor.userId),
    accounts.propertyAvailable(input.propertyId),
  ];
}

function offeringsOf(items: readonly BatchItem<Purchase>[]): SQL {
  const ids = [...new Set(items.map(({ input }) => input.propertyId))];
  const buyers = textArray([...new Set(items.map(({ actor }) => actor.userId))]);
  return sql`select p.id, p.name, p.status, ${centsOf('p.price_per_share')} as "priceCents", p.owner_id as "ownerId",
                    case when p.status = 'approved' then '{}' else array(
                      select distinct a.user_id from ledger_accounts a
                      where a.user_id = any(${buyers}) and a.property_id = p.id
                        and a.kind in ${holdingKinds} and a.balance > 0) end as holders,
                    case when o.status = 'open' then ${epochMs('o.deadline')} end as "deadlineMs",
                    o.minimum_order_shares as "minimumOrder"
             from properties p join offerings o on o.property_id = p.id
             where p.id = any(${integerArray(ids)})`;
}

/** @param requireCheck throws the refusal of the way to buy, or counts the purchase; it comes last */
function decide(
  item: BatchItem<Purchase>,
  { balances, offerings, eligibility }: State,
  payment: Payment,
  requireCheck: (purchase: CheckedPurchase) => void,
): Decision<InvestmentReceipt, Quote> {
  const { actor, now } = item;
  const { propertyId, shares } = item.input;
  const offering = offerings.get(propertyId);
  const isHolder = offering?.holders.includes(actor.userId) ?? false;
  if (!offering || !canSeeProperty(actor, { ...offering, isHolder })) {
    throw new DomainError(propertyErrors.PROPERTY_NOT_FOUND);
  }
  const actsForOwner =
    actor.userId === offering.ownerId ||
    eligibility.otherAccounts.get(actor.userId)?.some(({ otherId }) => otherId === offering.ownerId);
  const payer = payerOf(item, payment).id;
  const available = accounts.propertyAvailable(propertyId).id;
  const availableShares = balances.get(available) ?? 0;
  const quote = quotePurchase(Math.min(shares, availableShares), offering.priceCents);
  const availableCashCents = balances.get(payer) ?? 0;
  const refusal = refuseToInvest({
    status: offering.status,
    isOverdue: offering.deadlineMs !== null && now.getTime() >= offering.deadlineMs,
    isOwnOffering: actsForOwner === true && offering.deadlineMs !== null,
    isOwnReward: actsForOwner === true && payment.paidBy === 'promotions',
    shares,
    availableShares,
    minimumOrderShares: offering.minimumOrder,
    totalCents: quote.totalCents,
    availableCashCents,
    ...buyerFacts(eligibility, actor.userId, { amountCents: quote.amountCents, now }),
  });
  if (refusal) throw new DomainError(refusal);
  requireCheck({ item, quote, availableCashCents });
  balances.set(available, availableShares - shares);
  balances.set(payer, availableCashCents - quote.totalCents);
  countSpending(eligibility, actor.userId, { investedCents: quote.amountCents, now });
  const id = newId(now.getTime());
  return {
    result: receiptOf({
      id,
      propertyId,
      propertyName: offering.name,
      shares,
      pricePerShareCents: offering.priceCents,
      amountCents: quote.amountCents,
      feeCents: quote.feeCents,
      createdAtMs: now.getTime(),
    }),
    row: quote,
    subject: `investment:${id}`,
    details: { propertyId, shares, totalCents: quote.totalCents },
    events: [
      addressedEvent(INVESTED, {
        userId: actor.userId,
        broadcast: { propertyId, audience: 'everyone' },
        payload: { investmentId: id, propertyId, shares },
      }),
    ],
  };
}

function writesOf(
  { items, now }: Batch<DecidedItem<Purchase, InvestmentReceipt, Quote>>,
  payment: Payment,
): Write[] {
  const operations = items.map((one) => ({
    operationId: one.operationId,
    transfers: transfersOf(one, payment),
  }));
  const purchases = insertRows('investments', items, {
    id: ['uuid', ({ result }) => result.id],
    operation_id: ['uuid', ({ operationId }) => operationId],
    user_id: ['text', ({ actor }) => actor.userId],
    property_id: ['int', ({ input }) => input.propertyId],
    shares: ['int', ({ input }) => input.shares],
    price_per_share: ['numeric', ({ result }) => toDecimal(result.pricePerShareCents)],
    total_amount: ['numeric', ({ row }) => toDecimal(row.amountCents)],
    transaction_fee: ['numeric', ({ row }) => toDecimal(row.feeCents)],
    paid_by: ['text', payment.paidBy],
    created_at: ['timestamptz', now],
  });
  const spent = items.map(({ actor, row }) => ({ userId: actor.userId, amountCents: row.amountCents }));
  return [...ledgerWrites(operations, now), purchases, investedMonthsWrite(spent, now)];
}

/** Transfers of a purchase that its buyer pays: the cost, the shares and the fee. */
export const MAX_PURCHASE_TRANSFERS = 3;

function transfersOf(
  { actor, input, row }: DecidedItem<Purchase, InvestmentReceipt, Quote>,
  { code, paidBy }: Payment,
): Transfer[] {
  const { propertyId, shares } = input;
  const cash = accounts.userCash(actor.userId);
  const escrow = accounts.propertyEscrow(propertyId);
  const transfers: Transfer[] = [
    { code, debit: cash, credit: escrow, amount: row.amountCents },
    {
      code: 'investment_shares',
      debit: accounts.propertyAvailable(propertyId),
      credit: accounts.userShares(actor.userId, propertyId),
      amount: shares,
    },
  ];
  if (row.feeCents > 0) {
    transfers.push({ code: 'processing_fee', debit: cash, credit: escrow, amount: row.feeCents });
  }
  if (paidBy === 'promotions') {
    // First, so that the buyer's running balance is never negative.
    transfers.unshift({
      code: 'reward',
      debit: accounts.promotions(),
      credit: cash,
      amount: row.totalCents,
    });
  }
  return transfers;
}
