import sharp, { type OverlayOptions } from 'sharp';

const TILE_WIDTH = 400;
const LABEL_HEIGHT = 28;
const GAP = 12;
const COLUMNS = 5;
/** As many as fit into the 16,383 pixels that a picture may be high. */
const ROWS = 3;

interface Picture {
  name: string;
  file: string;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const label = (text: string) =>
  Buffer.from(
    `<svg width="${TILE_WIDTH}" height="${LABEL_HEIGHT}"><text x="2" y="20" font-family="sans-serif" font-size="16" fill="#333">${escaped(text)}</text></svg>`,
  );

/** Lays pictures out beside each other, each whole and with its name, on as many sheets as they need. */
export async function contactSheets(place: string, pictures: readonly Picture[]): Promise<void> {
  for (let sheet = 0; sheet * ROWS * COLUMNS < pictures.length; sheet += 1) {
    const from = sheet * ROWS * COLUMNS;
    await contactSheet(`${place}-${sheet + 1}.webp`, pictures.slice(from, from + ROWS * COLUMNS));
  }
}

async function contactSheet(file: string, pictures: readonly Picture[]): Promise<void> {
  const parts: OverlayOptions[] = [];
  let top = GAP;
  for (let first = 0; first < pictures.length; first += COLUMNS) {
    const row = await Promise.all(pictures.slice(first, first + COLUMNS).map(tileOf));
    for (const [at, { name, data }] of row.entries()) {
      const left = GAP + at * (TILE_WIDTH + GAP);
      parts.push({ input: label(name), left, top }, { input: data, left, top: top + LABEL_HEIGHT });
    }
    top += LABEL_HEIGHT + Math.max(...row.map(({ height }) => height)) + GAP;
  }
  const width = GAP + Math.min(COLUMNS, pictures.length) * (TILE_WIDTH + GAP);
  await sharp({ create: { width, height: top, channels: 3, background: '#ddd' } })
    .composite(parts)
    .webp({ quality: 80 })
    .toFile(file);
}

async function tileOf({ name, file }: Picture) {
  const { data, info } = await sharp(file)
    .resize({ width: TILE_WIDTH })
    .toBuffer({ resolveWithObject: true });
  return { name, data, height: info.height };
}
