/** A part that no office program writes like this. */
export class UnreadablePart extends Error {
  readonly isDamage = false;
}

/** Counts the characters that are read. */
export interface WorkCounter {
  steps: number;
}

const MAX_DECLARATION_CHARACTERS = 500;

/**
 * Decodes an XML part.
 * @throws UnreadablePart for another encoding than UTF-8
 */
export function xmlOf(chunks: readonly Uint8Array[], size: number): string {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadablePart('not UTF-8');
  }
  const [, encoding = 'utf-8'] = /\bencoding\s*=\s*["']([^"']*)["']/.exec(declarationOf(text)) ?? [];
  if (!/^(utf-?8|us-ascii)$/i.test(encoding)) throw new UnreadablePart('another encoding');
  if (text.includes('\0')) throw new UnreadablePart('a zero');
  return text;
}

/** The XML declaration that a part begins with; empty where there is none. */
function declarationOf(text: string): string {
  const start = text.slice(0, MAX_DECLARATION_CHARACTERS).trimStart();
  if (start === '' && text.length > MAX_DECLARATION_CHARACTERS) throw new UnreadablePart('no beginning');
  if (!start.startsWith('<?xml')) return '';
  const end = start.indexOf('?>');
  if (end < 0) throw new UnreadablePart('an odd declaration');
  return start.slice(0, end);
}

const references: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** A text with its character references resolved. */
function unescaped(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(#x[\da-f]+|#\d+|\w+);/gi, (_, name: string) => {
    if (!name.startsWith('#')) return references[name] ?? '';
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

const LESS = code('<');
const GREATER = code('>');
const SLASH = code('/');
const COLON = code(':');
const EQUALS = code('=');
const QUOTE = code('"');
const APOSTROPHE = code("'");
const EXCLAMATION = code('!');
const QUESTION = code('?');

function code(character: string): number {
  return character.charCodeAt(0);
}

const isBlank = (one: number) => one === 0x20 || one === 0x0a || one === 0x0d || one === 0x09;
const endsName = (one: number) =>
  one === GREATER ||
  one === EQUALS ||
  one === SLASH ||
  one === LESS ||
  one === QUOTE ||
  one === APOSTROPHE ||
  isBlank(one);

/**
 * Reads a part tag by tag, in one pass: no place is looked at again, and what cannot be read ends the reading. Comments
 * and processing instructions separate no text, as in every XML parser.
 * @throws UnreadablePart for what is not well-formed, and for CDATA and declarations, which change what a text means
 */
export class XmlReader {
  isEnd = false;
  isEmpty = false;
  readonly #text: string;
  readonly #counter: WorkCounter;
  #at = 0;
  /** Begins behind the prefix: any prefix may stand for any namespace. */
  #nameStart = 0;
  #nameEnd = 0;
  /** Where the name and the value of each attribute begin and end: four numbers each. */
  #attributes: number[] = [];
  /** Where the pieces of text before the tag begin and end. */
  #pieces: number[] = [];

  constructor(text: string, counter: WorkCounter) {
    this.#text = text;
    this.#counter = counter;
  }

  /** Moves to the next tag; false when there is none. */
  next(): boolean {
    if (this.#pieces.length > 0) this.#pieces = [];
    for (let start = this.#find('<'); start >= 0; start = this.#find('<')) {
      if (start > this.#at) this.#pieces.push(this.#at, start);
      this.#moveTo(start + 1);
      const next = this.#code();
      if (next !== EXCLAMATION && next !== QUESTION) {
        this.#readTag();
        return true;
      }
      if (next === QUESTION) this.#moveBehind('?>', 1);
      else {
        this.#expect(this.#text.startsWith('!--', this.#at));
        this.#moveBehind('-->', 3);
      }
    }
    this.#moveTo(this.#text.length);
    return false;
  }

  /** Whether the tag begins or ends an element of this name, whatever its prefix. */
  is(name: string): boolean {
    return name.length === this.#nameEnd - this.#nameStart && this.#text.startsWith(name, this.#nameStart);
  }

  /** The attributes of the tag by their names, prefixes included. */
  attributes(): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    for (let index = 0; index < this.#attributes.length; index += 4) {
      const [keyStart, keyEnd, start, end] = this.#attributes.slice(index, index + 4);
      const key = this.#text.slice(keyStart, keyEnd);
      if (found.has(key)) throw new UnreadablePart('an attribute that is there twice');
      found.set(key, unescaped(this.#text.slice(start, end)));
    }
    return found;
  }

  /** The text between the tag and the one before it. */
  text(): string {
    let text = '';
    for (let index = 0; index < this.#pieces.length; index += 2)
      text += this.#text.slice(this.#pieces[index], this.#pieces[index + 1]);
    return unescaped(text);
  }

  #readTag(): void {
    this.isEnd = this.#code() === SLASH;
    if (this.isEnd) this.#moveTo(this.#at + 1);
    this.#nameStart = this.#at;
    this.#moveBehindName();
    this.#nameEnd = this.#at;
    for (let at = this.#nameStart; at < this.#nameEnd; at += 1)
      if (this.#text.charCodeAt(at) === COLON) this.#nameStart = at + 1;
    if (this.#attributes.length > 0) this.#attributes = [];
    while (this.#codeBehindBlank() !== GREATER && this.#code() !== SLASH) this.#readAttribute();
    this.isEmpty = this.#code() === SLASH;
    if (this.isEmpty) this.#moveTo(this.#at + 1);
    this.#expect(this.#code() === GREATER);
    this.#moveTo(this.#at + 1);
  }

  #readAttribute(): void {
    const keyStart = this.#at;
    this.#moveBehindName();
    const keyEnd = this.#at;
    this.#expect(this.#codeBehindBlank() === EQUALS);
    this.#moveTo(this.#at + 1);
    const quote = this.#codeBehindBlank();
    this.#expect(quote === QUOTE || quote === APOSTROPHE);
    const start = this.#at + 1;
    let end = start;
    while (end < this.#text.length && this.#text.charCodeAt(end) !== quote) {
      this.#expect(this.#text.charCodeAt(end) !== LESS);
      end += 1;
    }
    this.#expect(end < this.#text.length);
    this.#attributes.push(keyStart, keyEnd, start, end);
    this.#moveTo(end + 1);
  }

  #moveBehindName(): void {
    let end = this.#at;
    while (end < this.#text.length && !endsName(this.#text.charCodeAt(end))) end += 1;
    this.#expect(end > this.#at);
    this.#moveTo(end);
  }

  #codeBehindBlank(): number {
    let at = this.#at;
    while (isBlank(this.#text.charCodeAt(at))) at += 1;
    this.#moveTo(at);
    return this.#code();
  }

  #code(): number {
    return this.#text.charCodeAt(this.#at);
  }

  #expect(isSo: boolean): void {
    if (!isSo) throw new UnreadablePart('an odd tag');
  }

  #find(mark: string): number {
    return this.#text.indexOf(mark, this.#at);
  }

  #moveBehind(mark: string, skipped: number): void {
    const found = this.#text.indexOf(mark, this.#at + skipped);
    this.#moveTo(found < 0 ? this.#text.length : found + mark.length);
    if (found < 0) throw new UnreadablePart(`nothing ends with ${mark}`);
  }

  #moveTo(at: number): void {
    this.#counter.steps += at - this.#at;
    this.#at = at;
  }
}
