import { HOUR } from '#kernel/time.ts';
import type { Person } from '../support/actors.ts';
import { type Model, part } from './model.ts';

/** Since when people of this world are admins, by their ids. */
export const adminsSinceIn = part<Map<string, number>>(() => new Map());

const MIN_AGE_MS = 24 * HOUR;

/** Whether someone has had the role for less than a day. */
export function isNewAdmin(model: Model, person: Person, moment: number): boolean {
  const since = adminsSinceIn(model).get(person.id);
  return since !== undefined && moment - since < MIN_AGE_MS;
}

function asAdmin(person: Person): Person {
  const actor = { ...person.actor, role: 'admin' as const };
  return { ...person, actor, caller: { ...person.caller, actor } };
}

/** People who can decide on requests: the two admins, and people with the role, who use it for nothing else. */
export function decidersIn(model: Model): Person[] {
  const granted = model.people.filter(({ id }) => adminsSinceIn(model).has(id));
  return [model.admin, model.second, ...granted.map(asAdmin)];
}
