import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import {
  asyncBufferFromFile,
  type ParquetParsers,
  parquetMetadataAsync,
  parquetReadObjects,
} from 'hyparquet';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import type { Cells, ColumnKinds } from '../../audit/archived-table.ts';

const elements = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  moment: { type: 'INT64', converted_type: 'TIMESTAMP_MICROS' },
} as const;

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Beside the defaults: a Date would lose microseconds, and the usual decoder a mark at the beginning of a text. */
const parsers = {
  timestampFromMicroseconds: (micros) => micros,
  stringFromBytes: (bytes) => bytes && utf8.decode(bytes),
} satisfies Partial<ParquetParsers> as ParquetParsers;

/** Writes a new file that only this account can read, each batch as a row group, and waits for the disk. */
export async function writeParquet(
  file: string,
  columns: ColumnKinds,
  batches: AsyncIterable<readonly Cells[]>,
): Promise<void> {
  await (await open(file, 'wx', 0o600)).close();
  const names = Object.entries(columns);
  const schema = [
    { name: 'root', num_children: names.length },
    ...names.map(([name, kind]) => ({ name, repetition_type: 'OPTIONAL' as const, ...elements[kind] })),
  ];
  const writer = new ParquetWriter({ writer: fileWriter(file), schema });
  for await (const rows of batches) {
    const columnData = names.map(([name, kind], at) => ({
      name,
      data: rows.map((row) => {
        const value = row[at] ?? null;
        return kind === 'text' || value === null ? value : BigInt(value);
      }),
    }));
    await writer.write({ columnData, rowGroupSize: rows.length });
  }
  await writer.finish();
  const handle = await open(file, 'r+');
  await handle.sync().finally(() => handle.close());
}

/** A file that is open for reading. */
interface OpenParquet {
  columns: readonly string[];
  /** The rows, a row group at a time, with these of its columns. */
  rowsOf(columns: readonly string[]): AsyncGenerator<Cells[], void>;
}

export async function openParquet(file: string): Promise<OpenParquet> {
  const buffer = await asyncBufferFromFile(file);
  const metadata = await parquetMetadataAsync(buffer);
  return {
    columns: metadata.schema.slice(1).map(({ name }) => name),
    async *rowsOf(columns) {
      let rowStart = 0;
      for (const { num_rows } of metadata.row_groups) {
        const rowEnd = rowStart + Number(num_rows);
        const part = { file: buffer, metadata, columns: [...columns], rowStart, rowEnd, parsers };
        const found = await parquetReadObjects(part);
        yield found.map((row) => columns.map((name) => (row[name] == null ? null : String(row[name]))));
        rowStart = rowEnd;
      }
    },
  };
}

/** SHA-256 of a file as hexadecimal text; null when there is no such file. */
export async function hashOfFile(file: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for await (const part of createReadStream(file)) hash.update(part);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return hash.digest('hex');
}
