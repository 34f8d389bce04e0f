import type { FileMediaType } from '#kernel/media-types.ts';
import type { FileProblem } from '../../ports/file-checks.ts';

type ScanResult = { problem: FileProblem | null; mediaType: FileMediaType | null };

const MARK = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const LAST_SECTOR = 0xfffffffa;
const SECTORS_IN_HEADER = 109;
/** More than a file of ten megabytes has. */
const MAX_SECTORS = 30_000;

/** Names of storages and streams that hold macros, or another file. */
const ACTIVE =
  /^(vba|_vba_project|_vba_project_cur|macros|vbaproject|project|projectwm|dir|_?objectpool|objinfo|ole10native|package|(mbd|lnk|link)[\da-f]{8})$/i;
const ENCRYPTED = /^(encryptedpackage|encryptioninfo|dataspaces|drmcontent|drmviewercontent)$/i;

/** As text of two bytes a character, at any offset: a directory could be hidden from this reader. */
const HIDDEN_MACROS = wide('_VBA_PROJECT');

class Unreadable extends Error {}

/** Whether a file is one of Microsoft's compound files by its first bytes. */
export function isCompoundFile(bytes: Uint8Array): boolean {
  return MARK.every((byte, index) => bytes[index] === byte);
}

/** Judges a Word or Excel file from before 2007: refuses macros, embedded objects and encryption. */
export function problemOfCompoundFile(bytes: Uint8Array): ScanResult {
  const refused = (problem: FileProblem): ScanResult => ({ problem, mediaType: null });
  let entries: Entry[];
  let file: CompoundFile;
  try {
    file = new CompoundFile(bytes);
    entries = file.entries();
  } catch (error) {
    if (error instanceof Unreadable || error instanceof RangeError) return refused('damaged');
    throw error;
  }
  if (entries.some(({ name }) => ENCRYPTED.test(name))) return refused('opaque');
  if (entries.some(({ name }) => ACTIVE.test(name)) || contains(bytes, HIDDEN_MACROS))
    return refused('macros');
  const streams = entries.filter(({ isStream }) => isStream);
  const text = streams.find(({ name }) => name === 'WordDocument');
  const book = streams.find(({ name }) => name === 'Workbook' || name === 'Book');
  if ((text && book) || (!text && !book)) return refused('type');
  try {
    const problem = text ? problemOfText(file.read(text)) : book ? problemOfBook(file.read(book)) : null;
    if (problem !== null) return refused(problem);
  } catch (error) {
    if (error instanceof Unreadable || error instanceof RangeError) return refused('damaged');
    throw error;
  }
  return { problem: null, mediaType: text ? 'application/msword' : 'application/vnd.ms-excel' };
}

interface Entry {
  name: string;
  isStream: boolean;
  start: number;
  size: number;
}

class CompoundFile {
  readonly #view: DataView;
  readonly #sectorBytes: number;
  readonly #next: number[] = [];
  readonly #smallest: number;
  #root: Entry | null = null;

  constructor(readonly bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const shift = this.#view.getUint16(30, true);
    if (shift !== 9 && shift !== 12) throw new Unreadable('sectors of another size');
    this.#sectorBytes = 2 ** shift;
    this.#smallest = this.#view.getUint32(56, true);
    this.#readTable();
  }

  /** Everything in the directory, whether or not something leads there. */
  entries(): Entry[] {
    const directory = this.#chain(this.#view.getUint32(48, true));
    const entries: Entry[] = [];
    const view = new DataView(directory.buffer);
    for (let at = 0; at + ENTRY_BYTES <= directory.length; at += ENTRY_BYTES) {
      const type = view.getUint8(at + 66);
      if (type === 0) continue;
      const length = Math.min(64, view.getUint16(at + 64, true));
      let name = '';
      for (let place = at; place < at + length - 2; place += 2)
        name += String.fromCharCode(view.getUint16(place, true));
      const entry = {
        // Some begin with a control character.
        name: name.replace(/^\p{Cc}/u, ''),
        isStream: type === 2,
        start: view.getUint32(at + 116, true),
        size: view.getUint32(at + 120, true),
      };
      if (type === 5) this.#root = entry;
      entries.push(entry);
    }
    return entries;
  }

  read({ start, size }: Entry): Uint8Array {
    if (size >= this.#smallest) return this.#chain(start).subarray(0, size);
    return this.#small(start, size);
  }

  #sector(index: number): number {
    return (index + 1) * this.#sectorBytes;
  }

  #readTable(): void {
    const tables: number[] = [];
    for (let index = 0; index < SECTORS_IN_HEADER; index += 1)
      tables.push(this.#view.getUint32(76 + 4 * index, true));
    const perSector = this.#sectorBytes / 4;
    let more = this.#view.getUint32(68, true);
    for (let steps = 0; more < LAST_SECTOR; steps += 1) {
      if (steps > MAX_SECTORS) throw new Unreadable('a table without end');
      const at = this.#sector(more);
      for (let index = 0; index < perSector - 1; index += 1)
        tables.push(this.#view.getUint32(at + 4 * index, true));
      more = this.#view.getUint32(at + 4 * (perSector - 1), true);
    }
    for (const table of tables.filter((sector) => sector < LAST_SECTOR)) {
      if (this.#next.length > MAX_SECTORS) throw new Unreadable('too many sectors');
      const at = this.#sector(table);
      for (let index = 0; index < perSector; index += 1)
        this.#next.push(this.#view.getUint32(at + 4 * index, true));
    }
  }

  /** The bytes of a chain of sectors; each sector is in it once. */
  #chain(first: number): Uint8Array {
    const sectors: Uint8Array[] = [];
    const seen = new Set<number>();
    for (let sector = first; sector < LAST_SECTOR; sector = this.#next[sector] ?? LAST_SECTOR) {
      if (seen.has(sector)) throw new Unreadable('a chain without end');
      seen.add(sector);
      const at = this.#sector(sector);
      if (at < HEADER_BYTES || at >= this.bytes.length) throw new Unreadable('a sector outside of the file');
      sectors.push(this.bytes.subarray(at, at + this.#sectorBytes));
    }
    return joined(sectors);
  }

  /** A stream of the container that small streams share. */
  #small(first: number, size: number): Uint8Array {
    const smallBytes = 64;
    const table = this.#chain(this.#view.getUint32(60, true));
    const view = new DataView(table.buffer);
    const container = this.#root ? this.#chain(this.#root.start) : new Uint8Array();
    const parts: Uint8Array[] = [];
    const seen = new Set<number>();
    for (
      let sector = first;
      sector < LAST_SECTOR && 4 * sector < table.length;
      sector = view.getUint32(4 * sector, true)
    ) {
      if (seen.has(sector)) throw new Unreadable('a chain without end');
      seen.add(sector);
      parts.push(container.subarray(sector * smallBytes, (sector + 1) * smallBytes));
    }
    return joined(parts).subarray(0, size);
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Of a Word document its first flags tell whether it is encrypted. */
function problemOfText(stream: Uint8Array): FileProblem | null {
  if (stream.length < 12) return 'damaged';
  return (stream[11] ?? 0) & 0x01 ? 'opaque' : null;
}

const SHEET = 0x0085;
const ENCRYPTION = 0x002f;
const END_OF_GLOBALS = 0x000a;
const EXTERNAL_MACROS = 1;
const MODULE = 6;

/** Of a workbook the first records list its sheets, of which old macro sheets are a kind, and say whether it is encrypted. */
function problemOfBook(stream: Uint8Array): FileProblem | null {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  for (let at = 0; at + 4 <= stream.length; ) {
    const record = view.getUint16(at, true);
    const length = view.getUint16(at + 2, true);
    if (record === ENCRYPTION) return 'opaque';
    if (record === SHEET && length >= 6) {
      const kind = view.getUint8(at + 9);
      if (kind === EXTERNAL_MACROS || kind === MODULE) return 'macros';
    }
    if (record === END_OF_GLOBALS) return null;
    at += 4 + length;
  }
  return 'damaged';
}

function wide(text: string): Uint8Array {
  return Uint8Array.from([...text].flatMap((letter) => [letter.charCodeAt(0), 0]));
}

function contains(bytes: Uint8Array, wanted: Uint8Array): boolean {
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return true;
  }
  return false;
}
