import { type ListingSort, listingSorts } from './listing-sorts.ts';

export type MarketView = 'listings' | 'own-listings' | 'own-bids';

/** What the address of the resale marketplace says; an open dialog is in it, to be open again after a sign-in. */
export interface ResaleSearch {
  view?: Exclude<MarketView, 'listings'>;
  property?: number;
  sort?: ListingSort;
  /** The listing whose dialog is open. */
  buy?: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function readPropertyId(value: unknown): number | undefined {
  const id =
    typeof value === 'number' ? value : Number(typeof value === 'string' && value ? value : Number.NaN);
  return Number.isInteger(id) && id >= 1 && id <= 2_147_483_647 ? id : undefined;
}

export function readResaleSearch({ view, property, sort, buy }: Record<string, unknown>): ResaleSearch {
  const propertyId = readPropertyId(property);
  const known = listingSorts.find(({ value }) => value === sort && value !== 'newest');
  return {
    ...(view === 'own-listings' || view === 'own-bids' ? { view } : {}),
    ...(propertyId === undefined ? {} : { property: propertyId }),
    ...(known ? { sort: known.value } : {}),
    ...(typeof buy === 'string' && UUID.test(buy) ? { buy } : {}),
  };
}
