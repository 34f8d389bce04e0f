import { and, eq } from 'drizzle-orm';
import { properties } from '#db/schema/properties.ts';
import { propertyImages } from '#db/schema/property-images.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { Actor, UserActor } from '#platform/server/security/caller.ts';
import { propertyErrors } from '../properties.contract.ts';
import { IMAGE_REQUESTED } from '../properties.events.ts';
import { PROPERTY_IMAGES_PATH } from '../simple-form.contract.ts';
import { STORED_FILE } from './picture-source.ts';
import { removeImage, showImage } from './shown-image.ts';
import { discardUnused } from './store-image.ts';

/**
 * Counts a picture that has to be downloaded, so that an account can neither make our servers flood another website nor
 * delay other jobs.
 * @throws RATE_LIMITED
 */
export async function consumePictureQuota(
  { limits }: Platform,
  actor: Actor,
  imageUrl: string | null,
): Promise<void> {
  if (imageUrl === null || imageUrl.startsWith(PROPERTY_IMAGES_PATH)) return;
  await limits.consume('picture', { actor, address: '' });
}

/**
 * Takes the address of a property's picture, in the transaction of the command that got it: a job fetches a copy, and
 * until then the property has none. A copy of ours stays as it is.
 * @throws IMAGE_NOT_FOUND for a copy of another owner's picture
 */
export async function requestImage(
  run: Run<UserActor>,
  propertyId: number,
  imageUrl: string | null,
): Promise<void> {
  const { tx, now, emit } = run;
  if (imageUrl === null) return;
  if (imageUrl.startsWith(PROPERTY_IMAGES_PATH)) return reuseCopy(run, propertyId, imageUrl);
  const request = { sourceUrl: imageUrl, status: 'pending' as const, problem: null, requestedAt: now };
  await tx
    .insert(propertyImages)
    .values({ propertyId, ...request })
    .onConflictDoUpdate({ target: propertyImages.propertyId, set: request });
  emit(IMAGE_REQUESTED, { payload: { propertyId, at: now.toISOString() } });
}

/** Makes the picture of a new property of a photo that its owner uploaded; a job copies it. */
export async function showOwnPhoto(
  { tx, now, emit }: Pick<Run, 'tx' | 'now' | 'emit'>,
  propertyId: number,
  fileId: string,
): Promise<void> {
  await tx.insert(propertyImages).values({
    propertyId,
    sourceUrl: `${STORED_FILE}${fileId}`,
    status: 'pending',
    requestedAt: now,
  });
  emit(IMAGE_REQUESTED, { payload: { propertyId, at: now.toISOString() } });
}

/**
 * Gives a property the picture of its corrected submission. An address that stays the same is fetched again only when
 * that failed; another one, or none, takes the old copy away first.
 * @throws IMAGE_NOT_FOUND for a copy of another owner's picture
 */
export async function replaceImage(
  run: Run<UserActor>,
  property: { id: number; imageUrl: string | null },
  imageUrl: string | null,
): Promise<void> {
  const { tx } = run;
  const ofProperty = eq(propertyImages.propertyId, property.id);
  const [image] = await tx.select().from(propertyImages).where(ofProperty).for('no key update');
  const unchanged = imageUrl === (image?.sourceUrl ?? null) || (imageUrl && imageUrl === property.imageUrl);
  if (unchanged && image?.status !== 'failed') return;
  if (image) {
    await tx.delete(propertyImages).where(ofProperty);
    await removeImage(tx, property.id);
  }
  await requestImage(run, property.id, imageUrl);
  if (image?.fileId) await discardUnused(run, image.fileId);
}

/** Lets a property have a copy that another property of the same owner has, or keep its own. */
async function reuseCopy(
  { tx, actor, now }: Run<UserActor>,
  propertyId: number,
  imageUrl: string,
): Promise<void> {
  const fileId = imageUrl.slice(PROPERTY_IMAGES_PATH.length);
  const [own] = await tx
    .select({ id: properties.id })
    .from(propertyImages)
    .innerJoin(properties, eq(properties.id, propertyImages.propertyId))
    .where(and(eq(propertyImages.fileId, fileId), eq(properties.ownerId, actor.userId)))
    .limit(1);
  if (!own) throw new DomainError(propertyErrors.IMAGE_NOT_FOUND);
  const copy = { sourceUrl: imageUrl, status: 'stored' as const, problem: null, fileId, requestedAt: now };
  await tx
    .insert(propertyImages)
    .values({ propertyId, ...copy })
    .onConflictDoUpdate({ target: propertyImages.propertyId, set: copy });
  await showImage(tx, propertyId, imageUrl);
}
