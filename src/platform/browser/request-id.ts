import { useMemo } from 'react';
import { newId } from '#kernel/ids.ts';
import { forget, keep, readKept } from './session-store.ts';

export interface RequestId {
  /** The id to send; the same one until `renew`, so a repeated request has no second effect. */
  current(): string;
  /** Called once the server has confirmed the request: the next one is another intent. */
  renew(): void;
}

/**
 * The id of one confirmed intent, kept across retries, remounts and the detour through sign-in.
 * @param intentKey names what is asked for with every value that matters: "wallet.deposit:50000"
 */
export function requestIdOf(intentKey: string): RequestId {
  const key = `request.${intentKey}`;
  return {
    current() {
      const kept = readKept(key);
      if (typeof kept === 'string') return kept;
      const id = newId();
      keep(key, id);
      return id;
    },
    renew() {
      forget(key);
    },
  };
}

export function useRequestId(intentKey: string): RequestId {
  return useMemo(() => requestIdOf(intentKey), [intentKey]);
}
