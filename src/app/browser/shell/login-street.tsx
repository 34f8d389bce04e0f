import { Street } from '#features/properties/client/facade.tsx';

const drawn = [
  { propertyId: 12, propertyType: 'residential', subtype: 'brownstone' },
  { propertyId: 5, propertyType: 'residential', subtype: 'villa' },
  { propertyId: 21, propertyType: 'commercial', subtype: 'shop' },
] as const;

export function LoginStreet() {
  return <Street properties={drawn} className="block size-full" />;
}
