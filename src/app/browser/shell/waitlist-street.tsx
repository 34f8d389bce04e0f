import { Street } from '#features/properties/client/facade.tsx';

const drawn = [
  { propertyId: 17, propertyType: 'residential', subtype: 'townhouse' },
  { propertyId: 4, propertyType: 'residential', subtype: 'craftsman' },
  { propertyId: 22, propertyType: 'commercial', subtype: 'shop' },
  { propertyId: 10, propertyType: 'residential', subtype: 'brownstone' },
  { propertyId: 15, propertyType: 'residential', subtype: 'villa' },
] as const;

export function WaitlistStreet() {
  return <Street properties={drawn} className="block size-full" />;
}
