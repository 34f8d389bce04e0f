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

/** The settings view for an address: explicit view, else the section's, else the problem's. */
export function viewOf({ view, problem }: SettingsSearch, section: string): SettingsView {
  return view ?? viewOfSection[section] ?? (problem && section === '' ? 'security' : 'profile');
}
