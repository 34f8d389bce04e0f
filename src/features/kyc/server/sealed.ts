import type { EncryptedField, Vault } from '#platform/server/security/vault.ts';

/** The field that an encrypted value of an application belongs to, which its ciphertext is bound to. */
export function sealedPlace(column: 'sealed_ssn' | 'sealed_date_of_birth', userId: string): EncryptedField {
  return { table: 'kyc_applications', column, row: userId };
}

/** A keyed hash of an SSN: the same for the same number, in every account. */
export function ssnFingerprint(vault: Vault, ssn: string): Promise<string> {
  return vault.fingerprint(ssn, 'kyc_applications.ssn');
}
