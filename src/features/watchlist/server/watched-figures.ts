import { type SQL, sql } from 'drizzle-orm';
import type { PropertyStatus } from '#features/properties/properties.contract.ts';
import { columnsAs, perShareCents } from '#features/valuations/server/index.ts';
import type { Cents } from '#kernel/money.ts';
import { integerArray } from '#platform/server/database/columns.ts';
import { type Queryable, rows } from '#platform/server/database/db.ts';
import { bpsOfPercent } from '#platform/server/database/sql-values.ts';
import type { WatchedFigures } from '../watchlist.rules.ts';

/** Figures of a property for level checks and alert texts. */
export interface CurrentFigures extends WatchedFigures {
  name: string;
  location: string;
  /** The person whose listings are the only open ones. */
  onlySellerId: string | null;
}

/** Cents that a share of `p` is worth today. */
const shareValue: SQL = perShareCents(columnsAs('p'));

const figureColumns: SQL = sql`
  p.id, p.name, p.location, p.status, ${shareValue} as "shareValueCents", ${bpsOfPercent('p.annual_yield')} as "yieldBps",
  p.total_shares as "totalShares", coalesce(a.balance, 0)::int as "availableShares",
  seller.user_id as "sellerId", exists (
    select 1 from resale_orders o where o.property_id = p.id and o.side = 'ask' and o.status = 'open'
      and o.user_id <> seller.user_id) as "hasSeveralSellers"`;

const sources: SQL = sql`properties p
  left join ledger_accounts a on a.property_id = p.id and a.kind = 'property_available'
  left join lateral (
    select o.user_id from resale_orders o
    where p.status = 'approved' and o.property_id = p.id and o.side = 'ask' and o.status = 'open' limit 1
  ) seller on true`;

interface Row extends Record<string, unknown> {
  id: number;
  name: string;
  location: string;
  status: PropertyStatus;
  shareValueCents: Cents;
  yieldBps: number;
  totalShares: number;
  availableShares: number;
  /** Of any open listing. */
  sellerId: string | null;
  hasSeveralSellers: boolean;
}

function figuresOf({ status, availableShares, totalShares, ...rest }: Row): CurrentFigures {
  const { name, location, shareValueCents, yieldBps, sellerId, hasSeveralSellers } = rest;
  const isApproved = status === 'approved';
  return {
    name,
    location,
    shareValueCents,
    yieldBps,
    totalShares,
    soldShares: totalShares - availableShares,
    isApproved,
    onMarket: isApproved && availableShares > 0,
    forResale: sellerId !== null,
    onlySellerId: hasSeveralSellers ? null : sellerId,
  };
}

/** The figures of these properties now, by id. */
export async function currentFigures(
  db: Queryable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, CurrentFigures>> {
  const found = await rows<Row>(
    db,
    sql`select ${figureColumns} from ${sources} where p.id = any(${integerArray([...ids])})`,
  );
  return new Map(found.map((row) => [row.id, figuresOf(row)]));
}

/** The figures for a person, to whom the own listings are none. */
export function figuresFor(userId: string, figures: CurrentFigures): CurrentFigures {
  return figures.onlySellerId === userId ? { ...figures, forResale: false } : figures;
}

/**
 * Figures in one text, in which two moments differ when a level may have been crossed; sold shares in percent. Those that
 * are not approved all have the same text.
 */
export function textOf({ shareValueCents, yieldBps, isApproved, onMarket, ...rest }: CurrentFigures): string {
  if (!isApproved) return 'not approved';
  const percent = rest.totalShares === 0 ? 0 : Math.floor((100 * rest.soldShares) / rest.totalShares);
  // No listing, one person's, or several people's: the person who lists alone sees others only from then on.
  const listings = !rest.forResale ? 0 : rest.onlySellerId === null ? 2 : 1;
  return [shareValueCents, yieldBps, percent, onMarket ? 1 : 0, listings].join('/');
}

/** Stored in place of the text of figures where people were compared with different ones: the next run compares again. */
export const DIFFERENT_FIGURES = '';

/** Watched properties after an id, in order, whose figures differ from those that were compared last. */
export async function changedProperties(
  db: Queryable,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<{ changed: number[]; last: number | null }> {
  const found = await rows<Row & { compared: string | null }>(
    db,
    sql`select ${figureColumns}, f.figures as compared from ${sources}
        left join watched_figures f on f.property_id = p.id
        where p.id > ${afterId} and exists (select 1 from watched_properties w where w.property_id = p.id)
        order by p.id limit ${limit}`,
  );
  return {
    changed: found.filter((row) => textOf(figuresOf(row)) !== row.compared).map(({ id }) => id),
    last: found.length === limit ? (found.at(-1)?.id ?? null) : null,
  };
}
