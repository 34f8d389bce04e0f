import type { Files } from '../../ports/files.ts';
import type { Vault } from '../../security/vault.ts';

/**
 * Files that are encrypted before they are stored, each bound to its key in the store: an exchanged file cannot be read.
 * Where they lie nothing tells of what kind they are.
 */
export function encryptedFiles(files: Files, vault: Vault): Files {
  return {
    put: async (key, bytes) =>
      files.put(key, await vault.encryptFile(bytes, key), 'application/octet-stream'),
    async get(key) {
      const stored = await files.get(key);
      return stored && vault.decryptFile(stored, key);
    },
    remove: (key) => files.remove(key),
  };
}
