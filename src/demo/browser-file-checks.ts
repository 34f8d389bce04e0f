import { isOfficeFile, judgeOffice } from '#platform/server/adapters/file-checks/office-scan.ts';
import {
  type CleanFile,
  type FileChecks,
  type FileProblem,
  MAX_EDGE_PIXELS,
  MAX_PIXELS,
  type SourceType,
} from '#platform/server/ports/file-checks.ts';

const JPEG_QUALITY_FRACTION = 0.88;
/** Bytes at the end of a PDF with its end marker. */
const TAIL_BYTES = 1_024;

const begins = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte);
function imageType(bytes: Uint8Array): SourceType | null {
  if (begins(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (begins(bytes, [0x89, 0x50, 0x4e, 0x47])) return 'image/png';
  const isWebP =
    begins(bytes, [0x52, 0x49, 0x46, 0x46]) && begins(bytes.subarray(8), [0x57, 0x45, 0x42, 0x50]);
  return isWebP ? 'image/webp' : null;
}

/**
 * File checks in a browser: images are drawn again, office files are judged as on the server, and of PDFs only
 * the frame is looked at. Nobody else ever gets these files.
 */
export function browserFileChecks(): FileChecks {
  return {
    async clean(bytes, _sender, { office = false } = {}) {
      const image = imageType(bytes);
      if (image) return drawnAgain(bytes, image);
      if (begins(bytes, [0x25, 0x50, 0x44, 0x46, 0x2d])) {
        const tail = new TextDecoder('latin1').decode(bytes.subarray(-TAIL_BYTES));
        const type = 'application/pdf';
        return tail.includes('%%EOF') ? { bytes, mediaType: type, sourceType: type } : 'damaged';
      }
      if (!office || !isOfficeFile(bytes)) return 'type';
      const { problem, mediaType } = await judgeOffice(bytes);
      if (problem) return problem;
      return mediaType === null ? 'type' : { bytes, mediaType, sourceType: mediaType };
    },
  };
}

async function drawnAgain(bytes: Uint8Array, sourceType: SourceType): Promise<CleanFile | FileProblem> {
  try {
    const image = await createImageBitmap(new Blob([bytes.slice()]));
    const { width, height } = image;
    if (width * height > MAX_PIXELS) return 'dimensions';
    const scale = Math.min(1, MAX_EDGE_PIXELS / Math.max(width, height));
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round(width * scale)),
      Math.max(1, Math.round(height * scale)),
    );
    const drawing = canvas.getContext('2d');
    if (!drawing) return 'damaged';
    drawing.fillStyle = '#ffffff';
    drawing.fillRect(0, 0, canvas.width, canvas.height);
    drawing.drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    const drawn = await canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY_FRACTION });
    return { bytes: new Uint8Array(await drawn.arrayBuffer()), mediaType: 'image/jpeg', sourceType };
  } catch {
    return 'damaged';
  }
}
