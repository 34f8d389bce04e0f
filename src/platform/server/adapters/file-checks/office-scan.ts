import type { FileMediaType } from '#kernel/media-types.ts';
import type { FileProblem } from '../../ports/file-checks.ts';
import { isCompoundFile, problemOfCompoundFile } from './compound-file-scan.ts';
import {
  contentTypesOf,
  hasActiveField,
  hasActiveRelationship,
  isActiveType,
  partName,
} from './office-parts.ts';
import { UnreadablePart, type WorkCounter, XmlReader, xmlOf } from './office-xml.ts';
import { readZip, UnreadableZip, unpackedBytes, type ZipEntry } from './zip-reader.ts';

interface JudgedOffice {
  problem: FileProblem | null;
  mediaType: FileMediaType | null;
  /** Characters read in parts of a package, repeated reads included. */
  steps: number;
}

/** Maximum unpacked size, as a multiple of the file's size. */
const MAX_UNPACKED_FACTOR = 100;
const MAX_UNPACKED_BYTES = 400 * 1024 * 1024;
/** Unpacked size of all parts whose text is read. */
const MAX_READ_BYTES = 16 * 1024 * 1024;

const mainTypes: readonly (readonly [RegExp, FileMediaType])[] = [
  [
    /wordprocessingml\.document\.main\+xml$/,
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
  [/spreadsheetml\.sheet\.main\+xml$/, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
];

/** Parts that run, or hold or load another file, by their name as it is compared. */
const forbiddenPart =
  /vba(project|data)|(^|\/)(activex|embeddings|externallinks|macrosheets|dialogsheets|customui|webextensions|querytables|ctrlprops|afchunk)|(^|\/)xl\/connections\.xml$|oleobject|\.(exe|dll|js|vbs|bat|cmd|ps1|scr|lnk|jar|hta|msi|swf)$/;
const binaryPart = /\.bin$/;
/** Printer settings are never executed. */
const printerSettings = /(^|\/)printersettings\//;
/** Where office programs store the parts of a text document. */
const wordPart = /^word\/[^/]+\.xml$/;
/** A part may be stored in pieces, which no office program writes. */
const pieceOfPart = /\/\[\d+\](\.last)?\.piece$/;

/** Whether a file is a package or a compound file by its first bytes, as office programs write them. */
export function isOfficeFile(bytes: Uint8Array): boolean {
  return (bytes[0] === 0x50 && bytes[1] === 0x4b) || isCompoundFile(bytes);
}

/**
 * Judges a Word or Excel file by its content. Refuses macros, embedded objects, references that load other files, and
 * content that cannot be scanned. Parts are unpacked chunk by chunk, and no further than the limits. Runs in Node.js
 * and in browsers.
 */
export async function judgeOffice(bytes: Uint8Array): Promise<JudgedOffice> {
  if (isCompoundFile(bytes)) return { ...problemOfCompoundFile(bytes), steps: 0 };
  const parts = new PackageParts(bytes);
  const answer = (problem: FileProblem | null, mediaType: FileMediaType | null = null) => ({
    problem,
    mediaType,
    steps: parts.counter.steps,
  });
  try {
    const judged = await judgePackage(readZip(bytes), parts);
    return 'problem' in judged ? answer(judged.problem) : answer(null, judged.mediaType);
  } catch (error) {
    if (error instanceof UnreadableZip || error instanceof UnreadablePart)
      return answer(error.isDamage ? 'damaged' : 'opaque');
    throw error;
  }
}

/** @returns the problem, or the type of a file that has none */
async function judgePackage(
  entries: readonly ZipEntry[],
  parts: PackageParts,
): Promise<{ problem: FileProblem } | { mediaType: FileMediaType }> {
  const named = entries.map((entry) => ({ entry, name: partName(entry.name) }));
  if (named.some(({ name }) => isForbidden(name))) return { problem: 'macros' };
  if (named.some(({ name }) => pieceOfPart.test(name))) return { problem: 'opaque' };
  const list = entries.find(({ name }) => name.toLowerCase() === '[content_types].xml');
  if (!list) return { problem: 'type' };
  const types = contentTypesOf(await parts.read(list));
  if (types.all.some(isActiveType)) return { problem: 'macros' };
  for (const { entry, name } of named) {
    if (entry === list) continue;
    if (name.endsWith('.rels')) {
      if (hasActiveRelationship(await parts.read(entry))) return { problem: 'macros' };
    } else if (types.isText(name) || wordPart.test(name)) {
      if (hasActiveField(await parts.read(entry))) return { problem: 'macros' };
    } else await parts.unpack(entry);
  }
  const mediaType = mediaTypeOf(types.all);
  return mediaType === null ? { problem: 'type' } : { mediaType };
}

const isForbidden = (name: string) =>
  forbiddenPart.test(name) || (binaryPart.test(name) && !printerSettings.test(name));

/** Unpacks the parts of a package one by one, no further than the limits. */
class PackageParts {
  readonly counter: WorkCounter = { steps: 0 };
  readonly #bytes: Uint8Array;
  #bytesLeft: number;
  #readBytesLeft = MAX_READ_BYTES;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#bytesLeft = Math.min(MAX_UNPACKED_BYTES, MAX_UNPACKED_FACTOR * bytes.length);
  }

  async read(entry: ZipEntry): Promise<XmlReader> {
    const chunks: Uint8Array[] = [];
    const size = await this.unpack(entry, (chunk) => {
      this.#readBytesLeft -= chunk.length;
      if (this.#readBytesLeft < 0) throw new UnreadablePart('more than any of ours');
      chunks.push(chunk);
    });
    return new XmlReader(xmlOf(chunks, size), this.counter);
  }

  async unpack(entry: ZipEntry, take?: (chunk: Uint8Array) => void): Promise<number> {
    let size = 0;
    for await (const chunk of unpackedBytes(this.#bytes, entry)) {
      size += chunk.length;
      this.#bytesLeft -= chunk.length;
      if (this.#bytesLeft < 0) throw new UnreadablePart('a bomb');
      take?.(chunk);
    }
    return size;
  }
}

function mediaTypeOf(types: readonly string[]): FileMediaType | null {
  const found = mainTypes.filter(([pattern]) => types.some((type) => pattern.test(type)));
  return found.length === 1 ? (found[0]?.[1] ?? null) : null;
}
