/** Values of hexadecimal digits by their byte; 255 for other bytes. */
const DIGIT = new Uint8Array(256).fill(255);
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  DIGIT[digit.charCodeAt(0)] = value;
  DIGIT[digit.toUpperCase().charCodeAt(0)] = value;
}

const REGULAR = 0;
const BLANK = 1;
const DELIMITER = 2;

/** The class of a byte in a PDF: white space, a delimiter, or part of a name, number or keyword. */
const CLASS = new Uint8Array(256);
for (const blank of '\0\t\n\v\f\r ') CLASS[blank.charCodeAt(0)] = BLANK;
for (const delimiter of '()<>[]{}/%') CLASS[delimiter.charCodeAt(0)] = DELIMITER;

export const isBlank = (byte: number | undefined) => byte !== undefined && CLASS[byte] === BLANK;
export const isRegular = (byte: number | undefined) => byte !== undefined && CLASS[byte] === REGULAR;

/** One character of a name, which may be written as `#` and its code, and how many bytes it takes. */
function characterAt(bytes: Uint8Array, at: number): { code: number; length: number } {
  const code = bytes[at] ?? 0;
  if (code !== 0x23) return { code, length: 1 };
  const high = DIGIT[bytes[at + 1] ?? 0] ?? 255;
  const low = DIGIT[bytes[at + 2] ?? 0] ?? 255;
  return high === 255 || low === 255 ? { code, length: 1 } : { code: high * 16 + low, length: 3 };
}

/** The name that is written between two places, in its plain spelling. */
export function plainName(bytes: Uint8Array, start: number, end: number): string {
  let name = '';
  for (let at = start; at < end; ) {
    const { code, length } = characterAt(bytes, at);
    name += String.fromCharCode(code);
    at += length;
  }
  return name;
}

/** Finds which of some names is written at a place, in any spelling. */
export interface KnownNames {
  /** The number of the name that begins at `start`, behind its slash, and -1 when it is none of them. */
  at(bytes: Uint8Array, start: number): number;
}

/**
 * The names as a trie (one table row for each prefix), so that a place is judged by one look per byte and without
 * making a string.
 */
export function knownNames(names: readonly string[], { anyCase = false } = {}): KnownNames {
  const rows: Int16Array[] = [new Int16Array(256)];
  const numberOf: number[] = [-1];
  for (const [number, name] of names.entries()) {
    let row = 0;
    for (const character of name) {
      const next = rows[row]?.[character.charCodeAt(0)] || rows.length;
      if (next === rows.length) {
        rows.push(new Int16Array(256));
        numberOf.push(-1);
        for (const one of anyCase ? [character.toLowerCase(), character.toUpperCase()] : [character]) {
          (rows[row] as Int16Array)[one.charCodeAt(0)] = next;
        }
      }
      row = next;
    }
    numberOf[row] = number;
  }
  return {
    at(bytes, start) {
      let row = 0;
      for (let at = start; isRegular(bytes[at]); ) {
        const byte = bytes[at] as number;
        const { code, length } = byte === 0x23 ? characterAt(bytes, at) : { code: byte, length: 1 };
        row = rows[row]?.[code] ?? 0;
        if (row === 0) return -1;
        at += length;
      }
      return numberOf[row] ?? -1;
    },
  };
}
