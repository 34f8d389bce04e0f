import { useSyncExternalStore } from 'react';

interface PendingReauthentication {
  answer: (confirmed: boolean) => void;
}

let pending: PendingReauthentication | null = null;
const listeners = new Set<() => void>();

function setPending(next: PendingReauthentication | null): void {
  pending = next;
  for (const listener of listeners) listener();
}

/** The mutations that wait for a proof of identity, for the layer that shows the dialog. */
export function usePendingReauthentication(): PendingReauthentication | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => pending,
  );
}

let answerPromise: Promise<boolean> | null = null;

/** Shows the dialog that asks who the person is; all who ask meanwhile get the same answer. */
export function requestReauthentication(): Promise<boolean> {
  answerPromise ??= new Promise<boolean>((resolve) => {
    setPending({
      answer(confirmed) {
        answerPromise = null;
        setPending(null);
        resolve(confirmed);
      },
    });
  });
  return answerPromise;
}
