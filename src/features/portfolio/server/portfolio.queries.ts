import { inArray, sql } from 'drizzle-orm';
import { properties } from '#db/schema/properties.ts';
import { holdingKinds } from '#features/ledger/server/index.ts';
import { type HoldingHistories, heldLots, holdingHistories } from '#features/lots/server/index.ts';
import { buildingOf, MAX_READ_CHARACTERS, projectedIncome } from '#features/properties/server/index.ts';
import { type ValueHistory, valueAt, valueHistories } from '#features/valuations/server/index.ts';
import { present } from '#kernel/assert.ts';
import { bpsToDecimal, type Cents, toDecimal } from '#kernel/money.ts';
import { startOfMonth } from '#kernel/time.ts';
import { textArray } from '#platform/server/database/columns.ts';
import { type Database, rows } from '#platform/server/database/db.ts';
import { memoizePer } from '#platform/server/database/memoize-per.ts';
import { dataLoader } from '#platform/server/database/shared-reads.ts';
import { bpsOfPercent, centsOf } from '#platform/server/database/sql-values.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import type { Holding, PortfolioOverview, PortfolioSummary, ValuePoints } from '../portfolio.contract.ts';
import {
  type HistoryRange,
  monthFigures,
  type SharesChange,
  type ShareValueAt,
  valueHistory,
} from '../portfolio.rules.ts';

const MAX_SHOWN_INVESTMENTS = 500;

/** Data of a property in a holding; amounts come as exact numbers of cents. */
type HeldProperty = Pick<
  Holding,
  | 'propertyId' | 'name' | 'location' | 'latitude' | 'longitude' | 'imageUrl' | 'propertyType' | 'subtype'
  | 'stories' | 'units'
  | 'status' | 'statusReason' | 'offering' | 'pricePerShareCents' | 'annualYieldBps'
>; // biome-ignore format: a list of names

interface HoldingState {
  property: HeldProperty;
  history: ValueHistory;
  shares: number;
}

/** Data of a user in the ledger and the lots. */
interface PortfolioState {
  /** Current and former holdings, the newest property first. */
  held: HoldingState[];
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

/** The ids of the properties that one of these users holds or held. */
const heldIds = (userIds: readonly string[]) => sql`array(
  select distinct property_id from ledger_accounts
  where user_id = any(${textArray(userIds)}) and kind in ${holdingKinds})`;

/**
 * Every property that one of these users holds or held, once, so that a property with many holders is read and parsed
 * once.
 */
async function heldProperties(
  db: Database,
  userIds: readonly string[],
): Promise<ReadonlyMap<number, HeldProperty>> {
  const found = await rows<Omit<HeldProperty, 'stories' | 'units'> & { description: string }>(
    db,
    sql`select p.id as "propertyId", p.name, p.location, p.latitude, p.longitude, p.image_url as "imageUrl",
               p.property_type as "propertyType", p.subtype,
               left(p.description, ${MAX_READ_CHARACTERS}) as description, p.status, p.status_reason as "statusReason",
               o.status as offering, ${centsOf('p.price_per_share')} as "pricePerShareCents",
               ${bpsOfPercent('p.annual_yield')} as "annualYieldBps"
        from properties p join offerings o on o.property_id = p.id
        where p.id = any(${heldIds(userIds)})`,
  );
  return new Map(
    found.map(({ description, ...property }) => [
      property.propertyId,
      { ...property, ...buildingOf(description) },
    ]),
  );
}

const loadPortfolioState = memoizePer((db: Database) =>
  dataLoader<PortfolioState>(async (userIds) => {
    const [balances, properties, values, histories] = await Promise.all([
      balancesOf(db, userIds),
      heldProperties(db, userIds),
      valueHistories(db, heldIds(userIds)),
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
      if (propertyId === null) {
        state.availableCashCents = balance;
        continue;
      }
      const [property, history] = [properties.get(propertyId), values.get(propertyId)];
      if (property && history) state.held.push({ property, history, shares: balance });
    }
    return states;
  }),
);

function holdingOf(
  { property, history, shares }: HoldingState,
  { investedCents, heldSince, now }: { investedCents: Cents; heldSince: Date; now: Date },
): Holding {
  const value = valueAt(history, now);
  // V8 builds the object faster when the spread comes last.
  return {
    shares,
    value,
    valueCents: shares * value.perShareCents,
    investedCents,
    monthlyIncomeCents: projectedIncome({ shares, ...property }),
    firstInvestedAt: heldSince.toISOString(),
    ...property,
  };
}

/** Every purchase and sale in the order of time. */
function sharesChangesOf({ held, histories }: PortfolioState): SharesChange[] {
  return held
    .flatMap(({ property: { propertyId } }) =>
      (histories.get(propertyId)?.changes ?? []).map((change) => ({ propertyId, ...change })),
    )
    .sort((one, two) => one.at.getTime() - two.at.getTime());
}

function shareValuesOf({ held }: PortfolioState): ShareValueAt {
  const histories = new Map(held.map(({ property, history }) => [property.propertyId, history]));
  return (propertyId, at) =>
    valueAt(present(histories.get(propertyId), 'the values of a holding'), at).perShareCents;
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
      ? [holdingOf(one, { ...history, heldSince: history.heldSince, now })]
      : [];
  });
  const changes = sharesChangesOf(state);
  const shareValueAt = shareValuesOf(state);
  const sum = (pick: (holding: Holding) => number) =>
    holdings.reduce((total, holding) => total + pick(holding), 0);
  return {
    totalValueCents: sum(({ valueCents }) => valueCents),
    thisMonth: monthFigures(changes, { monthStart: startOfMonth(now), now }, shareValueAt),
    propertyCount: holdings.length,
    monthlyIncomeCents: sum((holding) => holding.monthlyIncomeCents),
    availableCashCents,
    totalInvestedCents: sum(({ investedCents }) => investedCents),
    totalShares: sum(({ shares }) => shares),
    holdings,
  };
}

/** A property's projected monthly income for a person's shares of it. */
export type PropertyIncome = Pick<Holding, 'propertyId' | 'name' | 'monthlyIncomeCents'>;

/**
 * Projected monthly income of the shares that a person held just before a moment, of offerings that were funded by
 * then.
 */
export async function incomesBefore(
  { db }: Platform,
  { userId }: UserActor,
  moment: Date,
): Promise<PropertyIncome[]> {
  const { held, histories } = present(await loadPortfolioState(db)(userId), 'the portfolio of a user');
  return held.map(({ property, history: { fundedAt } }) => {
    const { propertyId, name } = property;
    const changes = histories.get(propertyId)?.changes ?? [];
    const shares = changes.reduce((sum, change) => (change.at < moment ? sum + change.shares : sum), 0);
    const isFunded = fundedAt !== null && fundedAt <= moment;
    return { propertyId, name, monthlyIncomeCents: isFunded ? projectedIncome({ ...property, shares }) : 0 };
  });
}

/** Value of the portfolio and money put in, over a range that ends now. */
export async function history(
  { db, clock }: Platform,
  { userId }: UserActor,
  { range }: { range: HistoryRange },
): Promise<ValuePoints> {
  const state = present(await loadPortfolioState(db)(userId), 'the portfolio of a user');
  const points = valueHistory(sharesChangesOf(state), { range, now: clock.now() }, shareValuesOf(state));
  return points.map(({ at, ...figures }) => ({ at: at.toISOString(), ...figures }));
}

/** GET /api/portfolio/summary: every purchase of which shares are held, wherever they were bought. */
export async function summary(platform: Platform, actor: UserActor): Promise<PortfolioSummary> {
  const { db } = platform;
  const { totalValueCents, propertyCount, monthlyIncomeCents, availableCashCents } = await overview(
    platform,
    actor,
  );
  const lots = await heldLots(db, actor.userId, MAX_SHOWN_INVESTMENTS);
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
          annualYield: bpsToDecimal(property.annualYieldBps),
        },
      };
    }),
  };
}
