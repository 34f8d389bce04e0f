import { and, eq, lt, or, type SQL } from 'drizzle-orm';
import { investments as investmentsTable } from '#db/schema/investing.ts';
import { properties } from '#db/schema/properties.ts';
import { percentText, toDecimal } from '#kernel/money.ts';
import type { UserActor } from '#platform/server/caller.ts';
import { cursorPart, readCursor } from '#platform/server/cursors.ts';
import { type Database, highestFirst } from '#platform/server/db.ts';
import type { InvestmentEntity, InvestmentReceipt, InvestmentWithProperty } from '../investing.contract.ts';

function afterCursor(cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined;
  const [milliseconds, id = ''] = readCursor(cursor, cursorPart.milliseconds, cursorPart.uuid);
  const at = new Date(Number(milliseconds));
  return or(
    lt(investmentsTable.createdAt, at),
    and(eq(investmentsTable.createdAt, at), lt(investmentsTable.id, id)),
  );
}

/** The caller's purchases with their properties, newest first (S-65). */
export async function investments(
  db: Database,
  actor: UserActor,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const found = await db
    .select({ investment: investmentsTable, property: properties })
    .from(investmentsTable)
    .innerJoin(properties, eq(properties.id, investmentsTable.propertyId))
    .where(and(eq(investmentsTable.userId, actor.userId), afterCursor(cursor)))
    .orderBy(highestFirst(investmentsTable.createdAt), highestFirst(investmentsTable.id))
    .limit(limit + 1);
  const items = found.slice(0, limit).map(
    ({ investment, property }): InvestmentWithProperty => ({
      id: investment.id,
      userId: investment.userId,
      propertyId: investment.propertyId,
      shares: investment.shares,
      pricePerShare: toDecimal(investment.pricePerShareCents),
      totalAmount: toDecimal(investment.totalAmountCents),
      transactionFee: toDecimal(investment.transactionFeeCents),
      createdAt: investment.createdAt.toISOString(),
      property: {
        id: property.id,
        name: property.name,
        location: property.location,
        imageUrl: property.imageUrl,
        pricePerShare: toDecimal(property.pricePerShareCents),
        annualYield: percentText(property.annualYieldBps),
        propertyType: property.propertyType,
      },
    }),
  );
  const last = found.length > limit ? items.at(-1) : undefined;
  return { items, nextCursor: last ? `${Date.parse(last.createdAt)}~${last.id}` : null };
}

/** A receipt as the investment entity of REST (ENT-10). */
export function investmentOfReceipt(receipt: InvestmentReceipt, userId: string): InvestmentEntity {
  return {
    id: receipt.id,
    userId,
    propertyId: receipt.propertyId,
    shares: receipt.shares,
    pricePerShare: toDecimal(receipt.pricePerShareCents),
    totalAmount: toDecimal(receipt.amountCents),
    transactionFee: toDecimal(receipt.feeCents),
    createdAt: receipt.createdAt,
  };
}
