import { isBlank, isRegular, type KnownNames, knownNames, plainName } from './pdf-names.ts';

/** A PDF that viewers could not read, or that takes more work than any honest one. */
export class UnreadablePdf extends Error {}

/** Counts the bytes that are read, repeated reads included, and stops at the limit. */
export class WorkMeter {
  steps = 0;
  /** Whether it stopped at the limit. */
  isExceeded = false;
  #allowed = 0;

  allow(steps: number): void {
    this.#allowed += steps;
  }

  spend(steps: number): void {
    this.steps += steps;
    if (this.steps <= this.#allowed) return;
    this.isExceeded = true;
    throw new UnreadablePdf('more work than an honest file needs');
  }
}

/** The entries of dictionaries that the scan judges; all others are skipped. */
const KEYS = [
  'AA', 'OpenAction', 'S', 'Next', 'URI', 'FS', 'F', 'Type', 'N', 'First', 'Filter', 'DecodeParms', 'DP',
] as const; // biome-ignore format: a list of names
type Key = (typeof KEYS)[number];
const keys: KnownNames = knownNames(KEYS);

export type PdfEntries = ReadonlyMap<Key, PdfValue>;
export type PdfValue =
  | { kind: 'name' | 'text'; text: string }
  | { kind: 'integer'; value: number }
  | { kind: 'reference'; object: number }
  | { kind: 'array'; names: readonly string[] | null }
  | { kind: 'dictionary'; entries: PdfEntries }
  | { kind: 'other' };

const NO_ENTRIES: PdfEntries = new Map();
const NO_VALUES: PdfValue[] = [];
const OTHER: PdfValue = { kind: 'other' };
const MARK_OF_REFERENCE: PdfValue = { kind: 'other' };
const MAX_NESTED_LEVELS = 256;
const MAX_TEXT_BYTES = 200;

const NEW_LINE = 0x0a;
const RETURN = 0x0d;
const of = (character: string) => character.charCodeAt(0);
const [PERCENT, SLASH, LESS, MORE, OPEN, CLOSE, BACKSLASH] = [...'%/<>()\\'].map(of);
const [BRACKET, END_BRACKET] = [...'[]'].map(of);

type Token = 'end' | '<<' | '>>' | '[' | ']' | 'name' | 'text' | 'word' | 'other';

/**
 * Reads objects of a PDF from the bytes, at any place, the way viewers do. Each byte is read once per reading, and
 * every reading is metered.
 */
export class PdfReader {
  #start = 0;
  #at = 0;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly meter: WorkMeter,
    /** Called with each dictionary that is read, the inner ones first. */
    private readonly onDictionary: (entries: PdfEntries) => void,
  ) {}

  /** The position after the last token. */
  get at(): number {
    return this.#at;
  }

  /** Offset of the next token, behind white space and comments. */
  skipBlank(from: number): number {
    let at = from;
    for (;;) {
      while (isBlank(this.bytes[at])) at += 1;
      if (this.bytes[at] !== PERCENT) break;
      while (at < this.bytes.length && this.bytes[at] !== NEW_LINE && this.bytes[at] !== RETURN) at += 1;
    }
    this.meter.spend(at - from);
    return at;
  }

  /** The object that begins at a place, or null when there is nothing but the end. */
  read(from: number): PdfValue | null {
    this.#at = from;
    const token = this.#next();
    return token === 'end' ? null : this.#value(token, 0, true);
  }

  #next(): Token {
    this.#start = this.skipBlank(this.#at);
    const token = this.#tokenAt(this.#start);
    this.meter.spend(this.#at - this.#start);
    return token;
  }

  #tokenAt(start: number): Token {
    const { bytes } = this;
    const first = bytes[start];
    this.#at = start + 1;
    if (first === undefined) {
      this.#at = bytes.length;
      return 'end';
    }
    if (first === SLASH) return this.#regular('name');
    if (first === OPEN) return this.#text();
    if (first === BRACKET) return '[';
    if (first === END_BRACKET) return ']';
    if (first === LESS && bytes[start + 1] !== LESS) return this.#hexText();
    if ((first === LESS || first === MORE) && bytes[start + 1] === first) {
      this.#at = start + 2;
      return first === LESS ? '<<' : '>>';
    }
    return isRegular(first) ? this.#regular('word') : 'other';
  }

  #regular(token: Token): Token {
    while (isRegular(this.bytes[this.#at])) this.#at += 1;
    return token;
  }

  /** To the bracket that closes a text; brackets in it are balanced or escaped. */
  #text(): Token {
    for (let depth = 1; depth > 0; this.#at += 1) {
      const one = this.bytes[this.#at];
      if (one === undefined) break;
      if (one === BACKSLASH) this.#at += 1;
      else if (one === OPEN) depth += 1;
      else if (one === CLOSE) depth -= 1;
    }
    return 'text';
  }

  #hexText(): Token {
    const end = this.bytes.indexOf(MORE as number, this.#at);
    this.#at = end < 0 ? this.bytes.length : end + 1;
    return 'text';
  }

  /** The value that begins with the last token. All of it is scanned, but only `wanted` entries are returned. */
  #value(token: Token, depth: number, wanted: boolean): PdfValue {
    if (depth > MAX_NESTED_LEVELS) throw new UnreadablePdf('nested too deeply');
    if (token === '<<') return this.#dictionary(depth);
    if (token === '[') return this.#array(depth, wanted);
    if (!wanted) return OTHER;
    if (token === 'name') return { kind: 'name', text: this.#name() };
    if (token === 'text') return { kind: 'text', text: textOf(this.bytes.subarray(this.#start, this.#at)) };
    return token === 'word' ? this.#word() : OTHER;
  }

  #name(): string {
    return plainName(this.bytes, this.#start + 1, Math.min(this.#at, this.#start + MAX_TEXT_BYTES));
  }

  #word(): PdfValue {
    const length = this.#at - this.#start;
    if (length === 1 && this.bytes[this.#start] === of('R')) return MARK_OF_REFERENCE;
    if (length > 10) return OTHER;
    let value = 0;
    for (let at = this.#start; at < this.#at; at += 1) {
      const digit = (this.bytes[at] ?? 0) - 0x30;
      if (digit < 0 || digit > 9) return OTHER;
      value = value * 10 + digit;
    }
    return { kind: 'integer', value };
  }

  #array(depth: number, wanted: boolean): PdfValue {
    let names: string[] | null = [];
    for (let token = this.#next(); token !== ']'; token = this.#next()) {
      if (token === 'end') throw new UnreadablePdf('an array does not end');
      const value = this.#value(token, depth + 1, wanted && names !== null);
      names = names && value.kind === 'name' && names.length < 4 ? [...names, value.text] : null;
    }
    return { kind: 'array', names };
  }

  #dictionary(depth: number): PdfValue {
    let entries: PdfEntries = NO_ENTRIES;
    let key: Key | null = null;
    let values: PdfValue[] = NO_VALUES;
    let hasKey = false;
    let hasValue = false;
    for (let token = this.#next(); token !== '>>'; token = this.#next()) {
      if (token === 'end') throw new UnreadablePdf('a dictionary does not end');
      if (token === 'name' && (!hasKey || hasValue)) {
        if (key !== null) entries = withEntry(entries, key, values);
        key = KEYS[keys.at(this.bytes, this.#start + 1)] ?? null;
        values = key === null ? NO_VALUES : [];
        hasKey = true;
        hasValue = false;
        continue;
      }
      hasValue = true;
      const value = this.#value(token, depth + 1, key !== null);
      if (key !== null && values.length < 3) values.push(value);
    }
    if (key !== null) entries = withEntry(entries, key, values);
    if (entries.size > 0) this.onDictionary(entries);
    return { kind: 'dictionary', entries };
  }
}

/** Viewers differ in which of two entries of one name counts, so it says nothing then. */
function withEntry(entries: PdfEntries, key: Key, values: readonly PdfValue[]): PdfEntries {
  const changed = entries === NO_ENTRIES ? new Map<Key, PdfValue>() : (entries as Map<Key, PdfValue>);
  return changed.set(key, changed.has(key) ? OTHER : entryOf(values));
}

/** The value of an entry, of all the text behind its key. */
function entryOf([first = OTHER, second, third]: readonly PdfValue[]): PdfValue {
  if (first.kind !== 'integer' || second === undefined) return first;
  const isReference = second.kind === 'integer' && third === MARK_OF_REFERENCE;
  return isReference ? { kind: 'reference', object: first.value } : OTHER;
}

/** The beginning of a text in brackets, or in hexadecimal digits. */
function textOf(written: Uint8Array): string {
  const length = Math.max(0, Math.min(written.length, MAX_TEXT_BYTES) - 1);
  const inside = Buffer.from(written.buffer, written.byteOffset + 1, length).toString('latin1');
  if (written[0] === LESS) return Buffer.from(inside.replaceAll(/[^0-9a-f]/gi, ''), 'hex').toString('latin1');
  const text = inside.endsWith(')') ? inside.slice(0, -1) : inside;
  return !text.includes('\\')
    ? text
    : text.replaceAll(/\\([0-7]{1,3}|\r\n|[\s\S])/g, (_, escaped: string) =>
        /^[0-7]/.test(escaped)
          ? String.fromCharCode(Number.parseInt(escaped, 8) & 255)
          : escaped.replace(/^[\r\nnrtbf]+$/, ''),
      );
}
