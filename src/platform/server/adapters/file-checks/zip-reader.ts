/** An archive that cannot be read, or not in one way only. */
export class UnreadableZip extends Error {
  constructor(
    message: string,
    /** Whether it looks broken rather than built to mislead. */
    readonly isDamage = false,
  ) {
    super(message);
  }
}

/** A file in an archive. */
export interface ZipEntry {
  name: string;
  isDeflated: boolean;
  /** Offset of its packed bytes. */
  start: number;
  end: number;
  /** Unpacked size according to the directory. */
  size: number;
}

const END = 0x06054b50;
const DIRECTORY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const DIRECTORY_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_ENTRIES = 5_000;
const ENCRYPTED = 0x0001;
const STORED = 0;
const DEFLATED = 8;

/**
 * The files of an archive. It is read as every program reads it, or not at all: no gaps, no overlaps, no names that
 * differ, nothing before or behind it.
 * @throws UnreadableZip
 */
export function readZip(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - END_BYTES;
  if (end < 0 || view.getUint32(end, true) !== END) throw new UnreadableZip('no end', true);
  const count = view.getUint16(end + 10, true);
  const length = view.getUint32(end + 12, true);
  const first = view.getUint32(end + 16, true);
  if (count !== view.getUint16(end + 8, true) || count === 0xffff || count > MAX_ENTRIES)
    throw new UnreadableZip('too many files');
  if (first + length !== end) throw new UnreadableZip('something between the directory and its end');
  const entries: ZipEntry[] = [];
  const names = new Set<string>();
  let at = first;
  for (let index = 0; index < count; index += 1) {
    if (at + DIRECTORY_BYTES > end || view.getUint32(at, true) !== DIRECTORY)
      throw new UnreadableZip('a broken directory', true);
    const entry = entryAt(view, bytes, at, first);
    if (names.has(entry.name.toLowerCase())) throw new UnreadableZip('a name that is there twice');
    names.add(entry.name.toLowerCase());
    entries.push(entry);
    at +=
      DIRECTORY_BYTES +
      view.getUint16(at + 28, true) +
      view.getUint16(at + 30, true) +
      view.getUint16(at + 32, true);
  }
  if (at !== end) throw new UnreadableZip('a directory of another length');
  refuseOverlaps(entries);
  return entries;
}

function entryAt(view: DataView, bytes: Uint8Array, at: number, directory: number): ZipEntry {
  const flags = view.getUint16(at + 8, true);
  const method = view.getUint16(at + 10, true);
  const packed = view.getUint32(at + 20, true);
  const size = view.getUint32(at + 24, true);
  const local = view.getUint32(at + 42, true);
  if (flags & ENCRYPTED) throw new UnreadableZip('encrypted');
  if (method !== STORED && method !== DEFLATED) throw new UnreadableZip('packed in another way');
  if (packed === 0xffffffff || size === 0xffffffff) throw new UnreadableZip('longer than any of ours');
  if (local + LOCAL_BYTES > directory || view.getUint32(local, true) !== LOCAL)
    throw new UnreadableZip('a file outside of the archive', true);
  const name = nameAt(bytes, at + DIRECTORY_BYTES, view.getUint16(at + 28, true));
  const localName = nameAt(bytes, local + LOCAL_BYTES, view.getUint16(local + 26, true));
  if (name !== localName || view.getUint16(local + 8, true) !== method)
    throw new UnreadableZip('two descriptions of one file');
  const start = local + LOCAL_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  if (start + packed > directory) throw new UnreadableZip('a file that reaches beyond', true);
  return { name, isDeflated: method === DEFLATED, start, end: start + packed, size };
}

function nameAt(bytes: Uint8Array, start: number, length: number): string {
  const name = new TextDecoder('utf-8').decode(bytes.subarray(start, start + length));
  if (name === '' || /\\|\0|^\/|(^|\/)\.\.(\/|$)/.test(name))
    throw new UnreadableZip('a name that is a way out');
  return name;
}

function refuseOverlaps(entries: readonly ZipEntry[]): void {
  const inOrder = [...entries].sort((a, b) => a.start - b.start);
  for (const [index, { start }] of inOrder.entries()) {
    const before = inOrder[index - 1];
    if (before && start < before.end + LOCAL_BYTES) throw new UnreadableZip('files that overlap');
  }
}

/**
 * The unpacked bytes of a file, piece by piece; ending the loop ends the unpacking.
 * @throws UnreadableZip
 */
export async function* unpackedBytes(bytes: Uint8Array, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const packed = bytes.slice(entry.start, entry.end);
  if (!entry.isDeflated) {
    yield packed;
    return;
  }
  const source = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = source.getReader();
  let size = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > entry.size) throw new UnreadableZip('more than the directory says');
      yield part.value;
    }
  } catch (error) {
    throw error instanceof UnreadableZip ? error : new UnreadableZip('cannot be unpacked', true);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  if (size !== entry.size) throw new UnreadableZip('less than the directory says', true);
}
