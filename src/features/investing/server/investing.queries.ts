import { and, eq, gt, isNull } from 'drizzle-orm';
import { investments as investmentsTable } from '#db/schema/investing.ts';
import { investmentRefunds, offerings } from '#db/schema/offerings.ts';
import { properties } from '#db/schema/properties.ts';
import { CANCELLATION_WINDOW_MS, cancellableUntil } from '#features/offerings/server/index.ts';
import { bpsToDecimal, toDecimal } from '#kernel/money.ts';
import { after } from '#kernel/time.ts';
import { cursorAfter, cutPage, olderThan } from '#platform/server/database/cursors.ts';
import { highestFirst, readTogether } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import type {
  CancellablePurchase,
  InvestingLimits,
  InvestmentEntity,
  InvestmentReceipt,
  InvestmentWithProperty,
} from '../investing.contract.ts';
import { limitsLeft } from '../investing.rules.ts';
import { type EligibilityRows, eligibilityFrom, eligibilityQueries, spendingOf } from './eligibility.ts';

/** Purchases offered for canceling at once. */
const MAX_SHOWN_PURCHASES = 100;

/** A purchase with the facts that decide whether it is active and can be canceled. */
const purchaseState = {
  investment: investmentsTable,
  refund: investmentRefunds.reason,
  offering: { status: offerings.status, deadline: offerings.deadline },
};

interface PurchaseState {
  investment: Pick<typeof investmentsTable.$inferSelect, 'createdAt' | 'paidBy'>;
  refund: string | null;
  offering: { status: string; deadline: Date | null };
}

/** Until when a purchase can be canceled; null when it cannot. */
function cancelEndOf({ investment, refund, offering }: PurchaseState, now: Date): Date | null {
  if (refund !== null || investment.paidBy === 'promotions') return null;
  if (offering.status !== 'open' || offering.deadline === null) return null;
  const end = cancellableUntil(investment.createdAt, offering.deadline);
  return now < end ? end : null;
}

/** The caller's purchases that can still be canceled, the one that ends first before the others. */
export async function cancellable(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { userId }: UserActor,
): Promise<CancellablePurchase[]> {
  const now = clock.now();
  const found = await db
    .select({ ...purchaseState, propertyName: properties.name })
    .from(investmentsTable)
    .innerJoin(properties, eq(properties.id, investmentsTable.propertyId))
    .innerJoin(offerings, eq(offerings.propertyId, investmentsTable.propertyId))
    .leftJoin(investmentRefunds, eq(investmentRefunds.investmentId, investmentsTable.id))
    .where(
      and(
        eq(investmentsTable.userId, userId),
        gt(investmentsTable.createdAt, after(now, -CANCELLATION_WINDOW_MS)),
        eq(offerings.status, 'open'),
        isNull(investmentRefunds.investmentId),
      ),
    )
    .orderBy(investmentsTable.createdAt, investmentsTable.id)
    .limit(MAX_SHOWN_PURCHASES);
  return found.flatMap(({ propertyName, ...row }) => {
    const { investment } = row;
    const end = cancelEndOf(row, now);
    if (end === null) return [];
    return {
      id: investment.id,
      propertyId: investment.propertyId,
      propertyName,
      shares: investment.shares,
      totalCents: investment.totalAmountCents + investment.transactionFeeCents,
      createdAt: investment.createdAt.toISOString(),
      cancellableUntil: end.toISOString(),
    };
  });
}

/** The caller's purchases with their properties, newest first. */
export async function investments(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  actor: UserActor,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const now = clock.now();
  const older = olderThan(cursor, investmentsTable.createdAt, investmentsTable.id);
  const found = await db
    .select({ ...purchaseState, property: properties })
    .from(investmentsTable)
    .innerJoin(properties, eq(properties.id, investmentsTable.propertyId))
    .innerJoin(offerings, eq(offerings.propertyId, investmentsTable.propertyId))
    .leftJoin(investmentRefunds, eq(investmentRefunds.investmentId, investmentsTable.id))
    .where(and(eq(investmentsTable.userId, actor.userId), older))
    .orderBy(highestFirst(investmentsTable.createdAt), highestFirst(investmentsTable.id))
    .limit(limit + 1);
  const items = found.map(({ property, ...row }): InvestmentWithProperty => {
    const { investment, refund } = row;
    return {
      id: investment.id,
      userId: investment.userId,
      propertyId: investment.propertyId,
      shares: investment.shares,
      pricePerShare: toDecimal(investment.pricePerShareCents),
      totalAmount: toDecimal(investment.totalAmountCents),
      transactionFee: toDecimal(investment.transactionFeeCents),
      status: refund === null ? 'active' : refund === 'cancelled' ? 'cancelled' : 'refunded',
      cancellableUntil: cancelEndOf(row, now)?.toISOString() ?? null,
      createdAt: investment.createdAt.toISOString(),
      property: {
        id: property.id,
        name: property.name,
        location: property.location,
        imageUrl: property.imageUrl,
        pricePerShare: toDecimal(property.pricePerShareCents),
        annualYield: bpsToDecimal(property.annualYieldBps),
        propertyType: property.propertyType,
      },
    };
  });
  return cutPage(items, limit, (last) => cursorAfter(last.createdAt, last.id));
}

/** A receipt as the investment entity of REST. */
export function investmentOfReceipt(receipt: InvestmentReceipt, userId: string): InvestmentEntity {
  return {
    id: receipt.id,
    userId,
    propertyId: receipt.propertyId,
    shares: receipt.shares,
    pricePerShare: toDecimal(receipt.pricePerShareCents),
    totalAmount: toDecimal(receipt.amountCents),
    transactionFee: toDecimal(receipt.feeCents),
    status: 'active',
    createdAt: receipt.createdAt,
  };
}

/** The caller's remaining limits, and whether their identity has to be verified first. */
export async function limits({ db, config, clock }: Platform, actor: UserActor): Promise<InvestingLimits> {
  const now = clock.now();
  const { investing } = config;
  const buyers = [actor.userId];
  const found = await readTogether<EligibilityRows>(db, eligibilityQueries(buyers, now, investing));
  const eligibility = await eligibilityFrom(db, { buyers, found, now, investing });
  const spending = spendingOf(eligibility, actor.userId);
  return {
    kycRequired: eligibility.unverified.has(actor.userId),
    reservedCents: eligibility.reserved.get(actor.userId) ?? 0,
    ...limitsLeft(eligibility.limits, spending, now),
  };
}
