import { useState } from 'react';
import { joinClasses } from '#ui/classes.ts';
import type { PropertyCard } from '../properties.contract.ts';
import type { FacadeFormat } from './facade.rules.ts';
import { Facade } from './facade.tsx';

type PicturedProperty = Pick<PropertyCard, 'name' | 'propertyType' | 'imageUrl'> & {
  id: number;
  subtype?: string | null;
  stories?: number | null;
  units?: number | null;
};

interface PropertyPictureProps {
  property: PicturedProperty;
  format?: FacadeFormat;
  /** Set where the picture is not beside the property's name; otherwise screen readers skip it. */
  described?: boolean;
  className?: string;
}

/** The uploaded picture, or the drawn facade where there is none or it cannot be loaded; the box never changes size. */
export function PropertyPicture({
  property,
  format = 'card',
  described = false,
  className,
}: PropertyPictureProps) {
  const { imageUrl } = property;
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <div className={joinClasses('relative overflow-hidden bg-quiet-soft', className)}>
      {imageUrl && imageUrl !== broken ? (
        <img
          src={imageUrl}
          alt={described ? `Picture of ${property.name}` : ''}
          loading={format === 'hero' ? 'eager' : 'lazy'}
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setBroken(imageUrl)}
          className="absolute inset-0 size-full object-cover"
        />
      ) : (
        <Facade
          propertyId={property.id}
          propertyType={property.propertyType}
          subtype={property.subtype ?? null}
          stories={property.stories}
          units={property.units}
          format={format}
          className="absolute inset-0 size-full"
          {...(described ? { title: `Drawing of ${property.name}` } : {})}
        />
      )}
    </div>
  );
}
