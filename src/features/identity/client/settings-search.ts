/** The parts of the settings, each with its own address; the profile comes first. */
export type SettingsView = 'profile' | 'security' | 'tokens' | 'data';

export interface SettingsSearch {
  view?: Exclude<SettingsView, 'profile'>;
  /** Why connecting or confirming at the provider failed. */
  problem?: string;
}

export function parseSettingsSearch({ view, problem }: Record<string, unknown>): SettingsSearch {
  return {
    ...(view === 'security' || view === 'tokens' || view === 'data' ? { view } : {}),
    ...(typeof problem === 'string' ? { problem } : {}),
  };
}
