import sharp from 'sharp';
import {
  type AcceptedFormats,
  type CleanFile,
  type FileChecks,
  type FileProblem,
  MAX_EDGE_PIXELS,
  MAX_PIXELS,
  type SourceType,
} from '../../ports/file-checks.ts';
import { boundedQueue, QueueFullError } from '../bounded-queue.ts';
import { fileScanner, type ScanRequest } from './file-scanner.ts';
import { isOfficeFile } from './office-scan.ts';

const JPEG_QUALITY_PERCENT = 88;
const MAX_SECONDS = 20;
const MAX_IMAGES_RUNNING = 2;
const MAX_IMAGES_WAITING = 32;

/** Magic numbers of JPEG, PNG, WebP and PDF in hexadecimal. */
const MARKS = [
  ['image/jpeg', /^ffd8ff/],
  ['image/png', /^89504e470d0a1a0a/],
  ['image/webp', /^52494646.{8}57454250565038/],
  ['application/pdf', /^255044462d/],
] as const;

/** Checks files by their content. At most two images are re-encoded at a time, because each needs much memory. */
export function fileChecks(scan = fileScanner()): FileChecks {
  sharp.cache(false);
  const queueImage = boundedQueue({ maxRunning: MAX_IMAGES_RUNNING, maxWaiting: MAX_IMAGES_WAITING });
  async function scanned(request: ScanRequest, sender: string): Promise<CleanFile | FileProblem> {
    const { problem, mediaType } = await scan(request, sender);
    if (problem) return problem;
    return mediaType === null ? 'type' : { bytes: request.bytes, mediaType, sourceType: mediaType };
  }
  async function clean(
    bytes: Uint8Array,
    sender: string,
    { office = false }: AcceptedFormats = {},
  ): Promise<CleanFile | FileProblem> {
    const head = Buffer.from(bytes.subarray(0, 16)).toString('hex');
    const type = MARKS.find(([, mark]) => mark.test(head))?.[0];
    if (type === 'application/pdf') return scanned({ kind: 'pdf', bytes }, sender);
    if (type) return queueImage(() => reencoded(bytes, type), sender);
    return office && isOfficeFile(bytes) ? scanned({ kind: 'office', bytes }, sender) : 'type';
  }
  return {
    clean: (bytes, sender, accept) =>
      clean(bytes, sender, accept).catch((error: unknown) => {
        if (error instanceof QueueFullError) return 'busy';
        throw error;
      }),
  };
}

/** The first image of the file, upright, as a JPEG without metadata. */
async function reencoded(bytes: Uint8Array, sourceType: SourceType): Promise<CleanFile | FileProblem> {
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true });
    const { width, height } = await image.metadata();
    if (width * height > MAX_PIXELS) return 'dimensions';
    const drawn = await image
      .autoOrient()
      .resize({ width: MAX_EDGE_PIXELS, height: MAX_EDGE_PIXELS, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: JPEG_QUALITY_PERCENT, chromaSubsampling: '4:4:4' })
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer();
    return { bytes: drawn, mediaType: 'image/jpeg', sourceType };
  } catch (error) {
    return /pixel limit/i.test((error as Error).message) ? 'dimensions' : 'damaged';
  }
}
