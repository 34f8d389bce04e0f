import { stringify } from 'csv-stringify/sync';

/**
 * A CSV file (RFC 4180): the header, then the rows; without a header the next part of a file. Text that a spreadsheet
 * would run as a formula is escaped; amounts are handed in as plain decimals and stay numbers. With `quoted` every cell
 * is in quotes.
 */
export function csvOf(
  header: readonly string[] | null,
  lines: readonly (readonly string[])[],
  { quoted = false } = {},
): string {
  const escaped = lines.map((line) => line.map((cell) => (isNumber(cell) ? cell : harmless(cell))));
  return stringify([...(header ? [[...header]] : []), ...escaped], {
    record_delimiter: '\r\n',
    quoted,
    quoted_match: /[\r\n;\t]/,
  });
}

const isNumber = (cell: string) => /^-?\d+(\.\d+)?$/.test(cell);
/**
 * Some spreadsheets take the full-width forms of East Asian keyboards for the ASCII ones, and where a comma is the decimal
 * sign they begin a cell after a semicolon or a tab as well.
 */
const FORMULA_START = /(?<=^|[;\t])[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/g;
const harmless = (cell: string) => cell.replaceAll(FORMULA_START, "'$&");

/** The bytes of a CSV file, with the mark by which spreadsheets know its encoding. */
export const csvBytes = (text: string): Uint8Array => new TextEncoder().encode(`\uFEFF${text}`);
