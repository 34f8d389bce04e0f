import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBackup, writeBackup } from './backup-file.ts';
import { UsageError } from './operator.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'commonhold-backup-'));
  file = path.join(folder, 'of-today');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Enough for many pieces of a stream, with characters of several bytes on their edges. */
const lines = Array.from({ length: 5_000 }, (_, at) => `${at} ${'äß€🏠'.repeat(at % 40)}`);
const half = lines.length / 2;

const write = () =>
  writeBackup(file, async (more) => {
    await more(lines.slice(0, half));
    await more([]);
    await more(lines.slice(half));
  });

async function all(reader: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const line of reader) found.push(line);
  return found;
}

const read = () => all(readBackup(file));

test('every line comes back, and nothing else is left in the folder', async () => {
  await write();
  expect(await read()).toEqual(lines);
  expect(readdirSync(folder)).toEqual(['of-today']);
});

test('no line is lost when the reader does something else first', async () => {
  await write();
  const reader = readBackup(file);
  for (let turn = 0; turn < 1_000; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(await all(reader)).toEqual(lines);
});

test('a file that ends early, is damaged or is something else is refused, with what to do', async () => {
  await write();
  const whole = readFileSync(file);
  truncateSync(file, Math.floor(whole.length / 2));
  await expect(read()).rejects.toThrow(UsageError);
  writeFileSync(file, whole.fill(7, 2_000, 2_100));
  await expect(read()).rejects.toThrow(/damaged/);
  writeFileSync(file, 'Something else');
  await expect(read()).rejects.toThrow(/Use another copy/);
});

test('what is no file is told in a line that names it', async () => {
  const reading = all(readBackup(folder));
  await expect(reading).rejects.toThrow(UsageError);
  await expect(reading).rejects.toThrow(`${folder} could not be read: EISDIR`);
});

test('a disk that is full is told, and leaves no file', async () => {
  symlinkSync('/dev/full', `${file}.part`);
  await expect(write()).rejects.toThrow(/could not be written.*ENOSPC/);
  expect(readdirSync(folder)).toEqual([]);
});

test('what cannot be read to the end leaves no file', async () => {
  const failing = writeBackup(file, async (more) => {
    await more(lines);
    throw new Error('the database is gone');
  });
  await expect(failing).rejects.toThrow('the database is gone');
  expect(readdirSync(folder)).toEqual([]);
});
