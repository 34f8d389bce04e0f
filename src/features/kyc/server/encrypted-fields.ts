import type { Platform } from '#platform/server/runtime/platform.ts';
import { personKeyId, personVault } from '#platform/server/security/person-keys.ts';
import { type EncryptedField, keyNameOf, type Vault } from '#platform/server/security/vault.ts';

/** The field that an encrypted value of an application belongs to, which its ciphertext is bound to. */
export function encryptedFieldOf(
  column: 'sealed_ssn' | 'sealed_date_of_birth',
  userId: string,
): EncryptedField {
  return { table: 'kyc_applications', column, row: userId };
}

/** A keyed hash of an SSN: the same for the same number, in every account. */
export function ssnFingerprint(vault: Vault, ssn: string): Promise<string> {
  return vault.fingerprint(ssn, 'kyc_applications.ssn');
}

/** A sealed value; null when its person's key is gone. */
export async function decryptField(
  { vault, files }: Pick<Platform, 'vault' | 'files'>,
  sealed: string,
  place: EncryptedField,
): Promise<string | null> {
  const personKey = personKeyId(keyNameOf(sealed));
  const own = personKey === null ? vault : await personVault(files, personKey);
  return own === null ? null : own.decrypt(sealed, place);
}
