import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A photograph of this number of pixels, with a place and a comment hidden in it as cameras do. */
export function aPhoto({
  width = 640,
  height = 400,
  format = 'jpeg',
}: {
  width?: number;
  height?: number;
  format?: 'jpeg' | 'png' | 'webp';
} = {}): Promise<Uint8Array> {
  return sharp({ create: { width, height, channels: 3, background: '#7a9a8c' } })
    .withExif({
      IFD0: { Copyright: 'hidden-in-the-photo', ImageDescription: 'hidden-in-the-photo' },
      IFD3: { GPSLatitude: '51/1 30/1 0/1' },
    })
    .toFormat(format)
    .toBuffer();
}

/** A PDF of these objects, numbered from 1; the first is its catalog. */
export function pdfOf(objects: readonly string[], trailer = ''): Uint8Array {
  const parts = ['%PDF-1.7\n'];
  const places: number[] = [];
  for (const [index, object] of objects.entries()) {
    places.push(parts.join('').length);
    parts.push(`${index + 1} 0 obj\n${object}\nendobj\n`);
  }
  const start = parts.join('').length;
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`);
  parts.push(
    `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer}>>\nstartxref\n${start}\n%%EOF\n`,
  );
  return Buffer.from(parts.join(''), 'latin1');
}

/** A dictionary with a stream, as an object of a PDF. */
export function streamOf(entries: string, content: Uint8Array): string {
  const text = Buffer.from(content).toString('latin1');
  return `<< ${entries} /Length ${text.length} >>\nstream\n${text}\nendstream`;
}

/** The same, packed as PDFs usually are. */
export function packedStreamOf(entries: string, content: string): string {
  return streamOf(`${entries} /Filter /FlateDecode`, deflateSync(Buffer.from(content, 'latin1')));
}

const pages = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'];
const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R >>';

/** A PDF that a bank could have sent: one page of text, packed. */
export function aPdf(...more: string[]): Uint8Array {
  const text = packedStreamOf('', 'BT /F1 12 Tf 20 100 Td (Statement of account) Tj ET');
  return pdfOf([...pages, page, text, ...more]);
}
