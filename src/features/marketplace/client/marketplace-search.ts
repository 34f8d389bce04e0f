import type { PropertyListInput } from '#features/properties/properties.contract.ts';
import type { PropertyType } from '#features/properties/simple-form.contract.ts';
import { WHOLE_BPS } from '#kernel/money.ts';
import { readPropertyId } from '#kernel/property-id.ts';
import { searchTextOf } from '#kernel/search.ts';

export type YieldBand = NonNullable<PropertyListInput['band']>;
export type MarketplaceSort = PropertyListInput['sort'];

const TYPES: readonly PropertyType[] = ['residential', 'commercial', 'industrial'];
const BANDS: readonly YieldBand[] = ['5-7', '7-10', '10+'];
const SORTS: readonly MarketplaceSort[] = ['yield', 'price', 'newest'];
export const MIN_YIELDS = [6, 7, 8, 9] as const;
export const MIN_EQUITIES = [20, 30, 40] as const;

/** Maximum distance of a property's yield from that of the address, in percentage points. */
const YIELD_TOLERANCE_PERCENT = 1;

/** The filters of the marketplace, in its address; an absent one does not filter. */
export interface MarketplaceSearch {
  q?: string;
  type?: PropertyType;
  /** A band, or a percentage as the search box sends it: properties within one point of it. */
  yield?: YieldBand | number;
  location?: string;
  minYield?: (typeof MIN_YIELDS)[number];
  minEquity?: (typeof MIN_EQUITIES)[number];
  sort?: Exclude<MarketplaceSort, 'yield'>;
  /** Whether the map is open beside the list, where that was chosen. */
  map?: boolean;
  /** The property whose invest dialog is open. */
  invest?: number;
}

/** Reads any address: what cannot be understood is left out, so that a bad link still opens the page. */
export function readMarketplaceSearch(raw: Record<string, unknown>): MarketplaceSearch {
  const type = oneOf(TYPES, textOf(raw.type)?.toLowerCase());
  const sort = oneOf(SORTS, textOf(raw.sort));
  return withoutAbsent({
    q: searchTextOf(raw.q),
    type,
    yield: yieldOf(raw.yield),
    location: textOf(raw.location)?.slice(0, 200),
    minYield: oneOf(MIN_YIELDS, numberOf(raw.minYield)),
    minEquity: oneOf(MIN_EQUITIES, numberOf(raw.minEquity)),
    sort: sort === 'yield' ? undefined : sort,
    map: oneOf([true, false], raw.map),
    invest: readPropertyId(raw.invest),
  });
}

/** The input of the query for the property list. */
export function listInputOf(search: MarketplaceSearch) {
  const near = typeof search.yield === 'number' ? search.yield : undefined;
  const floors = [
    search.minYield === undefined ? 0 : search.minYield * 100,
    near === undefined ? 0 : Math.round((near - YIELD_TOLERANCE_PERCENT) * 100),
  ];
  const minYieldBps = Math.max(...floors);
  return withoutAbsent({
    q: search.q,
    type: search.type,
    band: typeof search.yield === 'string' ? search.yield : undefined,
    location: search.location,
    minYieldBps: minYieldBps > 0 ? minYieldBps : undefined,
    maxYieldBps:
      near === undefined
        ? undefined
        : Math.min(WHOLE_BPS, Math.round((near + YIELD_TOLERANCE_PERCENT) * 100)),
    minEquityPercent: search.minEquity,
    sort: search.sort ?? ('yield' as const),
  });
}

/** Number of filters that narrow the list; the order, the map and an open dialog do not. */
export function activeFilterCount(search: MarketplaceSearch): number {
  const { sort: _sort, map: _map, invest: _invest, ...filters } = search;
  return Object.values(filters).filter((value) => value !== undefined).length;
}

function yieldOf(raw: unknown): YieldBand | number | undefined {
  const band = oneOf(BANDS, textOf(raw));
  if (band) return band;
  const percent = numberOf(typeof raw === 'string' ? raw.replace('%', '') : raw);
  return percent !== undefined && percent > 0 && percent <= 100 ? percent : undefined;
}

function textOf(raw: unknown): string | undefined {
  if (typeof raw === 'number') return String(raw);
  return typeof raw === 'string' && raw.trim() !== '' ? raw.trim() : undefined;
}

function numberOf(raw: unknown): number | undefined {
  const text = textOf(raw);
  const number = text === undefined ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}

function oneOf<Value>(values: readonly Value[], value: unknown): Value | undefined {
  return values.find((candidate) => candidate === value);
}

type Present<Shape> = { [Key in keyof Shape]?: Exclude<Shape[Key], undefined> };

function withoutAbsent<Shape extends object>(shape: Shape): Present<Shape> {
  return Object.fromEntries(
    Object.entries(shape).filter(([, value]) => value !== undefined),
  ) as Present<Shape>;
}
