import { slugOf } from '#kernel/slug.ts';

const MAX_ID = 2_147_483_647;

/** The id and name of a property as they stand in the address of its public page: "3-downtown-lofts". */
export function offeringSlug({ id, name }: { id: number; name: string }): string {
  return [id, slugOf(name)].filter(Boolean).join('-');
}

/** The public page of an approved property. */
export const offeringPath = (property: { id: number; name: string }) => `/offering/${offeringSlug(property)}`;

/** The property that such an address names, whatever the name in it says; null when it names none. */
export function offeringIdOf(slug: string): number | null {
  const [, digits] = /^([1-9]\d{0,9})(?:-.*)?$/.exec(slug) ?? [];
  const id = Number(digits ?? 0);
  return id >= 1 && id <= MAX_ID ? id : null;
}
