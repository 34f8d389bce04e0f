import { parseProblem, type SignInProblem } from './sign-in-problems.ts';

/** The parts of the settings, each with an address of its own; the profile comes first. */
export type SettingsView = 'profile' | 'security' | 'tokens' | 'data';

export interface SettingsSearch {
  view?: Exclude<SettingsView, 'profile'>;
  /** Why a visit to the provider came to nothing. */
  problem?: SignInProblem;
}

export function parseSettingsSearch({ view, problem: value }: Record<string, unknown>): SettingsSearch {
  const problem = parseProblem(value);
  return {
    ...(view === 'security' || view === 'tokens' || view === 'data' ? { view } : {}),
    ...(problem ? { problem } : {}),
  };
}
