import type { QueryPath } from '#platform/browser/trpc.ts';

/** Queries that show a person's cash. */
export const cashQueries = [
  'wallet',
  'portfolio',
  'reports',
  'transactions',
  'identity.me',
] as const satisfies QueryPath[];

/** Queries that show a person's cash and shares. */
export const assetQueries = [...cashQueries, 'lots', 'resale.sellable'] as const satisfies QueryPath[];
