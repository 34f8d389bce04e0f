import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Bundle } from './page-chunks.ts';

const PACKED = /\.(js|css|svg|txt|webmanifest)$/;

interface PackedFile {
  brotli: Buffer;
  gzip: Buffer;
}

/** By the names of the files. */
export type PackedFiles = ReadonlyMap<string, PackedFile>;

/** Packs what browsers load: once, because brotli at its best is a quarter of the work of a build. */
export async function packFiles(bundle: Bundle): Promise<PackedFiles> {
  const files = Object.values(bundle).filter(({ fileName }) => PACKED.test(fileName));
  return new Map(
    await Promise.all(
      files.map(async (file) => {
        const content = file.type === 'chunk' ? file.code : file.source;
        const packed = {
          brotli: await promisify(brotliCompress)(content),
          gzip: await promisify(gzip)(content, { level: 9 }),
        };
        return [file.fileName, packed] as const;
      }),
    ),
  );
}
