import { notFound, redirect } from '@tanstack/react-router';
import { offeringFacts } from '#features/marketplace/client/offering-facts.ts';
import { loadOffering } from '#features/marketplace/client/offering-queries.ts';
import { offeringIdOf, offeringSlug } from '#features/properties/offering-address.rules.ts';
import { isNotFound } from '#platform/browser/errors.ts';

/** Loads an offering's public page, which only approved properties have, under one address. */
export async function loadOfferingPage(asked: string) {
  const id = offeringIdOf(asked);
  if (id === null) throw notFound();
  const property = await loadOffering(id).catch((error: unknown) => {
    if (isNotFound(error)) throw notFound();
    // Any other failure is shown by the screen, which can try again.
    return null;
  });
  if (property === null) return { id, head: null };
  if (property.status !== 'approved') throw notFound();
  const slug = offeringSlug(property);
  if (slug !== asked) throw redirect({ to: '/offering/$slug', params: { slug }, replace: true });
  return { id, head: offeringFacts(property) };
}
