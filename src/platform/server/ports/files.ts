/** Where files of people are kept, by keys that are never used again. Never called inside a transaction. */
export interface Files {
  /** Keeps the bytes; doing it again with the same key and bytes changes nothing. */
  put(key: string, bytes: Uint8Array, mediaType: string): Promise<void>;
  /** The bytes, or null when nothing is kept under the key. */
  get(key: string): Promise<Uint8Array | null>;
  /** Forgets what is kept under the key, if anything is. */
  remove(key: string): Promise<void>;
}

/** Keys are ours: slices make them of ids, so that no name that a person chose becomes a path. */
export const FILE_KEY = /^[a-z]{1,20}\/[0-9a-f-]{36}$/;
