import { readPropertyId } from '#kernel/property-id.ts';
import { type ListingSort, listingSorts } from './listing-sorts.ts';
import { type OrdersSearch, readOrdersSearch } from './orders-state.ts';

export type MarketView = 'listings' | 'own-listings' | 'own-bids';

/** Search parameters of the resale marketplace; an open dialog is in it, to be open again after a sign-in. */
export interface ResaleSearch extends OrdersSearch {
  view?: Exclude<MarketView, 'listings'>;
  property?: number;
  sort?: ListingSort;
  /** The listing whose dialog is open. */
  buy?: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function readResaleSearch(raw: Record<string, unknown>): ResaleSearch {
  const { view, property, sort, buy } = raw;
  const propertyId = readPropertyId(property);
  const known = listingSorts.find(({ value }) => value === sort && value !== 'newest');
  return {
    ...(view === 'own-listings' || view === 'own-bids' ? { view, ...readOrdersSearch(raw) } : {}),
    ...(propertyId === undefined ? {} : { property: propertyId }),
    ...(known ? { sort: known.value } : {}),
    ...(typeof buy === 'string' && UUID.test(buy) ? { buy } : {}),
  };
}
