import { STATES } from '#kernel/states.ts';

export const stateOptions = STATES.map(([value, label]) => ({ value, label }));

export function stateName(code: string): string {
  return STATES.find(([one]) => one === code)?.[1] ?? code;
}
