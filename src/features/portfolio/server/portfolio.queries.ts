import { and, eq, isNull, sql } from 'drizzle-orm';
import { investmentRefunds, investments } from '#db/schema/investing.ts';
import { properties } from '#db/schema/properties.ts';
import { accounts, balancesOf, holdingKinds } from '#features/ledger/server/index.ts';
import { type HoldingHistories, holdingHistories } from '#features/lots/server/index.ts';
import { monthlyIncome } from '#features/properties/server/index.ts';
import { present } from '#kernel/assert.ts';
import { type Cents, percentText, toDecimal } from '#kernel/money.ts';
import { startOfMonth } from '#kernel/time.ts';
import type { UserActor } from '#platform/server/caller.ts';
import { textArray } from '#platform/server/columns.ts';
import { type Database, highestFirst, rows } from '#platform/server/db.ts';
import { onceFor } from '#platform/server/once-for.ts';
import type { Platform } from '#platform/server/platform.ts';
import { readForEach } from '#platform/server/shared-reads.ts';
import type { Holding, PortfolioOverview, PortfolioSummary } from '../portfolio.contract.ts';
import { changeBps, type SharesChange, valueAtMonthEnds } from '../portfolio.rules.ts';

const MONTHS_SHOWN = 24;
const SUMMARY_INVESTMENTS = 500;

/** What of a property a holding shows, and how many shares are held; amounts come as exact numbers of cents. */
type Held = Pick<
  Holding,
  | 'propertyId' | 'name' | 'location' | 'imageUrl' | 'propertyType' | 'subtype' | 'status' | 'statusReason'
  | 'offering' | 'shares' | 'pricePerShareCents' | 'annualYieldBps'
>; // biome-ignore format: a list of names

/**
 * What these users hold or held, by user, the newest property first. A holding is the free and the listed shares
 * together: a listed share is held until it is sold.
 */
async function heldProperties(db: Database, userIds: readonly string[]): Promise<Map<string, Held[]>> {
  const found = await rows<Held & { userId: string }>(
    db,
    sql`select h.user_id as "userId", p.id as "propertyId", p.name, p.location, p.image_url as "imageUrl",
               p.property_type as "propertyType", p.subtype, p.status, p.status_reason as "statusReason",
               o.status as offering, h.shares, (p.price_per_share * 100)::float8 as "pricePerShareCents",
               (p.annual_yield * 100)::int as "annualYieldBps"
        from (
          select user_id, property_id, sum(balance)::int as shares from ledger_accounts
          where user_id = any(${textArray(userIds)}) and kind in ${holdingKinds}
          group by user_id, property_id
        ) h
        join properties p on p.id = h.property_id
        join offerings o on o.property_id = h.property_id
        order by p.id desc`,
  );
  const everybody = new Map(userIds.map((userId): [string, Held[]] => [userId, []]));
  for (const held of found) everybody.get(held.userId)?.push(held);
  return everybody;
}

/** What the ledger and the lots know of a user. */
interface Standing {
  held: readonly Held[];
  histories: HoldingHistories;
  availableCashCents: Cents;
}

const standingIn = onceFor((db: Database) =>
  readForEach<Standing>(async (userIds) => {
    const cashOf = new Map(userIds.map((userId) => [userId, accounts.userCash(userId)]));
    const [held, histories, cash] = await Promise.all([
      heldProperties(db, userIds),
      holdingHistories(db, userIds),
      balancesOf(db, [...cashOf.values()]),
    ]);
    return new Map(
      [...cashOf].map(([userId, { id }]) => [
        userId,
        {
          held: held.get(userId) ?? [],
          histories: histories.get(userId) ?? new Map(),
          availableCashCents: cash.get(id) ?? 0,
        },
      ]),
    );
  }),
);

function holdingOf(held: Held, investedCents: Cents, heldSince: Date): Holding {
  const { shares, pricePerShareCents, annualYieldBps } = held;
  // The row comes last: each field that is added to a copy costs V8 more than the whole copy does.
  return {
    valueCents: shares * pricePerShareCents,
    investedCents,
    monthlyIncomeCents: monthlyIncome(shares, pricePerShareCents, annualYieldBps),
    firstInvestedAt: heldSince.toISOString(),
    ...held,
  };
}

/** Every purchase and sale at today's price, in the order of time. */
function sharesChangesOf({ held, histories }: Standing): SharesChange[] {
  return held
    .flatMap(({ propertyId, pricePerShareCents }) =>
      (histories.get(propertyId)?.changes ?? []).map(({ at, shares }) => ({
        at,
        valueCents: shares * pricePerShareCents,
      })),
    )
    .sort((one, two) => one.at.getTime() - two.at.getTime());
}

/** The portfolio screen's figures, all from the ledger (PORT-03 to PORT-05, PORT-08, D-30). */
export async function overview({ db, clock }: Platform, actor: UserActor): Promise<PortfolioOverview> {
  const now = clock.now();
  const standing = present(await standingIn(db)(actor.userId), 'the standing of a user');
  const { held, histories, availableCashCents } = standing;
  // A holding that was bought or sold between these reads has no history yet, or none left: the next read shows it.
  const holdings = held.flatMap((one) => {
    const history = histories.get(one.propertyId);
    return one.shares > 0 && history?.heldSince
      ? [holdingOf(one, history.investedCents, history.heldSince)]
      : [];
  });
  const changes = sharesChangesOf(standing);
  const sum = (pick: (holding: Holding) => number) =>
    holdings.reduce((total, holding) => total + pick(holding), 0);
  const totalValueCents = sum(({ valueCents }) => valueCents);
  const monthStart = startOfMonth(now);
  const valueAtMonthStart = changes
    .filter(({ at }) => at < monthStart)
    .reduce((total, { valueCents }) => total + valueCents, 0);
  return {
    totalValueCents,
    changeThisMonthBps: changeBps(valueAtMonthStart, totalValueCents),
    propertyCount: holdings.length,
    monthlyIncomeCents: sum((holding) => holding.monthlyIncomeCents),
    availableCashCents,
    totalInvestedCents: sum(({ investedCents }) => investedCents),
    totalShares: sum(({ shares }) => shares),
    holdings,
    valueByMonth: valueAtMonthEnds(changes, now, MONTHS_SHOWN),
  };
}

/** GET /api/portfolio/summary (API-03, ENT-12). */
export async function summary(platform: Platform, actor: UserActor): Promise<PortfolioSummary> {
  const { db } = platform;
  const { totalValueCents, propertyCount, monthlyIncomeCents, availableCashCents } = await overview(
    platform,
    actor,
  );
  const bought = await db
    .select({ investment: investments, property: properties })
    .from(investments)
    .innerJoin(properties, eq(properties.id, investments.propertyId))
    .leftJoin(investmentRefunds, eq(investmentRefunds.investmentId, investments.id))
    .where(and(eq(investments.userId, actor.userId), isNull(investmentRefunds.investmentId)))
    .orderBy(highestFirst(investments.createdAt), highestFirst(investments.id))
    .limit(SUMMARY_INVESTMENTS);
  return {
    totalValue: toDecimal(totalValueCents),
    propertyCount,
    monthlyYield: toDecimal(monthlyIncomeCents),
    availableCash: toDecimal(availableCashCents),
    investments: bought.map(({ investment, property }) => ({
      id: investment.id,
      shares: investment.shares,
      totalAmount: toDecimal(investment.totalAmountCents),
      createdAt: investment.createdAt.toISOString(),
      property: {
        name: property.name,
        location: property.location,
        imageUrl: property.imageUrl,
        pricePerShare: toDecimal(property.pricePerShareCents),
        annualYield: percentText(property.annualYieldBps),
      },
    })),
  };
}
