import { and, eq } from 'drizzle-orm';
import { propertyImages } from '#db/schema/property-images.ts';
import { fileContent } from '#features/files/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { type Actor, visitor } from '#platform/server/security/caller.ts';
import { type PropertyCard, type PropertyStatus, propertyErrors } from '../properties.contract.ts';
import { PROPERTY_IMAGES_PATH } from '../simple-form.contract.ts';
import { visibleProperty } from './property.queries.ts';

/**
 * A property's picture for a person who may see the property, and whether everyone may.
 * @throws IMAGE_NOT_FOUND, and the same for a picture of a property that the caller may not see
 */
export async function propertyImage(platform: Platform, actor: Actor, fileId: string) {
  const status = await statusOfImage(platform.db, actor, fileId);
  if (status === null) throw new DomainError(propertyErrors.IMAGE_NOT_FOUND);
  return { ...(await fileContent(platform, fileId)), isPublic: status === 'approved' };
}

/** Reads the photo of a property on the market from our copy; null without one. The caller decides when to read it. */
export async function publicPhoto(
  platform: Platform,
  { imageUrl }: Pick<PropertyCard, 'imageUrl'>,
): Promise<(() => Promise<Uint8Array>) | null> {
  if (!imageUrl?.startsWith(PROPERTY_IMAGES_PATH)) return null;
  const fileId = imageUrl.slice(PROPERTY_IMAGES_PATH.length);
  if ((await statusOfImage(platform.db, visitor, fileId)) !== 'approved') return null;
  return async () => (await fileContent(platform, fileId)).bytes;
}

/** Status of the first property with this picture that somebody may see; null when there is none. */
async function statusOfImage(db: Queryable, actor: Actor, fileId: string): Promise<PropertyStatus | null> {
  const shownBy = await db
    .select({ id: propertyImages.propertyId })
    .from(propertyImages)
    .where(and(eq(propertyImages.fileId, fileId), eq(propertyImages.status, 'stored')));
  for (const { id } of shownBy) {
    const status = await statusIfVisible(db, actor, id);
    if (status !== null) return status;
  }
  return null;
}

async function statusIfVisible(db: Queryable, actor: Actor, id: number): Promise<PropertyStatus | null> {
  try {
    return (await visibleProperty(db, actor, id)).property.status;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
