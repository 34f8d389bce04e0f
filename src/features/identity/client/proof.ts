import { useSyncExternalStore } from 'react';
import { codeOf } from '#platform/browser/errors.ts';

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

function askForProof(): Promise<boolean> {
  return new Promise((resolve) => {
    ask({
      answer(proven) {
        ask(null);
        resolve(proven);
      },
    });
  });
}

/**
 * Does what the server guards by a recent proof of who the person is: when one is missing, asks for it and does the
 * same once more. A request id that `act` sends stays the same, because nothing was done the first time.
 * @throws the refusal when the person did not want to prove it
 */
export async function withProof<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act();
  } catch (error) {
    if (codeOf(error) !== 'CONFIRM_IDENTITY' || !(await askForProof())) throw error;
    return act();
  }
}
