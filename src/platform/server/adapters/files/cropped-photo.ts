import sharp from 'sharp';

const JPEG_QUALITY_PERCENT = 80;

/** The middle of a photo as a JPEG of this size. */
export async function croppedPhoto(
  photo: Uint8Array,
  { width, height }: { width: number; height: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const picture = await sharp(photo, { failOn: 'error' })
    .resize({ width, height, fit: 'cover' })
    .jpeg({ quality: JPEG_QUALITY_PERCENT })
    .toBuffer();
  return new Uint8Array(picture);
}
