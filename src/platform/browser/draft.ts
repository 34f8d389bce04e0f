import { useCallback, useState } from 'react';
import { readStored, removeStored, store } from './session-store.ts';

export interface Draft<Values extends object> {
  /** The values that were typed before; null when there are none. */
  initial: Partial<Values> | null;
  save(values: Partial<Values>): void;
  clear(): void;
}

/**
 * The values that were typed in a form or a dialog, stored in this tab through an expired session and the sign-in after it.
 * The form clears it on success and when it is dismissed. Never hand it a password.
 */
export function useDraft<Values extends object>(key: string): Draft<Values> {
  const storageKey = `draft.${key}`;
  const [initial] = useState(() => {
    const value = readStored(storageKey);
    return typeof value === 'object' && value !== null ? (value as Partial<Values>) : null;
  });
  const save = useCallback((values: Partial<Values>) => store(storageKey, values), [storageKey]);
  const clear = useCallback(() => removeStored(storageKey), [storageKey]);
  return { initial, save, clear };
}
