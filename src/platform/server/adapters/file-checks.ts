import sharp from 'sharp';
import type { CleanFile, FileChecks, FileProblem } from '../ports/file-checks.ts';
import { problemOfPdf } from './pdf-scan.ts';

const MOST_PIXELS = 60_000_000;
/** A4 at 300 dots per inch is 2480 × 3508. */
const LONGEST_EDGE = 4_000;
const QUALITY = 88;
const MOST_AT_ONCE = 2;
const SECONDS = 20;

/** What files begin with, as hexadecimal text: JPEG, PNG, WebP, PDF. */
const MARKS = [
  ['image', /^ffd8ff/],
  ['image', /^89504e470d0a1a0a/],
  ['image', /^52494646.{8}57454250565038/],
  ['pdf', /^255044462d/],
] as const;

/** Checks by what files contain; at most two images are drawn at a time, because each needs much memory. */
export function fileChecks(): FileChecks {
  sharp.cache(false);
  const inTurn = limitedTo(MOST_AT_ONCE);
  return {
    async clean(bytes) {
      const head = Buffer.from(bytes.subarray(0, 16)).toString('hex');
      const kind = MARKS.find(([, mark]) => mark.test(head))?.[0];
      if (kind === 'image') return inTurn(() => redrawn(bytes));
      if (kind !== 'pdf') return 'type';
      return problemOfPdf(bytes) ?? { bytes, mediaType: 'application/pdf', extension: 'pdf' };
    },
  };
}

/** The first picture of the file, upright, as a JPEG without anything else that was in it. */
async function redrawn(bytes: Uint8Array): Promise<CleanFile | FileProblem> {
  try {
    const image = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true });
    const { width, height } = await image.metadata();
    if (width * height > MOST_PIXELS) return 'dimensions';
    const drawn = await image
      .autoOrient()
      .resize({ width: LONGEST_EDGE, height: LONGEST_EDGE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
      .timeout({ seconds: SECONDS })
      .toBuffer();
    return { bytes: drawn, mediaType: 'image/jpeg', extension: 'jpg' };
  } catch (error) {
    return /pixel limit/i.test((error as Error).message) ? 'dimensions' : 'damaged';
  }
}

function limitedTo(most: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async function run<Value>(work: () => Promise<Value>): Promise<Value> {
    if (running < most) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
