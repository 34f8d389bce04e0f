import { constants, inflateSync } from 'node:zlib';
import type { FileProblem } from '../../ports/file-checks.ts';
import { isBlank, knownNames } from './pdf-names.ts';
import { type PdfEntries, PdfReader, type PdfValue, UnreadablePdf, WorkMeter } from './pdf-objects.ts';

/** Names that a PDF may not contain anywhere: they run, send, open or hide something. */
const ACTIVE = [
  'JavaScript',
  'Launch',
  'SubmitForm',
  'ImportData',
  'GoToR',
  'GoToE',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'RichMediaExecute',
  'OnInstantiate',
  'Rendition',
  'Movie',
  'Sound',
  'XFA',
];
const forbidden = knownNames([...ACTIVE, 'Encrypt'], { anyCase: true });

/** The schemes of links that a PDF may contain. */
const linkSchemes = new Set(['http', 'https', 'mailto', 'tel']);

const TAIL_BYTES = 1_024;
const ARCHIVE_END = Buffer.from('PK\x05\x06', 'latin1');
const ARCHIVE_DIRECTORY = Buffer.from('PK\x01\x02', 'latin1');
/** The record at the end of an archive with its comment. */
const MAX_ARCHIVE_END_BYTES = 65_535 + 22;
const MAX_UNPACKED_BYTES = 32 * 1024 * 1024;
/** The fixed cost of unpacking a stream, in bytes, so that many small streams exceed the limit too. */
const UNPACKING_COST_BYTES = 4 * 1024;
const STEPS_PER_BYTE = 8;
const MAX_OBJECTS = 300_000;
const MAX_PARTS = 1_000;
/** White space before a number in the head of an object. */
const MAX_HEAD_PART_BYTES = 20;

interface ScanResult {
  problem: FileProblem | null;
  /** Number of bytes read, counting repeated reads. */
  steps: number;
  /** Whether reading stopped at the limit of steps, so that they say nothing about the work that is left. */
  isExceeded: boolean;
}

/**
 * The reason why a PDF is refused, or null. It scans every byte and the unpacked object streams, for objects that begin at
 * any offset: a viewer finds objects by their offset, not by the text around them. A part that cannot be scanned is
 * refused.
 */
export function judgePdf(content: Uint8Array): ScanResult {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const meter = new WorkMeter();
  const problem = problemOfFrame(bytes) ?? new PdfScan(bytes, meter).problem();
  return { problem, steps: meter.steps, isExceeded: meter.isExceeded };
}

function problemOfFrame(bytes: Buffer): FileProblem | null {
  if (!/^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8))) return 'type';
  const end = bytes.lastIndexOf('%%EOF');
  if (end < bytes.length - TAIL_BYTES || !bytes.includes('startxref')) return 'damaged';
  return endsOnce(bytes) && !endsAsArchive(bytes) ? null : 'opaque';
}

/** Whether nothing follows an end of the file but another part of the same file, as editing adds it. */
function endsOnce(bytes: Buffer): boolean {
  let parts = 0;
  for (let end = bytes.indexOf('%%EOF'); end >= 0; end = bytes.indexOf('%%EOF', end + 5)) {
    parts += 1;
    if (parts > MAX_PARTS) return false;
    let next = end + 5;
    while (isBlank(bytes[next]) || bytes[next] === 0x1a) next += 1;
    if (next < bytes.length && !/^(\d|%|xref|startxref)/.test(bytes.toString('latin1', next, next + 9)))
      return false;
  }
  return true;
}

/** Whether programs that look for a ZIP archive's directory at the end of a file find one. */
function endsAsArchive(bytes: Buffer): boolean {
  const from = Math.max(0, bytes.length - MAX_ARCHIVE_END_BYTES);
  for (let at = bytes.indexOf(ARCHIVE_END, from); at >= 0; at = bytes.indexOf(ARCHIVE_END, at + 4)) {
    if (at + 22 > bytes.length) return false;
    const directory = at - bytes.readUInt32LE(at + 12);
    if (directory >= 0 && bytes.subarray(directory, directory + 4).equals(ARCHIVE_DIRECTORY)) return true;
  }
  return false;
}

class PdfScan {
  #active = false;
  #hasCatalog = false;
  #objects = 0;
  #unpackable = MAX_UNPACKED_BYTES;
  /** Objects that are opened with the document, and those that may be and may not be, by their numbers. */
  readonly #opened = new Set<number>();
  readonly #places = new Set<number>();
  readonly #others = new Set<number>();

  constructor(
    private readonly bytes: Buffer,
    private readonly meter: WorkMeter,
  ) {
    meter.allow(STEPS_PER_BYTE * bytes.length);
  }

  problem(): FileProblem | null {
    const { active, encrypted } = this.#forbiddenNames(this.bytes);
    if (encrypted) return 'opaque';
    if (active) return 'active';
    try {
      this.#readObjects();
      this.#readTrailers();
    } catch (error) {
      if (!(error instanceof UnreadablePdf)) throw error;
      return this.#active ? 'active' : 'opaque';
    }
    if (this.#active || !this.#opensOnlyPlaces()) return 'active';
    return this.#hasCatalog ? null : 'damaged';
  }

  #forbiddenNames(bytes: Buffer): { active: boolean; encrypted: boolean } {
    this.meter.spend(bytes.length);
    let encrypted = false;
    let active = false;
    for (let slash = bytes.indexOf(0x2f); slash >= 0; slash = bytes.indexOf(0x2f, slash + 1)) {
      const found = forbidden.at(bytes, slash + 1);
      if (found === ACTIVE.length) encrypted = true;
      else if (found >= 0) active = true;
    }
    return { active, encrypted };
  }

  /** All objects, in the file itself and in its object streams. */
  #readObjects(): void {
    // A word ending in "endobj" ends an object; it does not begin one.
    const reader = new PdfReader(this.bytes, this.meter, (entries) => this.#judge(entries));
    for (let at = this.bytes.indexOf('obj'); at >= 0; at = this.bytes.indexOf('obj', at + 3)) {
      if (this.bytes[at - 1] === 0x64 && this.bytes[at - 2] === 0x6e && this.bytes[at - 3] === 0x65) continue;
      this.#count();
      const start = reader.skipBlank(at + 3);
      const value = isContainer(this.bytes, start) ? reader.read(start) : null;
      this.#classify(this.#numberBefore(at), value);
      if (value?.kind === 'dictionary') this.#readStream(reader, value.entries);
    }
  }

  #readTrailers(): void {
    const reader = new PdfReader(this.bytes, this.meter, (entries) => this.#judge(entries));
    for (let at = this.bytes.indexOf('trailer'); at >= 0; at = this.bytes.indexOf('trailer', at + 7)) {
      this.#count();
      const start = reader.skipBlank(at + 7);
      if (isContainer(this.bytes, start)) reader.read(start);
    }
  }

  #count(): void {
    this.#objects += 1;
    if (this.#objects > MAX_OBJECTS) throw new UnreadablePdf('too many objects');
  }

  /** The number of the object whose head ends at a place; null when it is not plainly written. */
  #numberBefore(at: number): number | null {
    const generation = this.#integerBefore(at);
    const number = generation && this.#integerBefore(generation.start);
    return number && number.start < generation.start && isBlank(this.bytes[generation.start - 1])
      ? number.value
      : null;
  }

  #integerBefore(end: number): { value: number; start: number } | null {
    let last = end - 1;
    while (last > end - MAX_HEAD_PART_BYTES && isBlank(this.bytes[last])) last -= 1;
    let start = last + 1;
    let value = 0;
    for (let weight = 1; start > last - 10; start -= 1, weight *= 10) {
      const digit = (this.bytes[start - 1] ?? 0) - 0x30;
      if (digit < 0 || digit > 9) break;
      value += digit * weight;
    }
    return start > last ? null : { value, start };
  }

  /** Records whether a document may open with this object: only a destination is allowed, never an action. */
  #classify(number: number | null, value: PdfValue | null): void {
    const isPlace = value !== null && opensPlace(value);
    if (number !== null) (isPlace ? this.#places : this.#others).add(number);
    else if (!isPlace && value?.kind === 'dictionary' && value.entries.has('S')) this.#others.add(-1);
  }

  #opensOnlyPlaces(): boolean {
    if (this.#opened.size > 0 && this.#others.has(-1)) return false;
    return [...this.#opened].every((number) => this.#places.has(number) && !this.#others.has(number));
  }

  /** Judges one dictionary, at any depth. */
  #judge(entries: PdfEntries): void {
    this.#count();
    const opening = entries.get('OpenAction');
    if (opening?.kind === 'reference') this.#opened.add(opening.object);
    else if (opening && !opensPlace(opening)) this.#active = true;
    if (textOf(entries.get('Type')) === 'Catalog') this.#hasCatalog = true;
    if (entries.has('AA') || opensOutside(entries)) this.#active = true;
  }

  #readStream(reader: PdfReader, entries: PdfEntries): void {
    const start = this.#startOfStream(reader);
    if (start === null) return;
    // The content of such a stream is another file.
    if (['text', 'dictionary', 'reference'].includes(entries.get('F')?.kind ?? '')) this.#active = true;
    if (!mayHoldObjects(entries)) return;
    const packing = packingOf(entries);
    if (packing === 'other') throw new UnreadablePdf('objects packed by another method');
    const content = packing === 'none' ? this.bytes.subarray(start) : this.#unpacked(start);
    this.#readContained(content, entries);
  }

  /** Offset of a stream's bytes, when one follows the dictionary just read. */
  #startOfStream(reader: PdfReader): number | null {
    const word = reader.skipBlank(reader.at);
    if (this.bytes.toString('latin1', word, word + 6) !== 'stream') return null;
    let at = word + 6;
    while (at < this.bytes.length && this.bytes[at] !== 0x0a && this.bytes[at] !== 0x0d) at += 1;
    this.meter.spend(at - word);
    return this.bytes[at] === 0x0d && this.bytes[at + 1] === 0x0a ? at + 2 : at + 1;
  }

  #unpacked(start: number): Buffer {
    const maxOutputLength = Math.max(1, this.#unpackable);
    let unpacked: Buffer;
    try {
      unpacked = inflateSync(this.bytes.subarray(start), {
        maxOutputLength,
        finishFlush: constants.Z_SYNC_FLUSH,
      });
    } catch {
      throw new UnreadablePdf('broken packing, or more behind it than is read');
    }
    this.#unpackable -= unpacked.length + UNPACKING_COST_BYTES;
    if (this.#unpackable < 0) throw new UnreadablePdf('too many packed objects');
    this.meter.allow(STEPS_PER_BYTE * unpacked.length);
    if (this.#forbiddenNames(unpacked).active) this.#active = true;
    return unpacked;
  }

  /**
   * Reads the objects of an object stream both ways that viewers do: one behind the other, and each where the stream
   * says that it begins.
   */
  #readContained(content: Buffer, entries: PdfEntries): void {
    const [count, first] = [entries.get('N'), entries.get('First')];
    if (count?.kind !== 'integer' || first?.kind !== 'integer')
      throw new UnreadablePdf('no place of objects');
    const reader = new PdfReader(content, this.meter, (inner) => this.#judge(inner));
    const heads = [];
    for (let index = 0, at = 0; index < count.value; index += 1, at = reader.at) {
      this.#count();
      const number = reader.read(at);
      const offset = reader.read(reader.at);
      if (number?.kind !== 'integer' || offset?.kind !== 'integer')
        throw new UnreadablePdf('a broken list of objects');
      heads.push({ number: number.value, start: first.value + offset.value });
    }
    for (const { number, start } of heads) this.#classify(number, reader.read(start));
    let at = first.value;
    for (const { number } of heads) {
      this.#classify(number, reader.read(at));
      at = reader.at;
    }
  }
}

const isContainer = (bytes: Buffer, at: number) =>
  bytes[at] === 0x5b || (bytes[at] === 0x3c && bytes[at + 1] === 0x3c);

/** Whether a document that opens with it only shows a place in itself. */
function opensPlace(value: PdfValue): boolean {
  if (value.kind !== 'dictionary') return ['array', 'name', 'text'].includes(value.kind);
  const action = value.entries.get('S');
  return action?.kind === 'name' && action.text === 'GoTo' && !value.entries.has('Next');
}

/** True for links other than http(s), mailto and tel, and for remote files. */
function opensOutside(entries: PdfEntries): boolean {
  const action = textOf(entries.get('S'));
  if (textOf(entries.get('FS')) === 'URL') return true;
  if (action === 'Thread' && entries.has('F')) return true;
  // Viewers also take an action's kind from another object, and the beginning of all addresses from the catalog.
  const isElsewhere = entries.get('S')?.kind !== 'name' && entries.has('URI');
  if (action !== 'URI' && !isElsewhere) return false;
  const address = entries.get('URI');
  return address?.kind !== 'text' || !isOrdinaryLink(address.text);
}

const textOf = (value: PdfValue | undefined) => (value?.kind === 'name' ? value.text : null);

/** Most links, recognized without taking them apart. */
const plainLink = /^(https?:\/\/|mailto:|tel:)[\x21-\x7e]*$/i;

function isOrdinaryLink(address: string): boolean {
  if (plainLink.test(address)) return true;
  const plain = address.replaceAll(/[^\x21-\x7e]/g, '').toLowerCase();
  const [beginning = ''] = plain.split(/[/?#]/, 1);
  const colon = beginning.indexOf(':');
  return colon < 0 || linkSchemes.has(beginning.slice(0, colon));
}

/** Whether a stream may be one of objects: by its type, or by the key without which no viewer reads it as one. */
function mayHoldObjects(entries: PdfEntries): boolean {
  const type = entries.get('Type');
  return entries.has('First') || textOf(type) === 'ObjStm' || (type !== undefined && type.kind !== 'name');
}

function packingOf(entries: PdfEntries): 'none' | 'deflate' | 'other' {
  const filter = entries.get('Filter') ?? entries.get('F');
  if (filter === undefined) return 'none';
  const predicted = entries.has('DecodeParms') || entries.has('DP');
  const names = filter.kind === 'array' ? filter.names : [textOf(filter)];
  const [name] = names ?? [];
  return !predicted && names?.length === 1 && (name === 'FlateDecode' || name === 'Fl') ? 'deflate' : 'other';
}
