import { queryClient } from '#platform/browser/query-client.ts';
import { trpc } from '#platform/browser/trpc.ts';

const MAX_SHOWN_DISTRIBUTIONS = 8;

/** Data of the public page of an offering; every part is open to visitors. */
export const offeringQueries = {
  property: (id: number) => trpc.properties.detail.queryOptions({ id }),
  value: (propertyId: number) => trpc.valuations.ofProperty.queryOptions({ propertyId }),
  paid: (propertyId: number) => trpc.distributions.paid.queryOptions({ propertyId }),
  paidEverywhere: () => trpc.distributions.paidEverywhere.queryOptions(),
  distributions: (propertyId: number) =>
    trpc.distributions.ofProperty.queryOptions({ propertyId, limit: MAX_SHOWN_DISTRIBUTIONS }),
  documents: (propertyId: number) => trpc.documents.titles.queryOptions({ propertyId }),
};

/** Loads all of it, and returns the property. */
export async function loadOffering(id: number) {
  const property = await queryClient.ensureQueryData(offeringQueries.property(id));
  if (property.status !== 'approved') return property;
  await Promise.all([
    queryClient.ensureQueryData(offeringQueries.value(id)),
    queryClient.ensureQueryData(offeringQueries.paid(id)),
    queryClient.ensureQueryData(offeringQueries.paidEverywhere()),
    queryClient.ensureQueryData(offeringQueries.distributions(id)),
    queryClient.ensureQueryData(offeringQueries.documents(id)),
  ]);
  return property;
}
