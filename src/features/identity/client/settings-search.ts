import { type ProviderProblem, parseProblem } from './provider-problems.ts';

/** The search of the settings: why a visit to the provider came to nothing, if it did. */
export function parseSettingsSearch(search: Record<string, unknown>): { problem?: ProviderProblem } {
  const problem = parseProblem(search.problem);
  return problem ? { problem } : {};
}
