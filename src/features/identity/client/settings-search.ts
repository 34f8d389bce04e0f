import { type ProviderProblem, parseProblem } from './provider-problems.ts';

/** The parts of the settings, each with an address of its own; the profile comes first. */
export type SettingsView = 'profile' | 'security' | 'tokens' | 'data';

export interface SettingsSearch {
  view?: Exclude<SettingsView, 'profile'>;
  /** Why a visit to the provider came to nothing. */
  problem?: ProviderProblem;
}

/** The part in which each section is; links name sections. */
const viewOfSection: Record<string, SettingsView> = {
  password: 'security',
  'second-factor': 'security',
  passkeys: 'security',
  provider: 'security',
  sessions: 'security',
  tokens: 'tokens',
  'your-data': 'data',
};

export function parseSettingsSearch({ view, problem: value }: Record<string, unknown>): SettingsSearch {
  const problem = parseProblem(value);
  return {
    ...(view === 'security' || view === 'tokens' || view === 'data' ? { view } : {}),
    ...(problem ? { problem } : {}),
  };
}

/** What an address shows: the part it names, or the one with its section or the problem's. */
export function viewOf({ view, problem }: SettingsSearch, section: string): SettingsView {
  return view ?? viewOfSection[section] ?? (problem && section === '' ? 'security' : 'profile');
}
