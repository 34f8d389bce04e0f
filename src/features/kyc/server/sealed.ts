import type { SealedPlace } from '#platform/server/vault.ts';

/** Where a sealed value of an application is kept. */
export function sealedPlace(column: 'sealed_ssn' | 'sealed_date_of_birth', userId: string): SealedPlace {
  return { table: 'kyc_applications', column, row: userId };
}
