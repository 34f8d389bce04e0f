import { Street } from '#features/properties/client/facade.tsx';

const street = [
  { propertyId: 3, propertyType: 'residential', subtype: 'craftsman' },
  { propertyId: 8, propertyType: 'residential', subtype: 'brownstone' },
  { propertyId: 2, propertyType: 'commercial', subtype: 'shop' },
  { propertyId: 11, propertyType: 'residential', subtype: 'villa' },
  { propertyId: 6, propertyType: 'commercial', subtype: 'office', stories: 15 },
  { propertyId: 14, propertyType: 'residential', subtype: 'townhouse' },
  { propertyId: 9, propertyType: 'industrial', subtype: 'manufacturing' },
] as const;

export function HeroStreet() {
  return <Street properties={street} className="block size-full" />;
}
