import sharp from 'sharp';

const TILE = { width: 400, height: 1100 };
const LABEL_HEIGHT = 28;
const GAP = 12;
const COLUMNS = 5;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const label = (text: string) =>
  Buffer.from(
    `<svg width="${TILE.width}" height="${LABEL_HEIGHT}"><text x="2" y="20" font-family="sans-serif" font-size="16" fill="#333">${escaped(text)}</text></svg>`,
  );

/** Lays pictures out beside each other, each with its name, in one file. */
export async function contactSheet(
  file: string,
  pictures: readonly { name: string; file: string }[],
): Promise<void> {
  const columns = Math.min(COLUMNS, pictures.length);
  const rows = Math.ceil(pictures.length / columns);
  const cell = { width: TILE.width + GAP, height: TILE.height + LABEL_HEIGHT + GAP };
  const parts = await Promise.all(
    pictures.map(async (picture, at) => {
      const left = GAP + (at % columns) * cell.width;
      const top = GAP + Math.floor(at / columns) * cell.height;
      const tile = await sharp(picture.file)
        .resize({ width: TILE.width })
        .toBuffer({ resolveWithObject: true });
      const height = Math.min(tile.info.height, TILE.height);
      const cut = await sharp(tile.data).extract({ left: 0, top: 0, width: TILE.width, height }).toBuffer();
      return [
        { input: label(picture.name), left, top },
        { input: cut, left, top: top + LABEL_HEIGHT },
      ];
    }),
  );
  await sharp({
    create: {
      width: GAP + columns * cell.width,
      height: GAP + rows * cell.height,
      channels: 3,
      background: '#ddd',
    },
  })
    .composite(parts.flat())
    .webp({ quality: 80 })
    .toFile(file);
}
