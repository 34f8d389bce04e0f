import { type Model, type Offering, part } from './model.ts';

/** Accounts of one person, known by the same verified tax number. */
export const twinsIn = part<Set<string>>(() => new Set());

export const isSamePerson = (model: Model, one: string, other: string) =>
  one === other || (twinsIn(model).has(one) && twinsIn(model).has(other));

/** Whether someone is the owner of a property, by any of their accounts. */
export const isAffiliate = (model: Model, { owner }: Offering, userId: string) =>
  isSamePerson(model, owner.id, userId);
