/** Stores uploaded files by keys that are never reused. Never called inside a transaction. */
export interface Files {
  /**
   * Stores the bytes; doing it again with the same key and bytes changes nothing.
   * @param personKey the id of the person's key that nobody can read the file without
   */
  put(key: string, bytes: Uint8Array, mediaType: string, personKey?: string): Promise<void>;
  /** The bytes, or null when there is no file with the key. */
  get(key: string): Promise<Uint8Array | null>;
  /** Removes the file with the key, if there is one. */
  remove(key: string): Promise<void>;
}

/** Keys are ours: slices make them of ids, so that no name that a person chose becomes a path. */
export const FILE_KEY = /^[a-z]{1,20}\/[0-9a-f-]{36}$/;
