import sharp from 'sharp';

/** An SVG drawing as a PNG of this size; what does not fit is cut off at the top. */
export async function pngOf(
  svg: string,
  { width, height }: { width: number; height: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const picture = await sharp(Buffer.from(svg), { density: 150 })
    .resize({ width, height, fit: 'cover', position: 'bottom' })
    .png({ palette: true })
    .toBuffer();
  return new Uint8Array(picture);
}
