import { and, count, eq } from 'drizzle-orm';
import { z } from 'zod';
import { properties } from '#db/schema/properties.ts';
import { propertyImages } from '#db/schema/property-images.ts';
import { claimFile, discardFile } from '#features/files/server/index.ts';
import { propertyId } from '#kernel/schemas.ts';
import { defineCommand, type Run } from '#platform/server/commands/run-command.ts';
import { IMAGE_STORED } from '../properties.events.ts';
import { PROPERTY_IMAGES_PATH } from '../simple-form.contract.ts';
import { isLatePicture } from './picture-source.ts';
import { showImage } from './shown-image.ts';

/**
 * Shows the copy of the picture that was fetched, unless another address was given meanwhile. Of an approved property only
 * a photo that was uploaded, and so reviewed, is taken: nobody has seen what was downloaded after the approval.
 */
export const storeImage = defineCommand({
  name: 'properties.storeImage',
  input: z.strictObject({ id: propertyId, sourceUrl: z.string(), fileId: z.uuid() }),
  access: 'signedIn',
  whileFrozen: true,
  async run(run, { id, sourceUrl, fileId }) {
    const { tx, actor, now, emit } = run;
    const [owned] = await tx
      .select({ status: properties.status })
      .from(properties)
      .where(and(eq(properties.id, id), eq(properties.ownerId, actor.userId)))
      .for('no key update');
    if (!owned) return { stored: false, isLate: false };
    const ofProperty = eq(propertyImages.propertyId, id);
    const [image] = await tx.select().from(propertyImages).where(ofProperty).for('no key update');
    if (image?.status !== 'pending' || image.sourceUrl !== sourceUrl) return { stored: false, isLate: false };
    if (isLatePicture(owned.status, sourceUrl)) return { stored: false, isLate: true };
    await claimFile(run, fileId);
    await tx.update(propertyImages).set({ status: 'stored', fileId }).where(ofProperty);
    await showImage(tx, id, `${PROPERTY_IMAGES_PATH}${fileId}`);
    await tx.update(properties).set({ updatedAt: now }).where(eq(properties.id, id));
    if (image.fileId) await discardUnused(run, image.fileId);
    emit(IMAGE_STORED, { userId: actor.userId, payload: { propertyId: id } });
    return { stored: true, isLate: false };
  },
  audit: ({ id, fileId }, { stored }) => ({ subject: `property:${id}`, details: { fileId, stored } }),
});

/** Releases the copy that was shown before, unless another property shows it. */
export async function discardUnused(run: Pick<Run, 'tx' | 'emit'>, fileId: string): Promise<void> {
  const [used] = await run.tx
    .select({ times: count() })
    .from(propertyImages)
    .where(eq(propertyImages.fileId, fileId));
  if (used?.times === 0) await discardFile(run, fileId);
}
