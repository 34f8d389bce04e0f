import { inArray, sql } from 'drizzle-orm';
import { properties } from '#db/schema/properties.ts';
import { holdingKinds } from '#features/ledger/server/index.ts';
import { type HoldingHistories, heldLots, holdingHistories } from '#features/lots/server/index.ts';
import { projectedIncome } from '#features/properties/server/index.ts';
import { present } from '#kernel/assert.ts';
import { type Cents, percentText, toDecimal } from '#kernel/money.ts';
import { startOfMonth } from '#kernel/time.ts';
import { textArray } from '#platform/server/database/columns.ts';
import { type Database, rows } from '#platform/server/database/db.ts';
import { memoizePer } from '#platform/server/database/memoize-per.ts';
import { dataLoader } from '#platform/server/database/shared-reads.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import type { Holding, PortfolioOverview, PortfolioSummary } from '../portfolio.contract.ts';
import { monthFigures, type SharesChange, valueAtMonthEnds } from '../portfolio.rules.ts';

const MONTHS_SHOWN = 24;
const SUMMARY_INVESTMENTS = 500;

/** What of a property a holding shows; amounts come as exact numbers of cents. */
type HeldProperty = Pick<
  Holding,
  | 'propertyId' | 'name' | 'location' | 'imageUrl' | 'propertyType' | 'subtype' | 'status' | 'statusReason'
  | 'offering' | 'pricePerShareCents' | 'annualYieldBps'
>; // biome-ignore format: a list of names

interface Held {
  property: HeldProperty;
  shares: number;
}

/** What the ledger and the lots know of a user. */
interface PortfolioState {
  /** What the user holds or held, the newest property first. */
  held: Held[];
  histories: HoldingHistories;
  availableCashCents: Cents;
}

/**
 * The cash of these users, of no property, and their shares of each property. A holding is the free and the listed
 * shares together: a listed share is held until it is sold.
 */
function balancesOf(db: Database, userIds: readonly string[]) {
  return rows<{ userId: string; propertyId: number | null; balance: number }>(
    db,
    sql`select user_id as "userId", property_id as "propertyId", sum(balance)::float8 as balance
        from ledger_accounts
        where user_id = any(${textArray(userIds)}) and kind in ${['user_cash', ...holdingKinds]}
        group by user_id, property_id
        order by property_id desc`,
  );
}

/** Every property that one of these users holds or held, once: what many hold is read and taken apart once for all. */
async function heldProperties(
  db: Database,
  userIds: readonly string[],
): Promise<ReadonlyMap<number, HeldProperty>> {
  const found = await rows<HeldProperty & Record<string, unknown>>(
    db,
    sql`select p.id as "propertyId", p.name, p.location, p.image_url as "imageUrl",
               p.property_type as "propertyType", p.subtype, p.status, p.status_reason as "statusReason",
               o.status as offering, (p.price_per_share * 100)::float8 as "pricePerShareCents",
               (p.annual_yield * 100)::int as "annualYieldBps"
        from properties p join offerings o on o.property_id = p.id
        where p.id = any(array(select distinct property_id from ledger_accounts
                               where user_id = any(${textArray(userIds)}) and kind in ${holdingKinds}))`,
  );
  return new Map(found.map((property) => [property.propertyId, property]));
}

const loadPortfolioState = memoizePer((db: Database) =>
  dataLoader<PortfolioState>(async (userIds) => {
    const [balances, properties, histories] = await Promise.all([
      balancesOf(db, userIds),
      heldProperties(db, userIds),
      holdingHistories(db, userIds),
    ]);
    const states = new Map(
      userIds.map((userId): [string, PortfolioState] => [
        userId,
        { held: [], histories: histories.get(userId) ?? new Map(), availableCashCents: 0 },
      ]),
    );
    for (const { userId, propertyId, balance } of balances) {
      const state = present(states.get(userId), 'a user that was asked for');
      const property = propertyId === null ? undefined : properties.get(propertyId);
      if (propertyId === null) state.availableCashCents = balance;
      else if (property) state.held.push({ property, shares: balance });
    }
    return states;
  }),
);

function holdingOf({ property, shares }: Held, investedCents: Cents, heldSince: Date): Holding {
  // The row comes last: each field that is added to a copy costs V8 more than the whole copy does.
  return {
    shares,
    valueCents: shares * property.pricePerShareCents,
    investedCents,
    monthlyIncomeCents: projectedIncome({ shares, ...property }),
    firstInvestedAt: heldSince.toISOString(),
    ...property,
  };
}

/** Every purchase and sale: its shares at the share price, and what was paid; in the order of time. */
function sharesChangesOf({ held, histories }: PortfolioState): SharesChange[] {
  return held
    .flatMap(({ property: { propertyId, pricePerShareCents } }) =>
      (histories.get(propertyId)?.changes ?? []).map(({ at, shares, paidCents }) => ({
        at,
        valueCents: shares * pricePerShareCents,
        paidCents,
      })),
    )
    .sort((one, two) => one.at.getTime() - two.at.getTime());
}

/** The portfolio screen's figures, all from the ledger. */
export async function overview({ db, clock }: Platform, actor: UserActor): Promise<PortfolioOverview> {
  const now = clock.now();
  const state = present(await loadPortfolioState(db)(actor.userId), 'the portfolio of a user');
  const { held, histories, availableCashCents } = state;
  // A holding that was bought or sold between these reads has no history yet, or none left: the next read shows it.
  const holdings = held.flatMap((one) => {
    const history = histories.get(one.property.propertyId);
    return one.shares > 0 && history?.heldSince
      ? [holdingOf(one, history.investedCents, history.heldSince)]
      : [];
  });
  const changes = sharesChangesOf(state);
  const sum = (pick: (holding: Holding) => number) =>
    holdings.reduce((total, holding) => total + pick(holding), 0);
  return {
    totalValueCents: sum(({ valueCents }) => valueCents),
    thisMonth: monthFigures(changes, startOfMonth(now)),
    propertyCount: holdings.length,
    monthlyIncomeCents: sum((holding) => holding.monthlyIncomeCents),
    availableCashCents,
    totalInvestedCents: sum(({ investedCents }) => investedCents),
    totalShares: sum(({ shares }) => shares),
    holdings,
    valueByMonth: valueAtMonthEnds(changes, now, MONTHS_SHOWN),
  };
}

/** GET /api/portfolio/summary: every purchase of which shares are held, wherever they were bought. */
export async function summary(platform: Platform, actor: UserActor): Promise<PortfolioSummary> {
  const { db } = platform;
  const { totalValueCents, propertyCount, monthlyIncomeCents, availableCashCents } = await overview(
    platform,
    actor,
  );
  const lots = await heldLots(db, actor.userId, SUMMARY_INVESTMENTS);
  const ids = [...new Set(lots.map(({ propertyId }) => propertyId))];
  const found = await db.select().from(properties).where(inArray(properties.id, ids));
  const held = new Map(found.map((property) => [property.id, property]));
  return {
    totalValue: toDecimal(totalValueCents),
    propertyCount,
    monthlyYield: toDecimal(monthlyIncomeCents),
    availableCash: toDecimal(availableCashCents),
    investments: lots.map(({ id, propertyId, shares, paidCents, acquiredAt }) => {
      const property = present(held.get(propertyId), 'the property of a lot');
      return {
        id,
        shares,
        totalAmount: toDecimal(paidCents),
        createdAt: acquiredAt.toISOString(),
        property: {
          name: property.name,
          location: property.location,
          imageUrl: property.imageUrl,
          pricePerShare: toDecimal(property.pricePerShareCents),
          annualYield: percentText(property.annualYieldBps),
        },
      };
    }),
  };
}
