import type { OnboardingDraft, OnboardingStep } from '../onboarding.contract.ts';
import { stepOf } from '../onboarding.rules.ts';

/**
 * This browser's copy of a person's onboarding: the draft while the wizard
 * runs, and traces of how it ended. The server's record counts where both say something.
 */
export interface LocalOnboarding {
  step: OnboardingStep | 'skipped' | null;
  completed: boolean;
  status: 'in progress' | 'incomplete' | null;
  /** Answers so far, not checked yet. */
  draft: unknown;
  /** The answers as they were completed, not checked. */
  answers: unknown;
}

type Kind = 'step' | 'completed' | 'status' | 'draft' | 'answers';
const KINDS: readonly Kind[] = ['step', 'completed', 'status', 'draft', 'answers'];

const memory = new Map<string, string>();
const listeners = new Set<() => void>();

const keyOf = (kind: Kind, userId: string) => `commonhold.onboarding.${kind}.${userId}`;

function read(kind: Kind, userId: string): string | null {
  const key = keyOf(kind, userId);
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

function write(userId: string, values: { [Key in Kind]?: string | null }): void {
  for (const [kind, value] of Object.entries(values) as [Kind, string | null][]) {
    const key = keyOf(kind, userId);
    if (value === null) memory.delete(key);
    else memory.set(key, value);
    try {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    } catch {
      // A full or forbidden storage only loses the reload; memory still holds the value.
    }
  }
  for (const listener of listeners) listener();
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** Everything stored, as one text that changes exactly when something of it does. */
export function localSnapshot(userId: string): string {
  return JSON.stringify(KINDS.map((kind) => read(kind, userId)));
}

/** Calls back when this tab or another one of this browser changed the stored values. */
export function subscribeToLocal(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

export function readLocal(userId: string): LocalOnboarding {
  const step = read('step', userId);
  const status = read('status', userId);
  return {
    step: step === 'skipped' ? step : stepOf(step),
    completed: read('completed', userId) === 'true',
    status: status === 'in progress' || status === 'incomplete' ? status : null,
    draft: parsed(read('draft', userId)),
    answers: parsed(read('answers', userId)),
  };
}

/** Whether anything of onboarding was ever stored here. */
export function hasTrace({ step, completed, answers }: LocalOnboarding): boolean {
  return step !== null || completed || answers !== null;
}

export function keepProgress(userId: string, step: OnboardingStep, draft: OnboardingDraft): void {
  write(userId, { step: String(step), status: 'in progress', draft: JSON.stringify(draft) });
}

/** Stores that onboarding was skipped; earlier answers stay. */
export function keepSkipped(userId: string): void {
  write(userId, { step: 'skipped', completed: 'false', status: null });
}

/** Stores the answers for the account, and removes the step and its status. */
export function keepCompleted(userId: string, answers: OnboardingDraft): void {
  write(userId, {
    answers: JSON.stringify(answers),
    completed: 'true',
    step: null,
    status: null,
    draft: null,
  });
}

/** The answers are complete and stored; the rest, such as the identity check, is for another day. */
export function keepIncomplete(userId: string): void {
  write(userId, { completed: 'true', step: null, status: 'incomplete', draft: null });
}
