import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';

/** A record of the file, or why there is none; `column` counts from 0, null when the whole record is meant. */
export type CsvRow = { line: number } & ({ cells: string[] } | { broken: string; column: number | null });

const MAX_LINES = 100;

const REASONS: Record<string, string> = {
  CSV_INVALID_CLOSING_QUOTE: 'There is text after the closing quote.',
  CSV_QUOTE_NOT_CLOSED: 'The quote is never closed.',
  INVALID_OPENING_QUOTE: 'There is a quote in the middle of the value.',
};

/**
 * The records of a CSV file, read as a stream. Each starts on a new line, so a record that cannot be read costs
 * nothing but itself: a quote that is never closed would otherwise swallow the rest of the file.
 * @throws the file system's error when the file cannot be read
 */
export async function* csvRows(file: string): AsyncGenerator<CsvRow> {
  const input = createReadStream(file, 'utf8');
  const failed = new Promise<never>((_, reject) => input.once('error', reject));
  failed.catch(() => undefined);
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]();
  const ahead: string[] = [];
  const more = async () => {
    const next = await Promise.race([lines.next(), failed]);
    if (!next.done) ahead.push(next.value);
    return !next.done;
  };
  for (let line = 1; ahead.length > 0 || (await more()); ) {
    const alone = read(ahead[0] ?? '', line);
    let row = alone;
    let span = 1;
    while ('unclosed' in row && span < MAX_LINES && (ahead.length > span || (await more()))) {
      span += 1;
      row = read(ahead.slice(0, span).join('\n'), line);
    }
    if (!('cells' in row)) [row, span] = [alone, 1];
    if (!('cells' in row) || row.cells.length > 0) yield row;
    ahead.splice(0, span);
    line += span;
  }
}

function read(text: string, line: number): CsvRow & { unclosed?: true } {
  const plain = line === 1 ? text.replace(/^\uFEFF/, '') : text;
  try {
    const [cells = []] = parse(plain, { relax_column_count: true, skip_empty_lines: true, trim: true });
    return { line, cells };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const column = typeof error.column === 'number' ? error.column : null;
    const row = { line, column, broken: REASONS[error.code] ?? error.message };
    return error.code === 'CSV_QUOTE_NOT_CLOSED' ? { ...row, unclosed: true } : row;
  }
}
