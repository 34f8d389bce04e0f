import { parseProblem, type SignInProblem } from './sign-in-problems.ts';

/** The parts of the settings, each with its own address; the profile comes first. */
export type SettingsView = 'profile' | 'security' | 'tokens' | 'data';

export interface SettingsSearch {
  view?: Exclude<SettingsView, 'profile'>;
  /** Why connecting or confirming at the provider failed. */
  problem?: SignInProblem;
}

export function parseSettingsSearch({ view, problem: value }: Record<string, unknown>): SettingsSearch {
  const problem = parseProblem(value);
  return {
    ...(view === 'security' || view === 'tokens' || view === 'data' ? { view } : {}),
    ...(problem ? { problem } : {}),
  };
}
