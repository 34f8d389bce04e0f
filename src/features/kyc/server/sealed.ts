import type { EncryptedField, Vault } from '#platform/server/security/vault.ts';

/** Where a sealed value of an application is kept. */
export function sealedPlace(column: 'sealed_ssn' | 'sealed_date_of_birth', userId: string): EncryptedField {
  return { table: 'kyc_applications', column, row: userId };
}

/** A keyed hash of an SSN: the same for the same number, whoever entered it. */
export function ssnFingerprint(vault: Vault, ssn: string): Promise<string> {
  return vault.fingerprint(ssn, 'kyc_applications.ssn');
}
