import { useSyncExternalStore } from 'react';
import type { Progress } from './messages.ts';

/** Whether everything has to be downloaded first, or is in the browser already. */
export type OpeningKind = 'first' | 'again';

/** Progress of opening the database. */
export interface OpeningState {
  text: string;
  percent: number;
}

const stepTexts: Record<Progress['step'], string> = {
  download: 'Loading the demo',
  start: 'Starting the demo',
  renew: 'Bringing the sample data up to date',
};

/** Range of each step in the progress of the whole opening, in percent. */
const steps: Record<OpeningKind, Record<Progress['step'], { from: number; to: number }>> = {
  first: {
    download: { from: 0, to: 60 },
    start: { from: 60, to: 90 },
    renew: { from: 90, to: 100 },
  },
  again: {
    download: { from: 0, to: 40 },
    start: { from: 40, to: 80 },
    renew: { from: 80, to: 100 },
  },
};

let state: OpeningState | null = null;
const listeners = new Set<() => void>();

function set(next: OpeningState | null): void {
  state = next;
  for (const listener of listeners) listener();
}

export function openingAt(kind: OpeningKind, { step, part }: Progress): OpeningState {
  const { from, to } = steps[kind][step];
  return { text: stepTexts[step], percent: Math.round(from + (to - from) * part) };
}

export const showProgress = (kind: OpeningKind, progress: Progress) => set(openingAt(kind, progress));

export const endOpening = () => set(null);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The opening as it is now; null when the database answers. */
export const useOpening = () => useSyncExternalStore(subscribe, () => state);
