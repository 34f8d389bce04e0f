import { readPropertyId } from '#kernel/property-id.ts';
import { type OrdersSearch, readOrdersSearch } from './orders-state.ts';

/** Search parameters of Sell My Shares. */
export interface SellSearch extends OrdersSearch {
  /** The holding whose form is open. */
  property?: number | undefined;
}

/** Reads any address; what cannot be understood is left out. */
export function readSellSearch(raw: Record<string, unknown>): SellSearch {
  const property = readPropertyId(raw.property);
  return { ...(property !== undefined && { property }), ...readOrdersSearch(raw) };
}
