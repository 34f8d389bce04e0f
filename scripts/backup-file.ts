import { once } from 'node:events';
import { createReadStream, createWriteStream, renameSync, rmSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { pipeline as passOn } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { UsageError } from './operator.ts';

type Write = (lines: readonly string[]) => Promise<void>;

/**
 * Writes the lines that `produce` gives to a compressed file, which is there when all of it is on the disk, and not
 * before.
 * @throws UsageError when the file cannot be written; what `produce` throws. Nothing of the file is left then.
 */
export async function writeBackup(file: string, produce: (write: Write) => Promise<void>): Promise<void> {
  const draft = `${file}.part`;
  const compressed = createGzip();
  let refused: unknown = null;
  const stored = passOn(compressed, createWriteStream(draft, { flush: true })).catch((error: unknown) => {
    refused = error;
  });
  const mayGoOn = () => {
    if (refused !== null)
      throw new UsageError(`${file} could not be written: ${(refused as Error).message}.`);
  };
  try {
    await produce(async (lines) => {
      mayGoOn();
      if (lines.length === 0 || compressed.write(`${lines.join('\n')}\n`)) return;
      await Promise.race([once(compressed, 'drain').catch(() => undefined), stored]);
      mayGoOn();
    });
    compressed.end();
    await stored;
    mayGoOn();
    renameSync(draft, file);
  } catch (error) {
    compressed.destroy();
    await stored;
    rmSync(draft, { force: true });
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
