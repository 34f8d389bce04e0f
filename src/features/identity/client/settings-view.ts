import type { SettingsSearch, SettingsView } from './settings-search.ts';

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

/** What an address shows: the part it names, or the one with its section or the problem's. */
export function viewOf({ view, problem }: SettingsSearch, section: string): SettingsView {
  return view ?? viewOfSection[section] ?? (problem && section === '' ? 'security' : 'profile');
}
