import { useSyncExternalStore } from 'react';

interface Asked {
  answer: (proven: boolean) => void;
}

let asked: Asked | null = null;
const listeners = new Set<() => void>();

function ask(next: Asked | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** What waits for a proof now, for the layer that shows the dialog. */
export function useAskedProof(): Asked | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
  );
}

let asking: Promise<boolean> | null = null;

/** Shows the dialog that asks who the person is; whoever asks meanwhile gets the same answer. */
export function askForProof(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    ask({
      answer(proven) {
        asking = null;
        ask(null);
        resolve(proven);
      },
    });
  });
  return asking;
}
