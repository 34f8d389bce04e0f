import { and, eq } from 'drizzle-orm';
import { properties } from '#db/schema/properties.ts';
import { propertyImages } from '#db/schema/property-images.ts';
import { fileErrors, MAX_FILE_BYTES, MAX_FILE_TEXT } from '#features/files/files.contract.ts';
import { fileContent, storeCleanFile } from '#features/files/server/index.ts';
import { followReview } from '#features/offerings/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { after, MINUTE, SECOND } from '#kernel/time.ts';
import type { CommandContext } from '#platform/server/commands/run-command.ts';
import { type JobHandler, jobFor } from '#platform/server/jobs/jobs.ts';
import type { FileProblem } from '#platform/server/ports/file-checks.ts';
import type { DownloadProblem } from '#platform/server/ports/public-downloads.ts';
import { actorFor } from '#platform/server/security/caller.ts';
import { IMAGE_REQUESTED, STATUS_CHANGED } from '../properties.events.ts';
import { isLatePicture, storedPhotoOf } from './picture-source.ts';
import { refuseImage } from './refuse-image.ts';
import { storeImage } from './store-image.ts';

const FETCH_IMAGE = 'properties.fetchImage';
const FOLLOW_REVIEW = 'properties.followReview';

/** Time for which an address that does not answer is tried again, and the pause between tries. */
const MAX_WAIT_MS = 60 * MINUTE;
const RETRY_MS = 15 * MINUTE;
const BUSY_RETRY_MS = 10 * SECOND;

const late = 'The property was approved before the image arrived, so nobody could review it.';

const notAnImage = 'The address does not lead to a JPEG, PNG or WebP image.';

const problemOfDownload: Record<Exclude<DownloadProblem, 'busy'>, string> = {
  address: 'The address does not lead to a public website over https.',
  unreachable: 'The website did not respond in time.',
  missing: 'The file does not exist, or we are not allowed to download it.',
  tooLarge: `The image is larger than ${MAX_FILE_TEXT}.`,
};

const problemOfFile: Record<Exclude<FileProblem, 'busy'>, string> = {
  type: notAnImage,
  active: notAnImage,
  opaque: notAnImage,
  macros: notAnImage,
  damaged: 'The image is damaged and cannot be read.',
  dimensions: 'The image has more than 60 million pixels.',
};

/** The content of a photo that the owner uploaded; missing when it is gone or not to be given out. */
async function photoBytes({ platform }: CommandContext, fileId: string): Promise<Uint8Array | 'missing'> {
  try {
    return (await fileContent(platform, fileId)).bytes;
  } catch (error) {
    if (error instanceof DomainError && error.kind !== 'unavailable') return 'missing';
    throw error;
  }
}

/** Fetches the picture at the address that the owner gave, encodes it again and stores the copy as a file of the owner. */
const fetchImage = jobFor(IMAGE_REQUESTED, async (ctx, { propertyId: id }) => {
  const { db, clock, publicDownloads, fileChecks } = ctx.platform;
  const [image] = await db
    .select({
      sourceUrl: propertyImages.sourceUrl,
      requestedAt: propertyImages.requestedAt,
      ownerId: properties.ownerId,
      status: properties.status,
    })
    .from(propertyImages)
    .innerJoin(properties, eq(properties.id, propertyImages.propertyId))
    .where(and(eq(propertyImages.propertyId, id), eq(propertyImages.status, 'pending')));
  if (!image) return;
  const { sourceUrl, requestedAt, ownerId, status } = image;
  const refuse = async (problem: string) => void (await refuseImage(ctx, { id, sourceUrl, problem }));
  if (isLatePicture(status, sourceUrl)) return refuse(late);
  const photoId = storedPhotoOf(sourceUrl);
  const bytes = photoId
    ? await photoBytes(ctx, photoId)
    : await publicDownloads.download(sourceUrl, { maxBytes: MAX_FILE_BYTES });
  if (bytes === 'busy') return { runAgainAt: after(clock.now(), BUSY_RETRY_MS) };
  if (bytes === 'unreachable' && clock.now() < after(requestedAt, MAX_WAIT_MS))
    return { runAgainAt: after(clock.now(), RETRY_MS) };
  if (typeof bytes === 'string') return refuse(problemOfDownload[bytes]);
  const clean = await fileChecks.clean(bytes, ownerId);
  if (clean === 'busy') return { runAgainAt: after(clock.now(), MINUTE) };
  if (typeof clean === 'string') return refuse(problemOfFile[clean]);
  if (clean.mediaType !== 'image/jpeg') return refuse(notAnImage);
  const asOwner = { platform: ctx.platform, caller: { actor: actorFor(ownerId) } };
  try {
    const { id: fileId } = await storeCleanFile(asOwner, { purpose: 'property', name: 'picture', clean });
    const { isLate } = await storeImage(asOwner, { id, sourceUrl, fileId });
    if (isLate) return refuse(late);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== fileErrors.TOO_MANY_FILES.code) throw error;
    return refuse(fileErrors.TOO_MANY_FILES.message);
  }
});

const followReviewJob = jobFor(STATUS_CHANGED, followReview);

export const propertyJobs = {
  handlers: {
    [FETCH_IMAGE]: fetchImage,
    [FOLLOW_REVIEW]: followReviewJob,
  } satisfies Record<string, JobHandler>,
};
