import { constants, inflateSync } from 'node:zlib';
import type { FileProblem } from '../ports/file-checks.ts';

/** What a PDF may not contain: whatever runs, opens, sends or hides something else. */
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
  'Rendition',
  'Movie',
  'Sound',
  'XFA',
];

const TAIL = 1_024;
const MOST_UNPACKED = 64 * 1024 * 1024;
const MOST_READ = 64 * 1024 * 1024;
const LONGEST_DICTIONARY = 64 * 1024;

/** A PDF name in any spelling: each character may be written as `#` and its hexadecimal code. */
function nameAnywhere(...names: string[]): RegExp {
  const spelled = names.map((name) =>
    [...name].map((one) => `(?:${one}|#${one.charCodeAt(0).toString(16)})`).join(''),
  );
  return new RegExp(`/(?:${spelled.join('|')})(?![^\\s\\0()<>[\\]{}/%])`, 'i');
}

const active = nameAnywhere(...ACTIVE);
const encrypted = nameAnywhere('Encrypt');
const SPACE = '(?:[\\s\\0]|%[^\\r\\n]*[\\r\\n])';
const objects = new RegExp(`\\d${SPACE}+\\d+${SPACE}+obj${SPACE}*`, 'g');
const streamStart = new RegExp(`${SPACE}*stream[^\\r\\n]*(?:\\r\\n?|\\n)`, 'y');

/**
 * Why a PDF is not taken, or null. It looks at every byte, and at what object streams unpack to, wherever an object
 * may begin: a viewer finds objects by their place in the file, not by what stands around them. Objects that are
 * packed so that they cannot be looked through are refused.
 */
export function problemOfPdf(bytes: Uint8Array): FileProblem | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (!/^%PDF-[12]\.\d/.test(text)) return 'type';
  if (!text.slice(-TAIL).includes('%%EOF') || !text.includes('startxref')) return 'damaged';
  if (encrypted.test(text)) return 'opaque';
  if (active.test(text)) return 'active';
  return problemOfObjects(bytes, text);
}

function problemOfObjects(bytes: Uint8Array, text: string): FileProblem | null {
  let unpackable = MOST_UNPACKED;
  let readable = MOST_READ;
  for (const { index, 0: opening } of text.matchAll(objects)) {
    const start = index + opening.length;
    if (!text.startsWith('<<', start)) continue;
    const dictionary = readDictionary(text, start);
    readable -= dictionary ? dictionary.end - start : 0;
    if (!dictionary || readable < 0) return 'opaque';
    streamStart.lastIndex = dictionary.end;
    if (!streamStart.test(text) || !mayHoldObjects(dictionary.entries)) continue;
    const filter = filterOf(dictionary.entries);
    if (filter === 'none') continue;
    const unpacked =
      filter === 'deflate' ? inflated(bytes.subarray(streamStart.lastIndex), unpackable) : null;
    if (unpacked === null) return 'opaque';
    if (active.test(unpacked)) return 'active';
    unpackable -= unpacked.length;
  }
  return null;
}

type Entries = ReadonlyMap<string, string>;

/** Whether a stream may be one of objects: by its type, or by the key without which no viewer reads it as one. */
function mayHoldObjects(entries: Entries): boolean {
  const type = entries.get('Type');
  return entries.has('First') || type === '/ObjStm' || (type !== undefined && !type.startsWith('/'));
}

function filterOf(entries: Entries): 'none' | 'deflate' | 'other' {
  const filter = entries.get('Filter') ?? entries.get('F');
  if (filter === undefined) return 'none';
  const predicted = [entries.get('DecodeParms'), entries.get('DP')].some((one) => one && one !== 'null');
  return !predicted && /^\[?\s*\/(FlateDecode|Fl)\s*\]?$/.test(filter) ? 'deflate' : 'other';
}

function inflated(bytes: Uint8Array, most: number): string | null {
  try {
    const options = { maxOutputLength: Math.max(1, most), finishFlush: constants.Z_SYNC_FLUSH };
    return inflateSync(bytes, options).toString('latin1');
  } catch {
    return null;
  }
}

const TOKEN = new RegExp(
  [`${SPACE}+`, '<<|>>|[[\\]{}]', '<[^>]*>', '\\(', '/[^\\s\\0()<>[\\]{}/%]*', '[^\\s\\0()<>[\\]{}/%]+'].join(
    '|',
  ),
  'y',
);

/** The entries of the dictionary that begins at `start`, by their plain names; null when it does not end. */
function readDictionary(text: string, start: number): { entries: Entries; end: number } | null {
  const entries = new Map<string, string>();
  let depth = 0;
  let key: string | null = null;
  let value = '';
  const finish = () => {
    if (key !== null) entries.set(key, value.trim());
    key = null;
    value = '';
  };
  for (let at = start; at < Math.min(text.length, start + LONGEST_DICTIONARY); ) {
    TOKEN.lastIndex = at;
    const [found] = TOKEN.exec(text) ?? [];
    if (found === undefined) return null;
    const token = found === '(' ? text.slice(at, endOfString(text, at)) : found;
    at += token.length;
    if (token === '>>' && depth === 1) {
      finish();
      return { entries, end: at };
    }
    if (token === '<<' || token === '[') depth += 1;
    if (token === '>>' || token === ']') depth -= 1;
    if (depth === 1 && token.startsWith('/') && (key === null || value.trim() !== '')) {
      finish();
      key = plainName(token.slice(1));
    } else if (at > start + 2) value += plainName(token);
  }
  return null;
}

/** Behind the closing bracket of a string; brackets in it are balanced or escaped. */
function endOfString(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const one = text[at];
    if (one === '\\') at += 1;
    else if (one === '(') depth += 1;
    else if (one === ')') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

function plainName(token: string): string {
  return token.replaceAll(/#([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
