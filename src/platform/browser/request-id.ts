import { newId } from '#kernel/ids.ts';
import { readStored, removeStored, store } from './session-store.ts';

interface RequestId {
  /** The id to send; the same one until `renew`, so a repeated request has no second effect. */
  current(): string;
  /** Called once the server has confirmed the request: the next one is another intent. */
  renew(): void;
}

/**
 * The id of one confirmed intent, the same across retries, remounts and the detour through sign-in.
 * @param intentKey names the command with every value that matters: "wallet.deposit:50000"
 */
export function requestIdOf(intentKey: string): RequestId {
  const key = `request.${intentKey}`;
  return {
    current() {
      const stored = readStored(key);
      if (typeof stored === 'string') return stored;
      const id = newId();
      store(key, id);
      return id;
    },
    renew() {
      removeStored(key);
    },
  };
}
