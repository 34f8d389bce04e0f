import { readPropertyId } from '#kernel/property-id.ts';
import { slugOf } from '#kernel/slug.ts';

/** The id and name of a property in the address of its public page: "3-downtown-lofts". */
export function offeringSlug({ id, name }: { id: number; name: string }): string {
  return [id, slugOf(name)].filter(Boolean).join('-');
}

/** The public page of an approved property. */
export const offeringPath = (property: { id: number; name: string }) => `/offering/${offeringSlug(property)}`;

/** The property that such an address names by its id; the name in it is ignored. Null when it names none. */
export function offeringIdOf(slug: string): number | null {
  const [, digits] = /^([1-9]\d*)(?:-.*)?$/.exec(slug) ?? [];
  return readPropertyId(digits) ?? null;
}
