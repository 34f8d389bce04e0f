import { present } from '#kernel/assert.ts';
import type { Files } from '../../ports/files.ts';
import { personKeyId, personVault } from '../../security/person-keys.ts';
import { fileKeyNameOf, type Vault } from '../../security/vault.ts';

/**
 * Files that are encrypted before they are stored, each bound to its key in the store: an exchanged file cannot be read.
 * The stored name does not reveal the file type. One that belongs to a person's key is gone with that key.
 */
export function encryptedFiles(files: Files, vault: Vault): Files {
  const encrypted: Files = {
    async put(key, bytes, _, personKey) {
      const own = personKey === undefined ? vault : await personVault(encrypted, personKey);
      const content = await present(own, "a person's key").encryptFile(bytes, key);
      await files.put(key, content, 'application/octet-stream');
    },
    async get(key) {
      const stored = await files.get(key);
      if (!stored) return null;
      const personKey = personKeyId(fileKeyNameOf(stored));
      const own = personKey === null ? vault : await personVault(encrypted, personKey);
      return own === null ? null : own.decryptFile(stored, key);
    },
    remove: (key) => files.remove(key),
  };
  return encrypted;
}
