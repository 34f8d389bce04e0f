import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline, promises as streams } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import type { WriteLines } from '#platform/server/audit/backup.ts';
import { UsageError } from './command-line.ts';

/**
 * Writes the lines of `produce` to a compressed file that only this account can read. The file gets its name only when
 * all of it is on the disk.
 * @returns the result of `produce`
 * @throws UsageError when the file cannot be written, and the errors of `produce`; nothing of the file is left then
 */
export async function writeBackup<Held>(
  file: string,
  produce: (write: WriteLines) => Promise<Held>,
): Promise<Held> {
  const draft = `${file}.${randomUUID()}.part`;
  const compressed = createGzip();
  let refused: unknown = null;
  const stored = streams
    .pipeline(compressed, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }))
    .then(() => rename(draft, file))
    .catch((error: unknown) => {
      refused = error;
    });
  const mayGoOn = () => {
    if (refused !== null)
      throw new UsageError(`${file} could not be written: ${(refused as Error).message}.`);
  };
  try {
    const held = await produce(async (lines) => {
      mayGoOn();
      if (lines.length === 0 || compressed.write(`${lines.join('\n')}\n`)) return;
      await Promise.race([once(compressed, 'drain').catch(() => stored), stored]);
      mayGoOn();
    });
    compressed.end();
    await stored;
    mayGoOn();
    return held;
  } catch (error) {
    compressed.destroy();
    await stored;
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

/**
 * The lines of a compressed file, however late they are asked for.
 * @throws UsageError when the file cannot be read, is damaged, ends early or is not compressed
 */
export async function* readBackup(file: string): AsyncGenerator<string, void> {
  const text = pipeline(createReadStream(file), createGunzip(), () => undefined).setEncoding('utf8');
  let begun = '';
  try {
    for await (const part of text as AsyncIterable<string>) {
      const lines = (begun + part).split('\n');
      begun = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    const { code, syscall, message } = error as NodeJS.ErrnoException;
    if (syscall) throw new UsageError(`${file} could not be read: ${message}.`);
    if (!code?.startsWith('Z_')) throw error;
    throw new UsageError(`${file} is damaged, or no backup of Commonhold. Use another copy of it.`);
  }
  if (begun !== '') yield begun;
}
