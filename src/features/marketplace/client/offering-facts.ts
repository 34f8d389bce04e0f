import { offeringPath } from '#features/properties/client/index.ts';
import type { PropertyDetail } from '#features/properties/properties.contract.ts';
import { formatBps, formatUsd, toDecimal } from '#kernel/money.ts';
import { PRODUCT_NAME } from '#kernel/product.ts';

type OfferedProperty = Pick<
  PropertyDetail,
  | 'id' | 'name' | 'imageUrl' | 'location' | 'pricePerShareCents' | 'annualYieldBps' | 'availableShares' | 'propertyType'
>; // biome-ignore format: a list of names

/** The picture that previews show: a photo where there is one, else the drawing. */
const pictureOf = ({ id, name, imageUrl }: Pick<OfferedProperty, 'id' | 'name' | 'imageUrl'>) =>
  imageUrl === null
    ? { path: `/previews/offering-${id}.png`, alt: `Drawing of ${name}` }
    : { path: `/previews/offering-${id}.jpg`, alt: `Picture of ${name}` };

/** Facts of an offering for search engines and previews. */
export function offeringFacts(property: OfferedProperty) {
  const { name, location, pricePerShareCents, availableShares } = property;
  const path = offeringPath(property);
  const rate = formatBps(property.annualYieldBps);
  const description = `${name} in ${location}: shares at ${formatUsd(pricePerShareCents)}, expected annual yield ${rate}, valuation, documents and every distribution paid.`;
  return {
    title: `${name}, ${location}`,
    description,
    canonical: path,
    picture: pictureOf(property),
    facts: {
      '@context': 'https://schema.org',
      '@type': 'FinancialProduct',
      name,
      description,
      category: `${property.propertyType} real estate`,
      areaServed: 'US',
      provider: { '@type': 'Organization', name: PRODUCT_NAME },
      offers: {
        '@type': 'Offer',
        price: toDecimal(pricePerShareCents),
        priceCurrency: 'USD',
        availability: `https://schema.org/${availableShares > 0 ? 'InStock' : 'SoldOut'}`,
      },
    },
  };
}
