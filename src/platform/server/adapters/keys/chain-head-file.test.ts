import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chainHeadFile, readChainHeads } from './chain-head-file.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'commonhold-heads-'));
  file = join(folder, 'not-made-yet', 'heads.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const keyNamed = (id: string) => ({ id, secret: new Uint8Array(randomBytes(32)) });
const headAt = (position: number) => ({
  position,
  hash: randomBytes(32).toString('hex'),
  at: '2026-11-23T12:00:00.000Z',
});

function publisher(keys: ReturnType<typeof keyNamed>[]) {
  const lines: { chainHead?: { position: number } }[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  return {
    ...chainHeadFile(file, keys, log),
    logged: () => lines.map(({ chainHead }) => chainHead?.position),
  };
}

test('a published head is a signed line of the file and of the log, once for each position', async () => {
  const key = keyNamed('2026a');
  const { publish, logged } = publisher([key]);
  const [first, second] = [headAt(3), headAt(7)];
  for (const head of [first, first, second]) await publish(head);
  expect(readChainHeads(readFileSync(file, 'utf8'), [key])).toEqual([first, second]);
  expect(logged()).toEqual([3, 7]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a head of an older data key is still read, and one of an unknown key is refused', async () => {
  const [older, newer] = [keyNamed('2026a'), keyNamed('2027a')];
  await publisher([older]).publish(headAt(1));
  await publisher([newer, older]).publish(headAt(2));
  const text = readFileSync(file, 'utf8');
  expect(readChainHeads(text, [newer, older])).toHaveLength(2);
  expect(() => readChainHeads(text, [newer])).toThrow('Line 1 was signed with the data key "2026a"');
});

test('a line that someone wrote or changed is refused', async () => {
  const key = keyNamed('2026a');
  await publisher([key]).publish(headAt(5));
  const line = readFileSync(file, 'utf8');
  const forged = { ...JSON.parse(line), position: 4 };
  expect(() => readChainHeads(`${JSON.stringify(forged)}\n`, [key])).toThrow('Line 1 has a wrong signature.');
  expect(() => readChainHeads(line, [{ ...keyNamed('2026a') }])).toThrow('Line 1 has a wrong signature.');
  expect(() => readChainHeads(`${line}something else\n`, [key])).toThrow(
    'Line 2 is no head of an audit chain.',
  );
  expect(() => readChainHeads('\n', [key])).toThrow('no published head');
});

test('a last line that a crash has cut short is passed over', async () => {
  const key = keyNamed('2026a');
  const head = headAt(5);
  await publisher([key]).publish(head);
  expect(readChainHeads(`${readFileSync(file, 'utf8')}{"position":6,`, [key])).toEqual([head]);
});

test('a line that was cut short is gone before the next one is appended, which is whole', async () => {
  const key = keyNamed('2026a');
  const [first, second, third] = [headAt(5), headAt(6), headAt(7)];
  const { publish } = publisher([key]);
  await publish(first);
  appendFileSync(file, '{"position":6,"ha');
  await Promise.all([publish(second), publish(third)]);
  expect(readChainHeads(readFileSync(file, 'utf8'), [key])).toEqual([first, second, third]);
});
