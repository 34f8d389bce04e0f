import type { FileMediaType } from '#kernel/media-types.ts';
import type { FileProblem } from '../../ports/file-checks.ts';
import { isCompoundFile, problemOfCompoundFile } from './compound-file-scan.ts';
import {
  contentTypesOf,
  isActiveType,
  problemOfRelationships,
  UnreadablePart,
  xmlOf,
} from './office-parts.ts';
import { readZip, UnreadableZip, unpackedBytes, type ZipEntry } from './zip-reader.ts';

interface JudgedOffice {
  problem: FileProblem | null;
  mediaType: FileMediaType | null;
}

/** Maximum unpacked size, as a multiple of the file's size. */
const maxRatio = 100;
const maxUnpackedBytes = 400 * 1024 * 1024;
/** A part that has to be read as a whole. */
const maxReadBytes = 16 * 1024 * 1024;

const mainTypes: readonly (readonly [RegExp, FileMediaType])[] = [
  [
    /wordprocessingml\.document\.main\+xml$/,
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
  [/spreadsheetml\.sheet\.main\+xml$/, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
];

/** Parts that run, or hold or load another file, by their place in the package. */
const forbiddenPart =
  /vba(project|data)|(^|\/)(activex|embeddings|externallinks|macrosheets|dialogsheets|customui|webextensions|querytables|ctrlprops|afchunk)|(^|\/)xl\/connections\.xml$|oleobject|\.(exe|dll|js|vbs|bat|cmd|ps1|scr|lnk|jar|hta|msi|swf)$/i;
const binaryPart = /\.bin$/i;
/** Printer settings are never executed. */
const printerSettings = /(^|\/)printersettings\//i;

/** Fields of a text document that run a program or fetch another file when they are updated. */
const activeField = /\b(DDE|DDEAUTO|INCLUDETEXT|INCLUDEPICTURE|IMPORT|DATABASE|RD)\b/i;

/** Whether a file is a package or a compound file by its first bytes, as office programs write them. */
export function isOfficeFile(bytes: Uint8Array): boolean {
  return (bytes[0] === 0x50 && bytes[1] === 0x4b) || isCompoundFile(bytes);
}

/**
 * Judges a Word or Excel file by its content. Refuses macros, embedded objects, references that load other files, and
 * content that cannot be scanned. Parts are unpacked piece by piece, and no further than the limits. Runs in Node.js
 * and in browsers.
 */
export async function judgeOffice(bytes: Uint8Array): Promise<JudgedOffice> {
  if (isCompoundFile(bytes)) return problemOfCompoundFile(bytes);
  try {
    const entries = readZip(bytes);
    return await judgePackage(bytes, entries);
  } catch (error) {
    if (error instanceof UnreadableZip || error instanceof UnreadablePart)
      return { problem: error.isDamage ? 'damaged' : 'opaque', mediaType: null };
    throw error;
  }
}

async function judgePackage(bytes: Uint8Array, entries: readonly ZipEntry[]): Promise<JudgedOffice> {
  const refused = (problem: FileProblem): JudgedOffice => ({ problem, mediaType: null });
  const isForbidden = ({ name }: ZipEntry) =>
    forbiddenPart.test(name) || (binaryPart.test(name) && !printerSettings.test(name));
  if (entries.some(isForbidden)) return refused('macros');
  let left = Math.min(maxUnpackedBytes, maxRatio * bytes.length);
  let mediaType: FileMediaType | null = null;
  for (const entry of entries) {
    const isRead = isReadWhole(entry.name);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of unpackedBytes(bytes, entry)) {
      size += chunk.length;
      left -= chunk.length;
      if (left < 0 || (isRead && size > maxReadBytes)) return refused('opaque');
      if (isRead) chunks.push(chunk);
    }
    if (!isRead) continue;
    const text = xmlOf(chunks, size);
    if (entry.name === '[Content_Types].xml') {
      const types = contentTypesOf(text);
      if (types.some(isActiveType)) return refused('macros');
      mediaType = mediaTypeOf(types);
    } else if (entry.name.endsWith('.rels')) {
      if (problemOfRelationships(text)) return refused('macros');
    } else if (activeField.test(fieldsOf(text))) return refused('macros');
  }
  return mediaType === null ? refused('type') : { problem: null, mediaType };
}

const isReadWhole = (name: string) =>
  name === '[Content_Types].xml' || name.endsWith('.rels') || /^word\/[^/]+\.xml$/i.test(name);

function mediaTypeOf(types: readonly string[]): FileMediaType | null {
  const found = mainTypes.filter(([pattern]) => types.some((type) => pattern.test(type)));
  return found.length === 1 ? (found[0]?.[1] ?? null) : null;
}

/** The instructions of all fields; a field may be split over several runs. */
function fieldsOf(text: string): string {
  const split = [...text.matchAll(/<w:(?:instrText|delInstrText)(?:\s[^>]*)?>([^<]*)</g)].map(
    ([, part]) => part,
  );
  const simple = [...text.matchAll(/w:instr\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(
    ([, one, other]) => one ?? other,
  );
  return `${split.join('')} ${simple.join(' ')}`;
}
