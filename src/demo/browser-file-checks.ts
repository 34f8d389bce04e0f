import { isOfficeFile, judgeOffice } from '#platform/server/adapters/office-scan.ts';
import type { CleanFile, FileChecks, FileProblem } from '#platform/server/ports/file-checks.ts';

const maxPixels = 60_000_000;
const maxEdgePixels = 4_000;
const quality = 0.88;
/** Where a PDF says that it ends. */
const tailBytes = 1_024;

const begins = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte);
const isImage = (bytes: Uint8Array) =>
  begins(bytes, [0xff, 0xd8, 0xff]) ||
  begins(bytes, [0x89, 0x50, 0x4e, 0x47]) ||
  (begins(bytes, [0x52, 0x49, 0x46, 0x46]) && begins(bytes.subarray(8), [0x57, 0x45, 0x42, 0x50]));

/**
 * What a browser can check of a file: images are drawn again, office files are judged as on the server, and of PDFs only
 * the frame is looked at. Nobody else ever gets these files.
 */
export function browserFileChecks(): FileChecks {
  return {
    async clean(bytes, { office = false } = {}) {
      if (isImage(bytes)) return drawnAgain(bytes);
      if (begins(bytes, [0x25, 0x50, 0x44, 0x46, 0x2d])) {
        const tail = new TextDecoder('latin1').decode(bytes.subarray(-tailBytes));
        return tail.includes('%%EOF') ? { bytes, mediaType: 'application/pdf' } : 'damaged';
      }
      if (!office || !isOfficeFile(bytes)) return 'type';
      const { problem, mediaType } = await judgeOffice(bytes);
      return problem ?? (mediaType === null ? 'type' : { bytes, mediaType });
    },
  };
}

async function drawnAgain(bytes: Uint8Array): Promise<CleanFile | FileProblem> {
  try {
    const image = await createImageBitmap(new Blob([bytes.slice()]));
    const { width, height } = image;
    if (width * height > maxPixels) return 'dimensions';
    const scale = Math.min(1, maxEdgePixels / Math.max(width, height));
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
    const drawn = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    return { bytes: new Uint8Array(await drawn.arrayBuffer()), mediaType: 'image/jpeg' };
  } catch {
    return 'damaged';
  }
}
