import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mountSmallDisk } from '#tests/support/small-disk.ts';
import { readBackup, writeBackup } from './backup-file.ts';
import { UsageError } from './command-line.ts';

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

test('what is no file is reported in a line that names it', async () => {
  const reading = all(readBackup(folder));
  await expect(reading).rejects.toThrow(UsageError);
  await expect(reading).rejects.toThrow(`${folder} could not be read: EISDIR`);
});

test('a file that cannot be written is reported, and leaves nothing', async () => {
  const into = path.join(folder, 'none', 'of-today');
  await expect(writeBackup(into, (more) => more(lines))).rejects.toThrow(
    `${into} could not be written: ENOENT`,
  );
  mkdirSync(file);
  await expect(write()).rejects.toThrow(`${file} could not be written: EISDIR`);
  expect(readdirSync(folder)).toEqual(['of-today']);
});

describe('on a disk that is full', () => {
  const home = mkdtempSync(path.join(tmpdir(), 'commonhold-full-'));
  mkdirSync(path.join(home, 'beside'));
  const disk = mountSmallDisk(path.join(home, 'beside'), 1);
  afterAll(() => {
    disk?.remove();
    rmSync(home, { recursive: true });
  });

  test.skipIf(disk === null)('it is reported, and leaves no file', async () => {
    disk?.fill();
    const full = disk?.folder ?? '';
    const writing = writeBackup(path.join(full, 'of-today'), (more) => more(lines));
    await expect(writing).rejects.toThrow(/could not be written: ENOSPC/);
    expect(readdirSync(full)).toEqual(['filler']);
  });
});

test('two at once to one name leave a whole one', async () => {
  let second: Promise<void> | undefined;
  await writeBackup(file, async (more) => {
    await more(lines.slice(0, half));
    second = write();
    await more(lines.slice(half));
  });
  await second;
  expect(await read()).toEqual(lines);
  expect(readdirSync(folder)).toEqual(['of-today']);
});

test('nobody else on the machine may read it', async () => {
  await write();
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('what cannot be read to the end leaves no file', async () => {
  const failing = writeBackup(file, async (more) => {
    await more(lines);
    throw new Error('the database is gone');
  });
  await expect(failing).rejects.toThrow('the database is gone');
  expect(readdirSync(folder)).toEqual([]);
});
