import { readPropertyId } from '#kernel/property-id.ts';
import type {
  TransactionFilter,
  TransactionRange,
  TransactionStatus,
  TransactionType,
} from '../transactions.contract.ts';

export const RANGES: readonly TransactionRange[] = ['30d', '90d', '1y', 'all'];
const isType: Record<TransactionType, true> = {
  purchase: true,
  sale: true,
  distribution: true,
  reinvestment: true,
  deposit: true,
  withdrawal: true,
  cancellation: true,
  refund: true,
  proceeds: true,
  rent: true,
  owner_share: true,
  expenses_repaid: true,
  reward: true,
  property: true,
  bid_reserved: true,
  bid_released: true,
};
/** Every type, in the order of the filter; the record lets none be forgotten. */
export const TYPES = Object.keys(isType) as readonly TransactionType[];
export const STATUSES: readonly TransactionStatus[] = ['completed', 'pending', 'failed'];

/** The filters as the address carries them; without a range the history goes back a year. */
export interface TransactionsSearch {
  range?: TransactionRange;
  type?: TransactionType;
  property?: number;
  status?: TransactionStatus;
}

/** Reads any address; what cannot be understood is left out. */
export function readTransactionsSearch(raw: Record<string, unknown>): TransactionsSearch {
  const range = RANGES.find((candidate) => candidate === raw.range);
  const type = TYPES.find((candidate) => candidate === raw.type);
  const status = STATUSES.find((candidate) => candidate === raw.status);
  const property = readPropertyId(raw.property);
  return {
    ...(range && range !== DEFAULT_RANGE && { range }),
    ...(type && { type }),
    ...(property !== undefined && { property }),
    ...(status && { status }),
  };
}

export const DEFAULT_RANGE: TransactionRange = '1y';

/** Input of the query. */
export function filterOf({ range, type, property, status }: TransactionsSearch): TransactionFilter {
  return {
    range: range ?? DEFAULT_RANGE,
    ...(type && { type }),
    ...(property && { propertyId: property }),
    ...(status && { status }),
  };
}

export function isFiltered(search: TransactionsSearch): boolean {
  return Object.keys(search).length > 0;
}

/** How many filters leave something out: the period does too where the address does not name it, unless it is all time. */
export function activeFilters({ range = DEFAULT_RANGE, ...others }: TransactionsSearch): number {
  return Object.keys(others).length + (range === 'all' ? 0 : 1);
}
