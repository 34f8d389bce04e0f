import type { Person } from '../support/actors.ts';

/** A person who has ever confirmed their identity has done so just now. */
export function provenAt(by: Person, now: Date): Person {
  const { actor } = by.caller;
  if (actor.kind !== 'user' || actor.authenticatedAt === undefined) return by;
  return { ...by, caller: { ...by.caller, actor: { ...actor, authenticatedAt: now } } };
}
