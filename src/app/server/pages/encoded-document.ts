import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ContentEncoding } from '#platform/server/transport/content-encodings.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Below the highest qualities, which take many times as long for a few bytes. */
const BROTLI_QUALITY = 5;

const ENCODERS: Record<ContentEncoding, (bytes: Bytes) => Promise<Buffer<ArrayBuffer>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (bytes) => promisify(gzip)(bytes),
};

/** The bytes of a document, which are encoded once for all who ask for them. */
export interface EncodedDocument {
  plain: Bytes;
  as(encoding: ContentEncoding): Promise<Bytes>;
}

export function encodedDocument(text: string): EncodedDocument {
  const plain = new TextEncoder().encode(text);
  const encoded = new Map<ContentEncoding, Promise<Bytes>>();
  return {
    plain,
    as(encoding) {
      const bytes = encoded.get(encoding) ?? ENCODERS[encoding](plain);
      encoded.set(encoding, bytes);
      return bytes;
    },
  };
}
