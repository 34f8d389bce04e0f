import type { QueryPath } from '#platform/browser/trpc.ts';

/** Where a person's cash shows. */
export const cashQueries = [
  'wallet',
  'portfolio',
  'reports',
  'transactions',
  'identity.me',
] as const satisfies QueryPath[];

/** Where a person's cash and shares show. */
export const assetQueries = [...cashQueries, 'lots', 'resale.sellable'] as const satisfies QueryPath[];
