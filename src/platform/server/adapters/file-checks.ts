import sharp from 'sharp';
import type { CleanFile, FileChecks, FileProblem } from '../ports/file-checks.ts';
import { boundedQueue, QueueFullError } from './bounded-queue.ts';
import { pdfScanner } from './pdf-scanner.ts';

const MAX_PIXELS = 60_000_000;
/** A4 at 300 dots per inch is 2480 × 3508. */
const LONGEST_EDGE = 4_000;
const QUALITY = 88;
const SECONDS = 20;
const maxImagesRunning = 2;
const maxImagesWaiting = 10;

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
  const drawInTurn = boundedQueue({ maxRunning: maxImagesRunning, maxWaiting: maxImagesWaiting });
  const problemOfPdf = pdfScanner();
  async function clean(bytes: Uint8Array): Promise<CleanFile | FileProblem> {
    const head = Buffer.from(bytes.subarray(0, 16)).toString('hex');
    const kind = MARKS.find(([, mark]) => mark.test(head))?.[0];
    if (kind === 'image') return drawInTurn(() => redrawn(bytes));
    if (kind !== 'pdf') return 'type';
    return (await problemOfPdf(bytes)) ?? { bytes, mediaType: 'application/pdf', extension: 'pdf' };
  }
  return {
    clean: (bytes) =>
      clean(bytes).catch((error: unknown) => {
        if (error instanceof QueueFullError) return 'busy';
        throw error;
      }),
  };
}

/** The first picture of the file, upright, as a JPEG without anything else that was in it. */
async function redrawn(bytes: Uint8Array): Promise<CleanFile | FileProblem> {
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true });
    const { width, height } = await image.metadata();
    if (width * height > MAX_PIXELS) return 'dimensions';
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
