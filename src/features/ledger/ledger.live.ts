import type { QueryPath } from '#platform/browser/trpc.ts';

/** Queries that show a person's cash. */
export const cashQueries = [
  'wallet',
  'portfolio',
  'reports',
  'tax.figures',
  'transactions',
  'identity.me',
  'distributions',
] as const satisfies QueryPath[];

/** Queries that show a person's cash and shares, or what is left of the limits. */
export const assetQueries = [
  ...cashQueries,
  'lots',
  'resale',
  'investing',
  'documentCenter',
] as const satisfies QueryPath[];
