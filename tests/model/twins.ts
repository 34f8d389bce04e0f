import { type Model, type Offering, part } from './model.ts';

/** Verified tax numbers by the ids of their accounts; accounts of one person have the same. */
export const taxNumbersIn = part<Map<string, string>>(() => new Map());

export function isSamePerson(model: Model, one: string, other: string): boolean {
  const number = taxNumbersIn(model).get(one);
  return one === other || (number !== undefined && number === taxNumbersIn(model).get(other));
}

/** Whether someone is the owner of a property, by any of their accounts. */
export const isAffiliate = (model: Model, { owner }: Offering, userId: string) =>
  isSamePerson(model, owner.id, userId);
